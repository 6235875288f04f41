import type { BenchmarkDetail } from "@primacy/contract";
import { expect, it } from "vitest";
import { finished } from "../benchmark.fixture";
import { slapBenchmark, tpcBenchmark } from "../other-tools.fixture";
import { writeRuns } from "./benchmark-files";

/** The cells of the first run, by the names of their columns. */
async function firstRun(benchmark: BenchmarkDetail): Promise<Readonly<Record<string, string>>> {
  let text = "";
  for await (const piece of writeRuns(benchmark)) text += piece;
  const [names = [], cells = []] = text.split("\r\n").map((line) => line.split(","));
  expect(cells).toHaveLength(names.length);
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
}

it("the table of runs has what mysqlslap and go-tpc tell, after what all tools tell, and leaves empty what they do not", async () => {
  const slap = await firstRun(slapBenchmark);
  expect([slap.mysqlslap_queries_per_client, slap.latency_p95_ms, slap.tpmc]).toEqual(["400", "", ""]);
  expect(Number(slap.mysqlslap_min_s)).toBeLessThan(Number(slap.mysqlslap_mean_s));
  expect(Number(slap.mysqlslap_mean_s)).toBeLessThan(Number(slap.mysqlslap_max_s));
  const tpc = await firstRun(tpcBenchmark);
  expect(Number(tpc.tpmc)).toBeGreaterThan(1_000);
  expect(tpc.mysqlslap_mean_s).toBe("");
  const sysbench = await firstRun(finished);
  expect(Number(sysbench.latency_p95_ms)).toBeGreaterThan(0);
  expect([sysbench.tpmc, sysbench.mysqlslap_mean_s]).toEqual(["", ""]);
});
