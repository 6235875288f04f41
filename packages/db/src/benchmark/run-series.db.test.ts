import { maxRunPoints, type RunPoint } from "@primacy/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import { newId } from "../connection/new-id";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import { createBenchmark, draftRun, second } from "./benchmark.fixture";
import type { RunSecond } from "./run-seconds";

const system = systemActor("worker");
let opened: TestDatabase;
let database: Database;
let client: pg.Client;
let benchmarkId: string;
let ordinal = 0;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  benchmarkId = await createBenchmark(database, (await createCluster(database)).id);
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

/** A run alone in its block. */
async function addRun(): Promise<{ readonly id: string; readonly block: number }> {
  ordinal += 1;
  const run = draftRun(ordinal, { block: ordinal });
  await database.transact(system, (unit) => unit.benchmarks.addRuns(benchmarkId, [run]));
  return run;
}

const record = (runId: string, seconds: readonly RunSecond[]): Promise<void> =>
  database.transact(system, (unit) => unit.benchmarks.recordSeconds(runId, seconds));

const range = (from: number, to: number): RunSecond[] =>
  Array.from({ length: to - from + 1 }, (_, index) => second(from + index, { tps: from + index }));

async function readPoints(block: number): Promise<readonly RunPoint[]> {
  const [series] = await database.benchmarks.listSeries(benchmarkId, { block, threads: 4 });
  return series?.points ?? [];
}

async function readRows(
  runId: string,
): Promise<readonly { minute: number; data: Record<string, number[]> }[]> {
  const text = "SELECT minute, data FROM benchmark_series WHERE run_id = $1 ORDER BY minute";
  return (await client.query(text, [runId])).rows;
}

describe("the seconds of a run", () => {
  test("are stored by the minute, in arrays of equal length", async () => {
    const run = await addRun();
    await record(run.id, range(1, 121));
    const rows = await readRows(run.id);
    expect(rows.map(({ minute, data }) => [minute, data.second?.[0], data.second?.length])).toEqual([
      [0, 1, 60],
      [1, 61, 60],
      [2, 121, 1],
    ]);
    for (const { data } of rows) {
      expect(Object.keys(data).sort()).toEqual(
        ["errors", "latencyMs", "qps", "reconnects", "second", "threads", "tps"].sort(),
      );
      expect(new Set(Object.values(data).map((one) => one.length)).size).toBe(1);
    }
  });

  test("are there once, in order, and as they came last, in whichever parts and however often they come", async () => {
    const run = await addRun();
    const whole = range(1, 130);
    await record(run.id, range(1, 10));
    await record(run.id, range(8, 70).reverse());
    await record(run.id, [
      second(9, { tps: -1 }),
      second(61, { tps: -1, latencyMs: null, reconnects: null }),
    ]);
    await record(run.id, [second(2, { tps: -1 }), ...range(100, 130), second(130, { tps: -1 })]);
    const partly = await readRows(run.id);
    expect(partly.flatMap(({ data }) => data.second)).toEqual(
      [...range(1, 70), ...range(100, 130)].map((one) => one.second),
    );
    const changed = partly.flatMap(({ data }) => data.second?.filter((_, index) => data.tps?.[index] === -1));
    expect(changed).toEqual([2, 9, 61, 130]);
    expect(partly[1]?.data).toMatchObject({ latencyMs: expect.arrayContaining([null]) });
    // Whoever reads the output again from its beginning writes the same rows again.
    await record(run.id, whole);
    const rows = await readRows(run.id);
    expect(rows.flatMap(({ data }) => data.second)).toEqual(whole.map((one) => one.second));
    expect(rows.flatMap(({ data }) => data.tps)).toEqual(whole.map(({ tps }) => tps));
    await record(run.id, whole);
    expect(await readRows(run.id)).toEqual(rows);
    await record(run.id, []);
    expect(await readRows(run.id)).toEqual(rows);
  });

  test("are all there when two write parts of the same minute at once", async () => {
    const run = await addRun();
    await record(run.id, range(1, 1));
    const parts = Array.from({ length: 6 }, (_, part) => range(part * 10 + 1, part * 10 + 10));
    await Promise.all(parts.map((part) => record(run.id, part)));
    const [row] = await readRows(run.id);
    expect(row?.data.second).toEqual(range(1, 60).map((one) => one.second));
  });

  test("of a run that is not there are not stored", async () => {
    await expect(record(newId(), range(1, 1))).rejects.toThrow();
  });
});

