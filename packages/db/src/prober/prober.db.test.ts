import { message, type ProberLane } from "@primacy/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { ClusterRecord } from "../cluster/cluster-row";
import { newId } from "../connection/new-id";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import type { UnitOfWork } from "../unit-of-work/unit-of-work";
import type { WatchLease } from "../watch/watch-repository";
import type { ProberDraft } from "./prober-repository";

let opened: TestDatabase;
let cluster: ClusterRecord;
let lease: WatchLease;
let sql: pg.Client;
beforeAll(async () => {
  opened = await openTestDatabase();
  cluster = await createCluster(opened.database);
  const [claimed] = await store((unit) => unit.watches.claim("test", 600, 1));
  if (claimed === undefined) throw new Error("somebody watches the cluster");
  lease = claimed;
  sql = new pg.Client({ connectionString: opened.url });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await opened.close();
});

const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);
const draft = (change: Partial<ProberDraft> = {}): ProberDraft => ({
  ...{ clusterId: cluster.id, address: "10.77.0.100", port: 3306, name: "VIP", way: "write_vip" },
  ...{ lane: "write", isOn: true },
  ...change,
});
const list = () => opened.database.probers.list(cluster.id);
const nothing = { lane: "write" as const, minutes: [], outages: [], obstacle: null };

test("a prober is switched on once, and off again without what it met", async () => {
  const id = await store((unit) => unit.probers.switch(draft()));
  expect(await store((unit) => unit.probers.switch(draft()))).toBe(id);
  expect(await opened.database.probers.listOn(cluster.id)).toMatchObject([{ id, port: 3306, lane: "write" }]);
  expect(await opened.database.probers.listOff(cluster.id)).toEqual([]);
  expect(await list()).toMatchObject([
    {
      ...{ id, isOn: true, obstacle: null, outages: [] },
      availability: [1, 7, 30].map((days) => ({ days, observed: 0, available: null, attempts: 0 })),
    },
  ]);
  const minuteMs = Math.floor(Date.now() / 60_000) * 60_000;
  const minutes = [{ minuteMs, attempts: 60, acked: 57, slowestMs: 31 }];
  await store((unit) => unit.probers.record(lease, [{ ...nothing, proberId: id, minutes }]));
  await store((unit) => unit.probers.switch(draft({ isOn: false })));
  expect(await opened.database.probers.listOn(cluster.id)).toEqual([]);
  expect(await opened.database.probers.listOff(cluster.id)).toEqual([id]);
  const [kept] = await list();
  expect(kept).toMatchObject({
    isOn: false,
    availability: [{ attempts: 60, acked: 57, available: 57 / 60 }, {}, {}],
  });
});

test("a minute that is stored again is replaced and never lowered, and availability counts the days that it is told over", async () => {
  const id = await store((unit) => unit.probers.switch(draft({ port: 3307 })));
  const hour = 3_600_000;
  const minuteMs = Math.floor(Date.now() / 60_000) * 60_000;
  const minutes = [2, 30, 200, 900].map((hours) => ({
    ...{ minuteMs: minuteMs - hours * hour, attempts: 60, acked: 60, slowestMs: 9 },
  }));
  await store((unit) => unit.probers.record(lease, [{ ...nothing, proberId: id, minutes }]));
  const [first] = minutes;
  const less = first === undefined ? [] : [{ ...first, attempts: 10, acked: 2 }];
  await store((unit) => unit.probers.record(lease, [{ ...nothing, proberId: id, minutes: less }]));
  const found = (await list()).find((one) => one.id === id);
  expect(found?.availability.map(({ attempts }) => attempts)).toEqual([60, 120, 180]);
  expect(found?.availability[0]?.observed).toBeCloseTo(60 / 86_400, 6);
});

test("an outage is stored while it lasts and as it ended, with why nothing can be tried; one that was left open ends at its newest attempt", async () => {
  const proberId = await store((unit) => unit.probers.switch(draft({ port: 3308 })));
  const outage = {
    id: newId(),
    startedAt: "2026-11-28T06:00:00.000Z",
    endedAt: null,
    gapMs: 4_000,
    errorMs: 1_100,
    failed: 3,
  };
  const obstacle = message("prober.no_table");
  const caught = { ...nothing, proberId, outages: [outage], obstacle };
  for (let times = 0; times < 2; times += 1) await store((unit) => unit.probers.record(lease, [caught]));
  const find = async () => (await list()).find(({ id }) => id === proberId);
  expect(await find()).toMatchObject({ obstacle, outages: [{ ...outage, proberId }] });
  await store((unit) => unit.probers.closeOutages(lease));
  expect((await find())?.outages).toMatchObject([{ endedAt: "2026-11-28T06:00:04.000Z" }]);
});

test("what was met by writing is not told of one that reads, and is told again once it writes", async () => {
  const proberId = await store((unit) => unit.probers.switch(draft({ port: 3310 })));
  const minuteMs = Math.floor(Date.now() / 60_000) * 60_000;
  const at = new Date(minuteMs).toISOString();
  const met = (lane: ProberLane, minutesAgo: number, acked: number) => ({
    ...{ proberId, lane, obstacle: null },
    minutes: [{ minuteMs: minuteMs - minutesAgo * 60_000, attempts: 60, acked, slowestMs: 9 }],
    outages: [{ id: newId(), startedAt: at, endedAt: at, gapMs: 10, errorMs: 1, failed: 60 - acked }],
  });
  const told = async () => (await list()).find(({ id }) => id === proberId);
  await store((unit) => unit.probers.record(lease, [met("write", 2, 30)]));
  await store((unit) => unit.probers.changeLane(lease, proberId, "read"));
  expect(await told()).toMatchObject({ lane: "read", outages: [], availability: [{ attempts: 0 }, {}, {}] });
  // The minute in which it was changed is of what it did then.
  await store((unit) => unit.probers.record(lease, [met("read", 2, 58), met("read", 1, 59)]));
  expect(await told()).toMatchObject({
    availability: [{ attempts: 60, acked: 59 }, {}, {}],
    outages: expect.arrayContaining([expect.objectContaining({ failed: 1 })]),
  });
  await store((unit) => unit.probers.changeLane(lease, proberId, "write"));
  expect(await told()).toMatchObject({
    availability: [{ attempts: 60, acked: 30 }, {}, {}],
    outages: [{ failed: 30 }],
  });
});

test("a watcher that lost its lease stores nothing, and what is a year old goes", async () => {
  const late = { ...lease, generation: lease.generation - 1 };
  await expect(store((unit) => unit.probers.record(late, []))).rejects.toMatchObject({ code: "lease_lost" });
  await expect(store((unit) => unit.probers.changeLane(late, newId(), "read"))).rejects.toMatchObject({
    code: "lease_lost",
  });
  const proberId = await store((unit) => unit.probers.switch(draft({ port: 3309 })));
  const old = new Date(Date.now() - 366 * 86_400_000);
  const minutes = [{ minuteMs: old.getTime(), attempts: 1, acked: 1, slowestMs: 1 }];
  const outage = {
    id: newId(),
    startedAt: old.toISOString(),
    endedAt: old.toISOString(),
    gapMs: 1,
    errorMs: 1,
    failed: 1,
  };
  await store((unit) => unit.probers.record(lease, [{ ...nothing, proberId, minutes, outages: [outage] }]));
  const policy = { samplesDays: 7, eventsDays: 365, operationsDays: 365, auditDays: null };
  expect(await store((unit) => unit.retention.purge(policy, 100))).toMatchObject({ probes: 2 });
});
