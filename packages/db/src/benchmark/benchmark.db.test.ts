import {
  type BenchmarkFigures,
  type BenchmarkRun,
  isRefusal,
  type MeasuredSystem,
  message,
} from "@primacy/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemActor } from "../audit/actor";
import { newId } from "../connection/new-id";
import type { Database } from "../database";
import type { Notification } from "../notification/notification";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import type { UnitOfWork } from "../unit-of-work/unit-of-work";
import { createBenchmark, draftBenchmark, draftRun, second } from "./benchmark.fixture";

const system = systemActor("worker");
let opened: TestDatabase;
let database: Database;
let client: pg.Client;
let clusterId: string;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  clusterId = (await createCluster(database)).id;
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

const change = <T>(run: (unit: UnitOfWork) => Promise<T>): Promise<T> => database.transact(system, run);

const countSecrets = async (): Promise<number> => {
  const { rows } = await client.query(
    "SELECT count(*)::int AS count FROM secret WHERE purpose = 'benchmark_account'",
  );
  return rows[0].count;
};

const figures: BenchmarkFigures = {
  seconds: 30,
  transactions: 3_000,
  tps: 100,
  qps: 2_000,
  errorsPerSecond: 0.5,
  reconnects: null,
  latency: {
    minMs: 1.5,
    meanMs: 5,
    maxMs: 400,
    p50: { ms: 4, isAtLeast: false },
    p95: { ms: 12.5, isAtLeast: true },
    p99: null,
  },
};

async function findRun(id: string, ordinal: number): Promise<BenchmarkRun | undefined> {
  return (await database.benchmarks.listRuns(id)).find((run) => run.ordinal === ordinal);
}

/** Puts its instants where the database's clock cannot be now. */
async function age(table: "benchmark" | "benchmark_run", id: string): Promise<void> {
  await client.query(
    `UPDATE ${table} SET ended_at = ended_at - interval '1 hour' WHERE ${table === "benchmark" ? "id" : "benchmark_id"} = $1`,
    [id],
  );
}

