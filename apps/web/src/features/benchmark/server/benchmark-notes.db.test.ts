import { Benchmark, BenchmarkTrend, pageOf } from "@primacy/contract";
import { type ClusterRecord, newId, systemActor, type UnitOfWork } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { addBenchmark, addCluster } from "../../../server/testing/register";

let tested: TestConsole;
let cluster: ClusterRecord;
beforeAll(async () => {
  tested = await openConsole();
  cluster = await addCluster(tested.database);
});
afterAll(() => tested.close());

const operator = () => ({ token: tested.people.operator.token });
const viewer = () => ({ token: tested.people.viewer.token });
const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  tested.database.transact(systemActor("test"), act);
const change = (id: string, body: object, as = operator()) =>
  tested.ask("PATCH", `/benchmarks/${id}`, { ...as, body });
const detailOf = async (id: string) => (await tested.ask("GET", `/benchmarks/${id}`, viewer())).json;

describe("tags and notes of a benchmark", () => {
  it("are set by an operator, each by itself, and who did it is kept", async () => {
    const id = await addBenchmark(tested.database, cluster.id);
    const told = await change(id, { tags: [" nightly ", "8.4.6"] });
    expect([told.status, told.json.tags]).toEqual([200, ["nightly", "8.4.6"]]);
    await change(id, { notes: "First line.\nSecond line." });
    expect(await detailOf(id)).toMatchObject({
      tags: ["nightly", "8.4.6"],
      notes: "First line.\nSecond line.",
      isPinned: false,
    });
    const { items } = await tested.database.audit.list(
      { action: "benchmark.change" },
      { after: null, limit: 9 },
    );
    expect(items.map(({ detail }) => detail)).toContainEqual({ clusterId: cluster.id, changed: ["notes"] });
    await change(id, { tags: [], notes: "" });
    expect(await detailOf(id)).toMatchObject({ tags: [], notes: "" });
  });

  it("are not a viewer's to set, and not of a benchmark that is not there", async () => {
    const id = await addBenchmark(tested.database, cluster.id);
    expect((await change(id, { tags: ["x"] }, viewer())).status).toBe(403);
    expect((await change(newId(), { tags: ["x"] })).status).toBe(404);
    expect((await detailOf(id)).tags).toEqual([]);
  });

  it.each([
    ["no change at all", {}, "change_empty"],
    ["a tag twice", { tags: ["a", "a "] }, "benchmark_same_tag"],
    ["an empty tag", { tags: [" "] }, "name_required"],
    ["a field that there is not", { name: "x" }, null],
    ["too many tags", { tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }, null],
    ["notes that are too long", { notes: "x".repeat(4_001) }, null],
  ])("are refused with %s", async (_what, body, code) => {
    const id = await addBenchmark(tested.database, cluster.id);
    const told = await change(id, body);
    expect(told.status).toBe(422);
    if (code !== null) expect(JSON.stringify(told.json.errors)).toContain(code);
  });

  it("leave in a list those that have the tag", async () => {
    const { id: own } = await addCluster(tested.database);
    const [first, second] = [
      await addBenchmark(tested.database, own),
      await addBenchmark(tested.database, own),
    ];
    await change(first, { tags: ["a", "b"] });
    await change(second, { tags: ["ab"] });
    const list = async (tag: string) => {
      const told = await tested.ask("GET", `/clusters/${own}/benchmarks?tag=${tag}`, viewer());
      return pageOf(Benchmark)
        .parse(told.json)
        .items.map(({ id }) => id);
    };
    expect(await list("a")).toEqual([first]);
    expect(await list("ab")).toEqual([second]);
    expect(await list("c")).toEqual([]);
  });
});

describe("the pinned benchmark", () => {
  it("is one of its cluster at most, though two are pinned at once, and may be none", async () => {
    const { id: own } = await addCluster(tested.database);
    const ids = [await addBenchmark(tested.database, own), await addBenchmark(tested.database, own)];
    const elsewhere = await addBenchmark(tested.database, cluster.id);
    await change(elsewhere, { isPinned: true });
    await Promise.all(ids.map((id) => change(id, { isPinned: true })));
    const pins = async () => {
      const details = await Promise.all(ids.map(detailOf));
      return details.filter(({ isPinned }) => isPinned).length;
    };
    expect(await pins()).toBe(1);
    for (const id of ids) await change(id, { isPinned: false });
    expect(await pins()).toBe(0);
    expect((await detailOf(elsewhere)).isPinned).toBe(true);
  });
});

describe("the trend of a cluster", () => {
  it("has what was measured of those that have ended, in time, and the pinned one though it is older than fifty others", async () => {
    const { id: own } = await addCluster(tested.database);
    const figures = (tps: number) => ({
      ...{ seconds: 30, transactions: 1, tps, qps: 1, errorsPerSecond: 0, reconnects: null },
      latency: { minMs: null, meanMs: null, maxMs: null, p50: null, p95: null, p99: null },
    });
    const measure = async (at: number, tps: number, isEnded = true) => {
      const id = await addBenchmark(tested.database, own, { id: newId(at * 1_000) });
      await store(async (unit) => {
        const runs = [0, 1].map((block) => ({ id: newId(), ordinal: block, block, threads: 4, arm: 0 }));
        await unit.benchmarks.addRuns(id, runs);
        for (const run of runs)
          await unit.benchmarks.endRun(run.id, {
            state: run.block === 0 ? "done" : "void",
            figures: figures(tps),
            reason: null,
          });
        if (isEnded) await unit.benchmarks.finish(id, "succeeded");
      });
      return id;
    };
    const first = await measure(1, 100);
    await change(first, { isPinned: true });
    for (let at = 2; at < 53; at += 1) await measure(at, 100 + at);
    const goesOn = await measure(60, 900, false);
    const told = await tested.ask("GET", `/clusters/${own}/benchmarks/trend`, viewer());
    const { points } = BenchmarkTrend.parse(told.json);
    expect(points).toHaveLength(51);
    expect(points.find(({ isPinned }) => isPinned)).toMatchObject({
      id: first,
      arms: [{ figures: [{ threads: 4, min: 100, mean: 100, max: 100 }], losses: [] }],
    });
    expect(points.some(({ id }) => id === goesOn)).toBe(false);
    expect((await tested.ask("GET", `/clusters/${newId()}/benchmarks/trend`, viewer())).status).toBe(404);
  });
});
