import { SysbenchReader } from "@primacy/core/benchmark";
import { expect, test } from "vitest";
import { toRunSecond } from "./to-run-second";

const rest = "lat (ms,PERCENT%): 41.10 err/s: 0.50 reconn/s: 0.25";
const rowOf = (percent: number): string =>
  `[ 3s ] thds: 4 tps: 90.00 qps: 1800.00 (r/w/o: 1260.00/360.00/180.00) ${rest.replace("PERCENT", String(percent))}\n`;
const csv = "3,4,90.00,1800.00,1260.00,360.00,180.00,41.10,0.50,0.25\n";
const stored = (row: string) => new SysbenchReader().push(row).map(toRunSecond);

test("a latency is stored where it is the 95th percentile, and no other is taken for it", () => {
  const figures = { second: 3, threads: 4, tps: 90, qps: 1_800, errors: 0.5, reconnects: 0.25 };
  expect(stored(rowOf(95))).toEqual([{ ...figures, latencyMs: 41.1 }]);
  for (const row of [rowOf(99), csv]) expect(stored(row)).toEqual([{ ...figures, latencyMs: null }]);
});