describe("a benchmark", () => {
  test("follows no article where it was stored before there were presets", async () => {
    const id = await createBenchmark(database, clusterId);
    await client.query("UPDATE benchmark SET fields = fields - 'preset' WHERE id = $1", [id]);
    expect((await database.benchmarks.find(id))?.preset).toBeNull();
  });

  test("keeps its tables where it was stored before there was a choice", async () => {
    const id = await createBenchmark(database, clusterId, { hygiene: "restart_servers" });
    expect((await database.benchmarks.find(id))?.hygiene).toBe("restart_servers");
    await client.query("UPDATE benchmark SET fields = fields - 'hygiene' WHERE id = $1", [id]);
    expect((await database.benchmarks.find(id))?.hygiene).toBe("keep_tables");
  });

  test("keeps what was done before a run, as it was stored last, when the run begins and ends", async () => {
    const id = await createBenchmark(database, clusterId);
    const draft = draftRun(0);
    await change((unit) => unit.benchmarks.addRuns(id, [draft]));
    expect(await findRun(id, 0)).not.toHaveProperty("preparation");
    const clear = { kind: "clear", name: null, ms: 40 } as const;
    const preparation = [clear, { kind: "restart", name: "db2", ms: 9_000 } as const];
    await change((unit) => unit.benchmarks.setPreparation(draft.id, [clear]));
    await change((unit) => unit.benchmarks.setPreparation(draft.id, preparation));
    expect(await findRun(id, 0)).toMatchObject({ state: "waiting", preparation });
    await change((unit) => unit.benchmarks.startRun(draft.id));
    await change((unit) => unit.benchmarks.endRun(draft.id, { state: "done", figures, reason: null }));
    expect(await findRun(id, 0)).toMatchObject({ state: "done", preparation });
    await expect(change((unit) => unit.benchmarks.setPreparation(newId(), []))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("is read as it was stored, with as many runs to come as its blocks will have", async () => {
    const { password, ...draft } = draftBenchmark(clusterId);
    await change((unit) => unit.benchmarks.create({ ...draft, password }));
    const stored = await database.benchmarks.find(draft.id);
    expect(stored).toEqual({
      ...draft,
      state: "preparing",
      pause: null,
      data: null,
      tags: [],
      isPinned: false,
      notes: "",
      system: null,
      runsDone: 0,
      runsTotal: 8,
      createdAt: expect.any(String),
      endedAt: null,
      runs: [],
    });
    expect(await database.benchmarks.findPassword(draft.id)).toBe(password);
    expect(JSON.stringify(stored)).not.toContain(password);
    expect(await database.benchmarks.find(newId())).toBeNull();
    expect(await database.benchmarks.findPassword(newId())).toBeNull();
  });

  test("that is stored a second time, or twice at once, stays as it is and has one password", async () => {
    const before = await countSecrets();
    const draft = draftBenchmark(clusterId);
    await Promise.all(
      ["first", "second"].map((password) => change((unit) => unit.benchmarks.create({ ...draft, password }))),
    );
    const password = await database.benchmarks.findPassword(draft.id);
    await change((unit) => unit.benchmarks.create({ ...draft, name: "another", password: "third" }));
    expect((await database.benchmarks.find(draft.id))?.name).toBe(draft.name);
    expect(await database.benchmarks.findPassword(draft.id)).toBe(password);
    expect(await countSecrets()).toBe(before + 1);
  });

  test("that has ended keeps its end and its state, has no password, and no run goes on", async () => {
    const before = await countSecrets();
    const id = await createBenchmark(database, clusterId);
    const runs = [draftRun(0), draftRun(1), draftRun(2)];
    await change((unit) => unit.benchmarks.addRuns(id, runs));
    await change((unit) => unit.benchmarks.startRun(runs[0]?.id ?? ""));
    await change((unit) =>
      unit.benchmarks.endRun(runs[0]?.id ?? "", { state: "done", figures, reason: null }),
    );
    await change((unit) => unit.benchmarks.startRun(runs[1]?.id ?? ""));
    await change((unit) => unit.benchmarks.finish(id, "cancelled"));
    expect(await countSecrets()).toBe(before);
    expect(await database.benchmarks.findPassword(id)).toBeNull();
    await age("benchmark", id);
    const ended = await database.benchmarks.find(id);
    expect(ended).toMatchObject({ state: "cancelled", runsDone: 2, runsTotal: 8 });
    expect(ended?.runs.map(({ state, endedAt }) => [state, endedAt !== null])).toEqual([
      ["done", true],
      ["void", true],
      ["waiting", false],
    ]);
    await change((unit) => unit.benchmarks.finish(id, "succeeded"));
    await change((unit) => unit.benchmarks.setState(id, "running"));
    expect(await database.benchmarks.find(id)).toEqual(ended);
  });

  test("tells how it goes on and what its data came to", async () => {
    const id = await createBenchmark(database, clusterId);
    await change((unit) => unit.benchmarks.setData(id, { seconds: 12.5, rows: 40_000, bytes: null }));
    await change((unit) => unit.benchmarks.setState(id, "running"));
    expect(await database.benchmarks.find(id)).toMatchObject({
      state: "running",
      data: { seconds: 12.5, rows: 40_000, bytes: null },
    });
  });

  test("keeps its servers and hosts as they were read first, and a list has them not", async () => {
    const id = await createBenchmark(database, clusterId);
    const machine = { kernel: "6.1.0", cpuModel: null, cpus: 2, memoryBytes: 4_096 };
    const server = { version: "8.4.6", variables: { sync_binlog: "1" } };
    const system: MeasuredSystem = {
      readAt: "2026-11-28T10:00:00.000Z",
      servers: [{ memberId: newId(), name: "db1", isPrimary: true, server, machine }],
      loadMachine: machine,
    };
    await change((unit) => unit.benchmarks.setSystem(id, system));
    await change((unit) => unit.benchmarks.setSystem(id, { ...system, servers: [] }));
    expect((await database.benchmarks.find(id))?.system).toEqual(system);
    const { items } = await database.benchmarks.list(clusterId, { after: null, limit: 100 });
    expect(items.some((one) => "system" in one)).toBe(false);
  });

  test.each<[string, (unit: UnitOfWork) => Promise<unknown>]>([
    [
      "servers",
      (unit) =>
        unit.benchmarks.setSystem(newId(), {
          readAt: "2026-11-28T10:00:00.000Z",
          servers: [],
          loadMachine: null,
        }),
    ],
    ["state", (unit) => unit.benchmarks.setState(newId(), "running")],
    ["data", (unit) => unit.benchmarks.setData(newId(), { seconds: 1, rows: 1, bytes: 1 })],
    ["runs", (unit) => unit.benchmarks.addRuns(newId(), [draftRun(0)])],
    ["start of a run", (unit) => unit.benchmarks.startRun(newId())],
    [
      "end of a run",
      (unit) => unit.benchmarks.endRun(newId(), { state: "void", figures: null, reason: null }),
    ],
    ["end", (unit) => unit.benchmarks.finish(newId(), "failed")],
  ])("that is not there has no %s", async (_what, write) => {
    await expect(change(write)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a run", () => {
  test("that is added again under its ordinal stays as it is", async () => {
    const id = await createBenchmark(database, clusterId);
    const runs = [draftRun(0), draftRun(1, { arm: 1, threads: 16, block: 1 })];
    await change((unit) => unit.benchmarks.addRuns(id, runs));
    await change((unit) => unit.benchmarks.startRun(runs[0]?.id ?? ""));
    await change((unit) => unit.benchmarks.addRuns(id, [draftRun(1), draftRun(0), draftRun(2)]));
    const stored = await database.benchmarks.listRuns(id);
    expect(stored).toMatchObject([
      { ...runs[0], state: "running" },
      { ...runs[1], state: "waiting" },
      { ordinal: 2 },
    ]);
  });

  test("begins and ends by the database's clock, and a second end changes only how it ended", async () => {
    const id = await createBenchmark(database, clusterId);
    const run = draftRun(0);
    const reason = message("why.benchmark_nothing");
    await change((unit) => unit.benchmarks.addRuns(id, [run]));
    expect(await findRun(id, 0)).toMatchObject({ state: "waiting", startedAt: null, endedAt: null });
    await change((unit) => unit.benchmarks.startRun(run.id));
    await change((unit) => unit.benchmarks.endRun(run.id, { state: "done", figures, reason: null }));
    const { rows } = await client.query("SELECT clock_timestamp() AS now");
    const done = await findRun(id, 0);
    expect(done).toMatchObject({ state: "done", figures, reason: null });
    const times = [done?.startedAt, done?.endedAt, rows[0].now.toISOString()];
    expect([...times].sort()).toEqual(times);
    await age("benchmark_run", id);
    const aged = await findRun(id, 0);
    await change((unit) => unit.benchmarks.endRun(run.id, { state: "void", figures, reason }));
    expect(await findRun(id, 0)).toEqual({ ...aged, state: "void", reason });
  });

  test("that was over and is started again has nothing of what was measured before; one that goes on keeps it", async () => {
    const id = await createBenchmark(database, clusterId);
    const run = draftRun(0);
    const countPoints = async () => {
      const [series] = await database.benchmarks.listSeries(id, { block: 0, threads: 4 });
      return series?.points.length;
    };
    await change((unit) => unit.benchmarks.addRuns(id, [run]));
    await change((unit) => unit.benchmarks.startRun(run.id));
    await change((unit) => unit.benchmarks.recordSeconds(run.id, [second(1), second(2)]));
    await change((unit) => unit.benchmarks.startRun(run.id));
    expect(await countPoints()).toBe(2);
    const reason = message("why.benchmark_no_summary");
    await change((unit) => unit.benchmarks.endRun(run.id, { state: "failed", figures: null, reason }));
    await change((unit) => unit.benchmarks.startRun(run.id));
    expect(await countPoints()).toBe(0);
    expect(await findRun(id, 0)).toMatchObject({ state: "running", endedAt: null, reason: null });
  });
});

describe("a list of benchmarks", () => {
  test("has those of one cluster, newest first, page by page, with how many of their runs are over", async () => {
    const [mine, other] = [await createCluster(database), await createCluster(database)];
    const ids: string[] = [];
    for (const at of [1, 2, 3]) ids.push(await createBenchmark(database, mine.id, { id: newId(at * 1_000) }));
    await createBenchmark(database, other.id);
    const runs = Array.from({ length: 10 }, (_, ordinal) => draftRun(ordinal));
    await change((unit) => unit.benchmarks.addRuns(ids[1] ?? "", runs));
    for (const state of ["done", "void", "failed"] as const)
      await change((unit) =>
        unit.benchmarks.endRun(runs.pop()?.id ?? "", { state, figures: null, reason: null }),
      );
    const first = await database.benchmarks.list(mine.id, { after: null, limit: 2 });
    expect(first.items.map(({ id, runsDone, runsTotal }) => [id, runsDone, runsTotal])).toEqual([
      [ids[2], 0, 8],
      [ids[1], 3, 10],
    ]);
    expect(first.items[0]).not.toHaveProperty("runs");
    expect(first.nextCursor).not.toBeNull();
    const rest = await database.benchmarks.list(mine.id, { after: { key: "", id: ids[1] ?? "" }, limit: 2 });
    expect(rest).toMatchObject({ items: [{ id: ids[0] }], nextCursor: null });
  });

  test("takes the most runs that a benchmark can have", async () => {
    const id = await createBenchmark(database, clusterId);
    const runs = Array.from({ length: 8_000 }, (_, ordinal) => draftRun(ordinal));
    await change((unit) => unit.benchmarks.addRuns(id, runs));
    expect(await database.benchmarks.find(id)).toMatchObject({ runsTotal: 8_000 });
  });
});

describe("what was measured", () => {
  test.each(["preparing", "running"] as const)(
    "cannot be deleted while the benchmark is %s",
    async (state) => {
      const id = await createBenchmark(database, clusterId);
      await change((unit) => unit.benchmarks.setState(id, state));
      const refusal = await change((unit) => unit.benchmarks.remove(id));
      expect(isRefusal(refusal) && refusal).toMatchObject({
        code: "in_use",
        errors: [{ code: "benchmark_running" }],
      });
      expect(await database.benchmarks.find(id)).not.toBeNull();
    },
  );

  test("goes with the benchmark", async () => {
    const id = await createBenchmark(database, clusterId);
    const run = draftRun(0);
    await change((unit) => unit.benchmarks.addRuns(id, [run]));
    await change((unit) => unit.benchmarks.recordSeconds(run.id, [second(1)]));
    await change((unit) => unit.benchmarks.finish(id, "succeeded"));
    expect(await change((unit) => unit.benchmarks.remove(id))).toBeNull();
    expect(await database.benchmarks.find(id)).toBeNull();
    const { rows } = await client.query("SELECT 1 FROM benchmark_series WHERE run_id = $1", [run.id]);
    expect(rows).toEqual([]);
    expect(await change((unit) => unit.benchmarks.remove(id))).toMatchObject({ code: "not_found" });
  });

  test("goes with the cluster, and so does the password of one that never ended", async () => {
    const before = await countSecrets();
    const { id: gone } = await createCluster(database);
    const id = await createBenchmark(database, gone);
    expect(await change((unit) => unit.clusters.remove(gone))).toBeNull();
    expect(await database.benchmarks.find(id)).toBeNull();
    expect(await countSecrets()).toBe(before);
  });
});

test("of every change that a page shows there is a notification, and of the seconds none", async () => {
  const heard: Notification[] = [];
  const listening = new AbortController();
  let gaps = 0;
  const running = database.listen(
    { onNotification: (one) => heard.push(one), onGap: () => (gaps += 1) },
    listening.signal,
  );
  await vi.waitFor(() => expect(gaps).toBe(1), { timeout: 120_000 });
  const draft = draftBenchmark(clusterId);
  const { id } = draft;
  const run = draftRun(0);
  const told = { kind: "benchmark", benchmarkId: id, clusterId };
  const writes: ((unit: UnitOfWork) => Promise<unknown>)[] = [
    (unit) => unit.benchmarks.create(draft),
    (unit) => unit.benchmarks.setData(id, { seconds: 1, rows: 1, bytes: 1 }),
    (unit) => unit.benchmarks.setState(id, "running"),
    (unit) => unit.benchmarks.addRuns(id, [run]),
    (unit) => unit.benchmarks.startRun(run.id),
    (unit) => unit.benchmarks.endRun(run.id, { state: "done", figures, reason: null }),
    (unit) => unit.benchmarks.finish(id, "succeeded"),
    (unit) => unit.benchmarks.remove(id),
  ];
  for (const [index, write] of writes.entries()) {
    await change(write);
    await vi.waitFor(() => expect(heard).toEqual(Array.from({ length: index + 1 }, () => told)), {
      timeout: 120_000,
    });
  }
  heard.length = 0;
  const other = await createBenchmark(database, clusterId);
  const silent = draftRun(0);
  await change((unit) => unit.benchmarks.addRuns(other, [silent]));
  await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 120_000 });
  await change((unit) => unit.benchmarks.recordSeconds(silent.id, [second(1)]));
  await change((unit) => unit.settings.set("after-the-seconds", {}, null));
  await vi.waitFor(() => expect(heard.at(-1)?.kind).toBe("setting"), { timeout: 120_000 });
  expect(heard).toHaveLength(3);
  listening.abort();
  await running;
});
