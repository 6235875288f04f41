import { secondsLeft } from "@primacy/core/benchmark";
import { expect, test } from "vitest";
import { finished, running, sysbenchLoad } from "./benchmark.fixture";
import { estimateTime, roundSeconds } from "./benchmark-time";
import { emptyDraft } from "./form/benchmark-draft";
import { slapBenchmark, tpcBenchmark } from "./other-tools.fixture";

const arm = (name: string, isChosen: boolean) =>
  ({
    key: name,
    name,
    isChosen,
    target: { kind: "typed", address: "10.0.0.1", port: "3306" },
    more: [],
  }) as const;
const draft = emptyDraft([arm("a", true), arm("b", true), arm("c", false)], null);

test("the time is that of every chosen arm with every thread count in every block, each with its warm-up", () => {
  expect(estimateTime({ ...draft, threads: "16, 64" })).toEqual({
    runs: 24,
    // Between two runs are two seconds.
    seconds: 24 * 37,
    runSeconds: 30,
    warmupSeconds: 5,
  });
});

test("the time of what is done before each run counts with it, by the servers that there are", () => {
  const fresh = estimateTime({ ...draft, hygiene: "fresh_tables" }, 3)?.seconds ?? 0;
  const three = estimateTime({ ...draft, hygiene: "restart_servers" }, 3)?.seconds ?? 0;
  const five = estimateTime({ ...draft, hygiene: "restart_servers" }, 5)?.seconds ?? 0;
  expect(fresh).toBe(12 * (37 + 4));
  expect(three).toBeGreaterThan(fresh + 12 * 30);
  expect(five).toBeGreaterThan(three);
});

test.each([
  ["threads", ""],
  ["threads", "16, x"],
  ["blocks", ""],
  ["runSeconds", "0"],
  ["warmupSeconds", "-"],
])("no time is told while %s is %j", (field, text) => {
  expect(estimateTime({ ...draft, [field]: text })).toBeNull();
});

test("what is left is counted by what the ended runs took, and by the plan before the first has ended", () => {
  // 18 runs wait and one is half done.
  const slow = running.runs.map((run) =>
    run.startedAt === null || run.state !== "done"
      ? run
      : { ...run, endedAt: new Date(Date.parse(run.startedAt) + 45_000).toISOString() },
  );
  expect(secondsLeft({ ...running, runs: slow })).toBe(18.5 * 45);
  const early = { ...running, runs: running.runs.filter(({ state }) => state !== "done") };
  expect(secondsLeft(early)).toBe(18.5 * 37);
  expect(secondsLeft(finished)).toBeNull();
});

test("what is left of a tool that ends by itself falls below its longest time, once a run has ended", () => {
  const fast = running.runs.map((run) =>
    run.startedAt === null || run.state !== "done"
      ? run
      : { ...run, endedAt: new Date(Date.parse(run.startedAt) + 9_000).toISOString() },
  );
  const left = (workload: typeof running.workload): number | null =>
    secondsLeft({ ...running, runs: fast, workload });
  // Two seconds lie between two runs.
  expect(left(slapBenchmark.workload)).toBe(18.5 * 11);
  expect(left({ ...sysbenchLoad, options: { events: 1_000 } })).toBe(18.5 * 11);
  expect(left(tpcBenchmark.workload)).toBe(18.5 * 37);
  expect(left(sysbenchLoad)).toBe(18.5 * 37);
});

test.each([
  [4, 10],
  [64, 60],
  [118, 120],
  [884, 900],
])("%d s are about %d s", (seconds, about) => {
  expect(roundSeconds(seconds)).toBe(about);
});
