import { maxRunPoints } from "@primacy/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import { newId } from "../connection/new-id";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import { createBenchmark, draftRun, second } from "./benchmark.fixture";
import type { SourceSecond, SourceSeconds } from "./run-seconds";

const system = systemActor("worker");
let opened: TestDatabase;
let database: Database;
let benchmarkId: string;
let ordinal = 0;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
  benchmarkId = await createBenchmark(database, (await createCluster(database)).id);
});
afterAll(() => opened.close());

async function addRun(): Promise<string> {
  ordinal += 1;
  const run = draftRun(ordinal, { block: ordinal });
  await database.transact(system, (unit) => unit.benchmarks.addRuns(benchmarkId, [run]));
  return run.id;
}

const record = (runId: string, ...sources: SourceSeconds[]): Promise<void> =>
  database.transact(system, (unit) => unit.benchmarks.recordSources(runId, sources));

const range = (from: number, to: number, values: SourceSecond["values"]): SourceSecond[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ second: from + index, values }));

const host = (id: string, seconds: readonly SourceSecond[]): SourceSeconds => ({ kind: "host", id, seconds });
const member = (id: string, seconds: readonly SourceSecond[]): SourceSeconds => ({
  kind: "member",
  id,
  seconds,
});

const curves = (run: string, metric: "cpu" | "networkOut" | "apply") =>
  database.benchmarks.findSourceCurves(benchmarkId, { run, metric });

describe("what hosts and members did during a run", () => {
  test("is read whole, an hour of a source at a time: every second once, in order, and none of the load", async () => {
    const [run, other] = [await addRun(), await addRun()];
    const [one = "", two = "", db1 = ""] = [newId(), newId(), newId()].sort();
    await database.transact(system, (unit) => unit.benchmarks.recordSeconds(run, [second(1)]));
    await record(
      run,
      host(one, range(1, 9_000, { cpu: 0.5 })),
      host(two, [...range(1, 3, { cpu: 1 }), ...range(7_300, 7_301, { diskBusy: 0.2 })]),
    );
    await record(run, member(db1, range(61, 61, { primary: 1, apply: 7 })));
    await record(other, host(one, range(1, 5, { cpu: 0.1 })));
    const found = new Map<string, number[]>();
    let largest = 0;
    for await (const { kind, id, seconds } of database.benchmarks.readSources(run)) {
      const known = found.get(`${kind} ${id}`) ?? [];
      found.set(`${kind} ${id}`, [...known, ...seconds.map((each) => each.second)]);
      largest = Math.max(largest, seconds.length);
      if (kind === "member")
        expect(seconds).toEqual([
          { second: 61, values: { primary: 1, certify: null, apply: 7, throttled: null } },
        ]);
    }
    expect([...found]).toEqual([
      [`host ${one}`, Array.from({ length: 9_000 }, (_, n) => n + 1)],
      [`host ${two}`, [1, 2, 3, 7_300, 7_301]],
      [`member ${db1}`, [61]],
    ]);
    expect(largest).toBe(60);
    expect(await database.benchmarks.listPrimaryMembers(run)).toEqual([db1]);
  });

  test("is kept beside its load, each figure by itself, in whichever parts it comes", async () => {
    const run = await addRun();
    const [one, other, db1] = [newId(), newId(), newId()].sort();
    if (one === undefined || other === undefined || db1 === undefined) throw new Error("no ids");
    await database.transact(system, (unit) => unit.benchmarks.recordSeconds(run, [second(1), second(2)]));
    await record(
      run,
      host(one, range(1, 2, { cpu: 0.5, networkOut: 10 })),
      host(other, range(2, 2, { cpu: 1 })),
    );
    await record(
      run,
      host(one, range(2, 3, { cpu: 0.25 })),
      member(db1, range(1, 1, { primary: 1, apply: 7 })),
    );
    const figure = (value: number) => ({ min: value, mean: value, max: value });
    expect(await curves(run, "cpu")).toEqual({
      stepSeconds: 1,
      primaryMembers: [db1],
      curves: [
        {
          kind: "host",
          id: one,
          points: [
            { second: 1, figure: figure(0.5) },
            { second: 2, figure: figure(0.25) },
            { second: 3, figure: figure(0.25) },
          ],
        },
        {
          kind: "host",
          id: other,
          points: [
            { second: 1, figure: null },
            { second: 2, figure: figure(1) },
          ],
        },
      ],
    });
    expect((await curves(run, "networkOut"))?.curves[0]?.points.map((point) => point.figure?.mean)).toEqual([
      10,
      undefined,
      undefined,
    ]);
    expect((await curves(run, "apply"))?.curves).toEqual([
      { kind: "member", id: db1, points: [{ second: 1, figure: figure(7) }] },
    ]);
    const [load] = await database.benchmarks.listSeries(benchmarkId, { block: ordinal, threads: 4 });
    expect(load?.points).toHaveLength(2);
  });

  test("has the same step for all, at most 300 points each, and loses neither its lowest nor its highest second", async () => {
    const run = await addRun();
    const [long, short] = ["10000000-0000-4000-8000-000000000001", "10000000-0000-4000-8000-000000000002"];
    const seconds = range(1, 3_600, { cpu: 0.5 }).map((at) =>
      at.second === 1_800 ? { ...at, values: { cpu: 1 } } : at,
    );
    await record(run, host(long, seconds), host(short, range(1, 13, { cpu: 0.1 })));
    const found = await curves(run, "cpu");
    expect(found?.stepSeconds).toBe(12);
    expect(found?.curves.map(({ points }) => points.length)).toEqual([maxRunPoints, 2]);
    const peaks = found?.curves[0]?.points.filter(({ figure }) => figure?.max === 1) ?? [];
    expect(peaks).toMatchObject([{ second: 1_789, figure: { min: 0.5 } }]);
  });

  test("is nothing where nobody was asked, and of another benchmark's run there is none", async () => {
    const run = await addRun();
    expect(await curves(run, "cpu")).toEqual({ stepSeconds: 1, curves: [], primaryMembers: [] });
    const elsewhere = await database.benchmarks.findSourceCurves(newId(), { run, metric: "cpu" });
    expect([elsewhere, await curves(newId(), "cpu")]).toEqual([null, null]);
  });

  test("comes to the mean traffic of each host, its warm-up and its gaps left out", async () => {
    const run = await addRun();
    const [one, other] = [newId(), newId()];
    await record(
      run,
      host(one, [
        ...range(1, 5, { networkIn: 9e9, networkOut: 9e9 }),
        ...range(6, 7, { networkIn: 10, networkOut: 100 }),
        ...range(8, 9, { cpu: 1 }),
        ...range(10, 11, { networkIn: 30, networkOut: 300 }),
      ]),
      host(other, range(1, 11, { cpu: 1 })),
      member(newId(), range(1, 11, { primary: 0 })),
    );
    expect(await database.benchmarks.readTraffic(run, 6)).toEqual({
      hosts: [{ hostId: one, seconds: 4, inBytes: 20, outBytes: 200 }],
      primaryMembers: [],
    });
  });
});
