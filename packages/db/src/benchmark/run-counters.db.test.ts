import type { CounterReading, RunCounters } from "@primacy/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import { newId } from "../connection/new-id";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import type { UnitOfWork } from "../unit-of-work/unit-of-work";
import { createBenchmark, draftRun } from "./benchmark.fixture";

let opened: TestDatabase;
let clusterId: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  clusterId = (await createCluster(opened.database)).id;
});
afterAll(() => opened.close());

const change = <T>(run: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("worker"), run);

const reading: CounterReading = {
  servers: [
    {
      memberId: newId(),
      isPrimary: true,
      askedAt: 2_000,
      startedAt: 1_000,
      countedSince: 1_000,
      status: { Questions: 5_000_000_000 },
      digests: null,
      accounts: [{ user: "app", count: 5, totalMs: 1.5 }],
    },
  ],
};

function counters(questions: number | null, transactions = 100): RunCounters {
  const primary = questions === null ? null : { Questions: questions, Com_commit: 1 };
  return { transactions, status: { primary, secondaries: null }, statements: null, work: null };
}

let id: string;
const runs = Array.from({ length: 5 }, (_, ordinal) => draftRun(ordinal, { arm: ordinal % 2 }));
const runId = (ordinal: number): string => runs[ordinal]?.id ?? "";
beforeEach(async () => {
  for (const run of runs) run.id = newId();
  id = await createBenchmark(opened.database, clusterId);
  await change((unit) => unit.benchmarks.addRuns(id, runs));
});

test("what was counted before a run is kept until what was counted during it takes its place", async () => {
  const { benchmarks } = opened.database;
  await change((unit) => unit.benchmarks.startRun(runId(0)));
  await change((unit) => unit.benchmarks.setCountersBefore(runId(0), reading));
  expect(await benchmarks.findCountersBefore(runId(0))).toEqual(reading);
  expect(await benchmarks.findCounters(id, runId(0))).toBeNull();
  await change((unit) => unit.benchmarks.setCounters(runId(0), counters(7)));
  expect(await benchmarks.findCounters(id, runId(0))).toEqual(counters(7));
  expect(await benchmarks.findCountersBefore(runId(0))).toBeNull();
});

test("a run that begins anew has nothing of what was counted before", async () => {
  await change((unit) => unit.benchmarks.setCountersBefore(runId(0), reading));
  await change((unit) => unit.benchmarks.setCounters(runId(1), counters(7)));
  for (const ordinal of [0, 1]) await change((unit) => unit.benchmarks.startRun(runId(ordinal)));
  expect(await opened.database.benchmarks.findCountersBefore(runId(0))).toBeNull();
  expect(await opened.database.benchmarks.findCounters(id, runId(1))).toBeNull();
});

test("a run of another benchmark is none of this one, and the list of runs has no counters", async () => {
  const other = await createBenchmark(opened.database, clusterId);
  expect(await opened.database.benchmarks.findCounters(other, runId(0))).toBeUndefined();
  const listed = await opened.database.benchmarks.listRuns(id);
  expect(listed.some((run) => "counters" in run || "countersBefore" in run)).toBe(false);
});

test("the sums of an arm are those of its runs that are done and known", async () => {
  const end = (ordinal: number, state: "done" | "void", questions: number | null, transactions?: number) =>
    change(async (unit) => {
      await unit.benchmarks.endRun(runId(ordinal), { state, figures: null, reason: null });
      await unit.benchmarks.setCounters(runId(ordinal), counters(questions, transactions));
    });
  await end(0, "done", 1_000);
  await end(1, "void", 5);
  await end(2, "done", 30);
  await end(3, "done", null);
  await end(4, "done", 9_000, 0);
  expect(await opened.database.benchmarks.sumCounters(id)).toEqual([
    { arm: 0, runs: 2, transactions: 200, status: { Questions: 1_030, Com_commit: 2 } },
  ]);
});
