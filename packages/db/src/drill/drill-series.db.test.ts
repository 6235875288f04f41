import { isRefusal, message, type Operation, type Refusal } from "@primacy/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { ClusterRecord } from "../cluster/cluster-row";
import { newId } from "../connection/new-id";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import type { UnitOfWork } from "../unit-of-work/unit-of-work";
import type { ClaimedDrillSeries, DrillSeriesChange, DrillSeriesDraft } from "./drill-series-repository";

const now = new Date("2026-11-28T02:00:00.000Z");
const later = new Date(now.getTime() + 60_000);

let opened: TestDatabase;
let cluster: ClusterRecord;
beforeAll(async () => {
  opened = await openTestDatabase();
  cluster = await createCluster(opened.database);
});
afterAll(() => opened.close());

const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);

function draft(changes: Partial<DrillSeriesDraft> = {}): DrillSeriesDraft {
  return {
    clusterId: cluster.id,
    name: "Nightly",
    faults: [{ kind: "kill_mysqld", restarts: false }, { kind: "stop_mysqld" }],
    endpoints: [{ address: "10.0.0.100", port: 3306 }],
    readEndpoints: [{ address: "10.0.0.12", port: 3306 }],
    observerHostId: null,
    objectiveMs: 30_000,
    runs: 3,
    schedule: null,
    nextAt: null,
    requestedBy: "alice",
    ...changes,
  };
}

const create = (changes: Partial<DrillSeriesDraft> = {}) =>
  store((unit) => unit.drillSeries.create(draft(changes)));
const claim = (at = now, leaseSeconds = 60) =>
  store((unit) => unit.drillSeries.claim({ owner: "w", leaseSeconds, limit: 50, now: at }));
async function claimOf(id: string, at = now): Promise<ClaimedDrillSeries> {
  const found = (await claim(at)).find(({ series }) => series.id === id);
  if (found === undefined) throw new Error("it is not due");
  return found;
}

const change: DrillSeriesChange = {
  ...{ state: "running", done: 1, waitsFor: null, remark: null, roundAt: null, nextAt: null, brokenOff: 0 },
  ...{ drillId: null, lookAt: later },
};

test("a series is stored as it was asked for, and is due at once without a schedule and at its time with one", async () => {
  const schedule = { cron: "0 2 * * *", timeZone: "UTC", windowMinutes: 60 };
  const one = await create();
  const { endpoints, readEndpoints } = draft();
  expect(one).toMatchObject({ endpoints, readEndpoints, state: "running", done: 0, total: 6, nextAt: null });
  expect([one.drillId, await opened.database.drillSeries.find(one.id)]).toEqual([null, one]);
  const timed = await create({ schedule, nextAt: later });
  expect(timed).toMatchObject({ state: "waiting", schedule, nextAt: later.toISOString() });
  const claimed = await claim();
  const due = claimed.map(({ series }) => series.id);
  expect(claimed.find(({ series }) => series.id === one.id)?.series).toMatchObject({
    endpoints,
    readEndpoints,
  });
  expect(due).not.toContain(timed.id);
  expect((await claim(later)).map(({ series }) => series.id)).toEqual([timed.id]);
});

test("of two workers that claim at the same moment one gets each series, and both get all between them", async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, async () => (await create()).id));
  const both = await Promise.all([claim(), claim(), claim()]);
  const got = both.flat().map(({ series }) => series.id);
  expect(new Set(got).size).toBe(got.length);
  expect(got.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort());
  expect(await claim()).toEqual([]);
});

test("one whose worker died is claimed by another when its lease has ended, and the first can store nothing", async () => {
  const { id } = await create();
  const [first] = (await claim(now, 0)).filter(({ series }) => series.id === id);
  if (first === undefined) throw new Error("it is not due");
  const second = await claimOf(id);
  await expect(store((unit) => unit.drillSeries.advance(first.lease, change))).rejects.toMatchObject({
    code: "lease_lost",
  });
  await store((unit) => unit.drillSeries.advance(second.lease, change));
  expect((await opened.database.drillSeries.find(id))?.done).toBe(1);
});

test("two claimers that both believe it is theirs order one drill between them, and no operation is left of the other", async () => {
  const fresh = await createCluster(opened.database);
  const { id } = await create({ clusterId: fresh.id });
  const [first] = (await claim(now, 0)).filter(({ series }) => series.id === id);
  const second = await claimOf(id);
  const order = (claimed: ClaimedDrillSeries | undefined): Promise<Operation | Refusal> =>
    store(async (unit) => {
      if (claimed === undefined) throw new Error("it is not due");
      const operation = await unit.operations.enqueue({
        ...{ kind: "drill", title: message("step.waiting"), clusterId: fresh.id, input: {} },
      });
      if (!isRefusal(operation))
        await unit.drillSeries.advance(claimed.lease, { ...change, drillId: operation.id });
      return operation;
    });
  const outcomes = await Promise.allSettled([order(first), order(second)]);
  const begun = outcomes.flatMap((one) =>
    one.status === "fulfilled" && "state" in one.value ? [one.value.id] : [],
  );
  expect(begun).toHaveLength(1);
  const { items } = await opened.database.operations.list(
    { clusterId: fresh.id, kind: "drill" },
    { after: null, limit: 10 },
  );
  expect(items.map((one) => one.id)).toEqual(begun);
  expect((await opened.database.drillSeries.find(id))?.drillId).toBe(begun[0]);
});

