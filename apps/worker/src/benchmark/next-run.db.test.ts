import type { Message } from "@primacy/contract";
import { systemActor, type UnitOfWork } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestWorker } from "../testing/test-worker";
import { nextRun, type RunSource } from "./next-run";

let opened: TestDatabase;
let clusterId: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  const cluster = await store((unit) =>
    unit.clusters.create({ name: "main", kind: "group_replication", groupName: id(7), members: [] }),
  );
  clusterId = "id" in cluster ? cluster.id : "";
});
afterAll(() => opened.close());

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);
const limit = { timeout: 120_000 };

let count = 0;
let source: RunSource;
const runId = (ordinal: number): string => id(count * 100 + ordinal);
/** One block of two arms, both of which wait. */
beforeEach(async () => {
  count += 1;
  const shape = { arms: 2, threads: [4], blocks: 1, seed: 7 };
  source = { benchmarkId: runId(99), shape };
  await store(async (unit) => {
    await unit.benchmarks.create({
      id: source.benchmarkId,
      clusterId,
      name: "paused",
      requestedBy: "alice",
      loadHostId: id(1),
      loadHostName: "app1",
      workload: { tool: "sysbench", script: "oltp_read_write", tables: 1, tableSize: 10, options: {} },
      arms: [
        { name: "direct", endpoints: [] },
        { name: "VIP", endpoints: [] },
      ],
      threads: [4],
      blocks: 1,
      runSeconds: 5,
      warmupSeconds: 0,
      hygiene: "keep_tables",
      seed: 7,
      preset: null,
      toolVersion: "1.0.20",
      password: "tall blue kettle",
    });
    await unit.benchmarks.addRuns(
      source.benchmarkId,
      [0, 1].map((ordinal) => ({ id: runId(ordinal), ordinal, block: 0, threads: 4, arm: ordinal })),
    );
  });
});

/** Asks as the step does, and tells what it says meanwhile. */
function ask(signal = new AbortController().signal) {
  const said: string[] = [];
  const tell = async (text: Message): Promise<void> => void said.push(text.text);
  const worker = createTestWorker(opened.database);
  const context = { worker, waitFor: tell, log: async () => undefined };
  return { said, found: nextRun(context, source, signal) };
}

const pause = () => store((unit) => unit.benchmarks.pause(source.benchmarkId, "bob"));
const resume = () => store((unit) => unit.benchmarks.resume(source.benchmarkId));
const end = (ordinal: number) =>
  store((unit) => unit.benchmarks.endRun(runId(ordinal), { state: "done", figures: null, reason: null }));

describe("the next run", () => {
  it("is the one that is under way, though somebody has paused meanwhile", async () => {
    await store((unit) => unit.benchmarks.startRun(runId(0)));
    await pause();
    const { found, said } = ask();
    expect((await found)?.run.id).toBe(runId(0));
    expect(said).toEqual([]);
  });

  it("does not begin while the benchmark is paused, which names who did it, and begins once it is resumed", async () => {
    await pause();
    const { found, said } = ask();
    await vi.waitFor(
      () => expect(said).toEqual(["Paused by bob. It continues when somebody resumes it."]),
      limit,
    );
    await resume();
    expect((await found)?.run.id).toBe(runId(0));
  });

  it("waits on with the worker that takes over, and ends with the wait where the operation is cancelled", async () => {
    await pause();
    const stopping = new AbortController();
    const first = ask(stopping.signal);
    await vi.waitFor(() => expect(first.said).toHaveLength(1), limit);
    stopping.abort(new Error("the worker stops"));
    await expect(first.found).rejects.toThrow();
    const second = ask();
    await vi.waitFor(() => expect(second.said).toHaveLength(1), limit);
    await resume();
    expect((await second.found)?.run.state).toBe("waiting");
  });

  it("is one of the same block again, where a pause broke it: before the wait, so that no worker forgets it", async () => {
    await end(0);
    await pause();
    const { found, said } = ask();
    await vi.waitFor(() => expect(said).toHaveLength(1), limit);
    const runs = await opened.database.benchmarks.listRuns(source.benchmarkId);
    expect(runs.map(({ state, block }) => [state, block])).toEqual([
      ["void", 0],
      ["void", 0],
      ["waiting", 0],
      ["waiting", 0],
    ]);
    await resume();
    expect((await found)?.run.ordinal).toBe(2);
  });

  it("is none when all are over, paused or not", async () => {
    await end(0);
    await end(1);
    await pause();
    expect(await ask().found).toBeNull();
  });
});