describe("a curve", () => {
  test("has a point for each second up to 300 seconds", async () => {
    const run = await addRun();
    await record(run.id, [
      ...range(1, 299),
      second(300, { tps: 12.5, qps: 250.25, latencyMs: 0.75, errors: 2, reconnects: 1 }),
    ]);
    const points = await readPoints(run.block);
    const figure = (value: number) => ({ min: value, mean: value, max: value });
    expect(points).toHaveLength(300);
    expect(points.at(-1)).toEqual({
      second: 300,
      tps: figure(12.5),
      qps: figure(250.25),
      latencyMs: figure(0.75),
      errors: figure(2),
      reconnects: figure(1),
    });
  });

  test.each([
    [301, 2, 151],
    [3_600, 12, 300],
    [43_200, 144, 300],
  ])(
    "of %i seconds has steps of %i s and %i points, none of which hides a stall of one second",
    async (seconds, step, count) => {
      const run = await addRun();
      const stalled = Math.floor(seconds / 2);
      const all = range(1, seconds).map((one) => ({ ...one, tps: one.second === stalled ? 0 : 100 }));
      await record(run.id, all);
      const [series] = await database.benchmarks.listSeries(benchmarkId, { block: run.block, threads: 4 });
      expect(series).toMatchObject({ runId: run.id, arm: 0, stepSeconds: step });
      expect(series?.points).toHaveLength(count);
      expect(count).toBeLessThanOrEqual(maxRunPoints);
      expect(series?.points.map((point) => point.second)).toEqual(
        Array.from({ length: count }, (_, index) => index * step + 1),
      );
      const stalls = series?.points.filter(({ tps }) => tps?.min === 0) ?? [];
      expect(stalls).toHaveLength(1);
      expect(stalls[0]?.tps).toEqual({ min: 0, mean: expect.closeTo(100 - 100 / step), max: 100 });
      expect(stalls[0]?.second).toBe(Math.floor((stalled - 1) / step) * step + 1);
    },
  );

  test("leaves out what nobody measured, and has an empty point where whole seconds are missing", async () => {
    const run = await addRun();
    const gone = { latencyMs: null, reconnects: null };
    const all = [...range(3, 600).filter((one) => one.second < 101 || one.second > 110)];
    await record(
      run.id,
      all.map((one) => {
        if (one.second === 5) return { ...one, ...gone, latencyMs: 9 };
        if (one.second === 6 || one.second === 11 || one.second === 12) return { ...one, ...gone };
        return one;
      }),
    );
    const points = await readPoints(run.block);
    expect(points).toHaveLength(300);
    const at = (wanted: number) => points.find((point) => point.second === wanted);
    const nothing = { tps: null, qps: null, latencyMs: null, errors: null, reconnects: null };
    expect(at(5)).toMatchObject({ latencyMs: { min: 9, mean: 9, max: 9 }, reconnects: null });
    expect(at(11)).toMatchObject({
      tps: { min: 11, mean: 11.5, max: 12 },
      latencyMs: null,
      reconnects: null,
    });
    for (const missing of [1, 101, 109]) expect(at(missing)).toEqual({ second: missing, ...nothing });
    expect(at(99)?.tps).toEqual({ min: 99, mean: 99.5, max: 100 });
  });

  test("is that of each run of one block and thread count alone, in their order", async () => {
    const block = 1_000;
    const runs = [
      draftRun(1_003, { block, arm: 1 }),
      draftRun(1_001, { block, arm: 0 }),
      draftRun(1_002, { block, arm: 2 }),
      draftRun(1_004, { block, threads: 16 }),
      draftRun(1_005, { block: block + 1 }),
    ];
    await database.transact(system, (unit) => unit.benchmarks.addRuns(benchmarkId, runs));
    for (const run of runs) if (run.arm !== 2) await record(run.id, range(1, run.arm === 1 ? 400 : 3));
    const series = await database.benchmarks.listSeries(benchmarkId, { block, threads: 4 });
    expect(
      series.map(({ runId, arm, stepSeconds, points }) => [runId, arm, stepSeconds, points.length]),
    ).toEqual([
      [runs[1]?.id, 0, 1, 3],
      [runs[2]?.id, 2, 1, 0],
      [runs[0]?.id, 1, 2, 200],
    ]);
    expect(await database.benchmarks.listSeries(newId(), { block, threads: 4 })).toEqual([]);
  });

  test("is made of what the program that makes the load said, and of no other source", async () => {
    const run = await addRun();
    await record(run.id, range(1, 2));
    await client.query(
      "INSERT INTO benchmark_series SELECT run_id, 'host', minute, data FROM benchmark_series WHERE run_id = $1",
      [run.id],
    );
    expect((await readPoints(run.block)).map(({ tps }) => tps?.mean)).toEqual([1, 2]);
  });
});