test("one that is given back comes when it is due again, with how far it is", async () => {
  const { id } = await create();
  const { lease } = await claimOf(id);
  const waitsFor = message("drill_series.waits_busy", { operation: "switchover", actor: "bob" });
  await store((unit) => unit.drillSeries.advance(lease, { ...change, waitsFor, brokenOff: 1, roundAt: now }));
  expect((await claim()).map(({ series }) => series.id)).not.toContain(id);
  const again = await claimOf(id, later);
  expect(again).toMatchObject({ brokenOff: 1, roundAt: now, series: { done: 1, waitsFor } });
});

test("one that somebody stops ends at once and stays so; who looks at it then orders nothing", async () => {
  const { id } = await create();
  const { lease } = await claimOf(id);
  const drillId = newId();
  await store((unit) => unit.drillSeries.advance(lease, { ...change, drillId, lookAt: now }));
  const { lease: again } = await claimOf(id);
  const stopped = await store((unit) => unit.drillSeries.stop(id, "bob"));
  // The drill that it had ordered still belongs to it, and begins to be recorded only now.
  expect(stopped?.drillId).toBeNull();
  expect(await opened.database.drillSeries.findByDrill(drillId)).toBe(id);
  expect(await opened.database.drillSeries.findByDrill(newId())).toBeNull();
  expect(stopped).toMatchObject({ state: "stopped", remark: { params: { actor: "bob" } } });
  expect(stopped?.endedAt).not.toBeNull();
  await expect(store((unit) => unit.drillSeries.advance(again, change))).rejects.toMatchObject({
    code: "lease_lost",
  });
  expect(await store((unit) => unit.drillSeries.stop(id, "carol"))).toEqual(stopped);
  expect((await claim(later)).map(({ series }) => series.id)).not.toContain(id);
  expect(await store((unit) => unit.drillSeries.stop(newId(), "bob"))).toBeNull();
});

test("series are listed newest first, page by page, each cluster its own", async () => {
  const other = await createCluster(opened.database);
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) ids.unshift((await create({ clusterId: other.id })).id);
  const { drillSeries } = opened.database;
  const first = await drillSeries.list(other.id, { after: null, limit: 2 });
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const next = await drillSeries.list(other.id, { after: { key: "", id: ids[1] ?? "" }, limit: 2 });
  expect(next.items.map(({ id }) => id)).toEqual(ids.slice(2));
});

test("drills that have ended are told with their figures, those of one series or of the cluster", async () => {
  const other = await createCluster(opened.database);
  const series = await create({ clusterId: other.id });
  const figures = {
    ...{ address: "10.0.0.100", port: 3306, label: "VIP", gapMs: 6_900, errorMs: 20 },
    ...{ writeBackMs: 7_000, lost: 0 },
  };
  const add = async (seriesId: string | null, isEnded: boolean): Promise<string> => {
    const id = newId();
    await store(async (unit) => {
      await unit.drills.create({
        ...{ id, seriesId, clusterId: other.id, objectiveMs: 30_000, requestedBy: "alice", startedAt: now },
        fault: { kind: "stop_mysqld" },
        endpoints: [{ address: "10.0.0.100", port: 3306 }],
        readEndpoints: [{ address: "10.0.0.12", port: 3306 }],
        target: { memberId: newId(), name: "db1" },
        other: null,
        observer: { hostId: newId(), name: "app1" },
      });
      if (isEnded)
        await unit.drills.end(id, {
          verdict: { kind: "passed", sentence: message("step.waiting"), notes: [] },
          ...{ worstWriteGapMs: 6_900, lostWrites: 0, heal: "healed", endedAt: later, samples: null },
          outcomes: [figures],
        });
    });
    return id;
  };
  const own = await add(series.id, true);
  const alone = await add(null, true);
  await add(series.id, false);
  const { drills } = opened.database;
  const all = await drills.listEnded(other.id, null, 9);
  expect(all.map(({ id }) => id)).toEqual([alone, own]);
  expect(await drills.listEnded(other.id, series.id, 9)).toMatchObject([
    { id: own, seriesId: series.id, outcomes: [figures], readEndpoints: [{ address: "10.0.0.12" }] },
  ]);
  expect(await drills.listEnded(other.id, null, 1)).toHaveLength(1);
});
