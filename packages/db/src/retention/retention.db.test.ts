import { randomUUID } from "node:crypto";
import { message } from "@primacy/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import { createBenchmark } from "../benchmark/benchmark.fixture";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster, must } from "../testing/samples";
import { defaultRetention, type PurgeCounts, type RetentionPolicy } from "./retention-repository";

const system = systemActor("test");
const NONE = {
  ...{ samples: 0, events: 0, incidents: 0, probes: 0, operations: 0, audit: 0, sessions: 0 },
  ...{ attempts: 0, idempotencyKeys: 0, drillSamples: 0, drillSeries: 0 },
};
let opened: TestDatabase;
let database: Database;
let client: pg.Client;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

const purge = (policy: RetentionPolicy = defaultRetention, limit = 100): Promise<PurgeCounts> =>
  database.transact(system, (unit) => unit.retention.purge(policy, limit));

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

test("raw samples go after seven days, at most as many at a time as asked", async () => {
  const cluster = await createCluster(database);
  const memberId = randomUUID();
  const nobodyKnew = {
    ...{ role: null, state: null, certifyQueue: null, applyQueue: null, appliedLagMs: null },
    ...{ certifyQueueMax: null, applyQueueMax: null, appliedLagMaxMs: null, looks: 0 },
  };
  for (const days of [1, 6, 8, 9, 10]) {
    await database.transact(system, (unit) =>
      unit.samples.append(cluster.id, daysAgo(days), [{ memberId, ...nobodyKnew }]),
    );
  }
  expect(await purge(defaultRetention, 2)).toEqual({ ...NONE, samples: 2 });
  expect(await purge(defaultRetention, 2)).toEqual({ ...NONE, samples: 1 });
  const window = { fromMs: daysAgo(20).getTime(), toMs: Date.now(), stepSeconds: 86_400 };
  const [rest] = await database.samples.listHistory(cluster.id, memberId, window);
  expect(rest?.points.map(({ count }) => count)).toEqual([1, 1]);
  expect(await purge({ ...defaultRetention, samplesDays: 3 })).toEqual({ ...NONE, samples: 1 });
});

test("operations that only looked go after an hour, the others after a year, unfinished ones never", async () => {
  const cluster = await createCluster(database);
  const title = message("step.waiting");
  const enqueue = (kind: "vip.check" | "vip.apply") =>
    database.transact(system, (unit) =>
      unit.operations.enqueue({ kind, title, clusterId: cluster.id, input: {} }),
    );
  await enqueue("vip.check");
  await enqueue("vip.apply");
  await client.query("UPDATE operation SET created_at = now() - interval '2 years'");
  expect(await purge()).toEqual(NONE);
  await client.query("UPDATE operation SET state = 'succeeded', finished_at = now() - interval '2 hours'");
  expect(await purge()).toEqual({ ...NONE, operations: 1 });
  await client.query("UPDATE operation SET finished_at = now() - interval '366 days'");
  expect(await purge()).toEqual({ ...NONE, operations: 1 });
});

test("an incident goes a year after its end, and one that was never ended a year after its beginning", async () => {
  const { id: clusterId } = await createCluster(database);
  const insert = (began: number, ended: number | null) =>
    client.query(
      "INSERT INTO incident (id, cluster_id, told, started_at, ended_at) VALUES ($1, $2, '{}', $3, $4)",
      [...[randomUUID(), clusterId, daysAgo(began), ended === null ? null : daysAgo(ended)]],
    );
  for (const ended of [364, 366]) await insert(3_000, ended);
  await insert(366, null);
  await insert(364, null);
  expect(await purge()).toEqual({ ...NONE, incidents: 2 });
  expect((await client.query("SELECT id FROM incident")).rows).toHaveLength(2);
  await client.query("DELETE FROM incident");
});

test("a drill's attempts go a year after its end and the drill stays; a series goes once it has none", async () => {
  const { id: clusterId } = await createCluster(database);
  const addSeries = (days: number | null) =>
    database.transact(system, async (unit) => {
      const { id } = await unit.drillSeries.create({
        ...{ clusterId, name: "Nightly", observerHostId: null, objectiveMs: 30_000, requestedBy: "alice" },
        faults: [{ kind: "stop_mysqld" }],
        endpoints: [{ address: "10.0.0.100", port: 3306 }],
        readEndpoints: [],
        ...{ runs: 1, schedule: null, nextAt: null },
      });
      return { id, endedAt: days === null ? null : daysAgo(days) };
    });
  const [used, unused, young, lasting] = [
    await addSeries(366),
    await addSeries(366),
    await addSeries(364),
    await addSeries(null),
  ];
  for (const { id, endedAt } of [used, unused, young, lasting])
    await client.query("UPDATE drill_series SET ended_at = $2 WHERE id = $1", [id, endedAt]);
  const addDrill = async (days: number): Promise<string> => {
    const id = randomUUID();
    await database.transact(system, async (unit) => {
      await unit.drills.create({
        ...{ id, clusterId, seriesId: used.id, objectiveMs: 30_000, requestedBy: "alice" },
        ...{ startedAt: daysAgo(days), fault: { kind: "stop_mysqld" }, other: null },
        endpoints: [{ address: "10.0.0.100", port: 3306 }],
        readEndpoints: [],
        target: { memberId: randomUUID(), name: "db1" },
        observer: { hostId: randomUUID(), name: "app1" },
      });
      await unit.drills.end(id, {
        verdict: { kind: "passed", sentence: message("step.waiting"), notes: [] },
        ...{ worstWriteGapMs: 4_000, lostWrites: 0, heal: "healed", endedAt: daysAgo(days), outcomes: null },
        samples: Buffer.from("attempts"),
      });
    });
    return id;
  };
  const [old, recent] = [await addDrill(366), await addDrill(364)];
  expect(await purge()).toEqual({ ...NONE, drillSamples: 1, drillSeries: 1 });
  const { rows } = await client.query("SELECT id FROM drill WHERE samples IS NOT NULL");
  expect(rows).toEqual([{ id: recent }]);
  expect(await database.drills.find(old)).toMatchObject({
    verdict: { kind: "passed" },
    worstWriteGapMs: 4_000,
  });
  expect(await database.drillSeries.find(unused.id)).toBeNull();
  const kept = await Promise.all([used, young, lasting].map(({ id }) => database.drillSeries.find(id)));
  expect(kept.every((one) => one !== null)).toBe(true);
  expect(await purge()).toEqual(NONE);
});

test("a benchmark stays for ever, also when its operation goes", async () => {
  const { id: clusterId } = await createCluster(database);
  const operation = await database.transact(system, (unit) =>
    unit.operations.enqueue({ kind: "benchmark", title: message("step.waiting"), clusterId, input: {} }),
  );
  const id = await createBenchmark(database, clusterId, { id: must(operation).id });
  await database.transact(system, (unit) => unit.benchmarks.finish(id, "succeeded"));
  await client.query(
    "UPDATE operation SET state = 'succeeded', finished_at = now() - interval '9 years', created_at = now() - interval '9 years'",
  );
  await client.query(
    "UPDATE benchmark SET ended_at = now() - interval '9 years', created_at = now() - interval '9 years'",
  );
  expect(await purge()).toEqual({ ...NONE, operations: 1 });
  expect(await database.operations.find(id)).toBeNull();
  expect(await database.benchmarks.find(id)).toMatchObject({ state: "succeeded" });
});

test("audit entries stay unless a setting says for how long, and then only the old ones go", async () => {
  for (const action of ["old", "new"]) {
    await database.transact(system, (unit) => unit.audit.record({ action, target: { kind: "host" } }));
  }
  await client.query("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only");
  await client.query("UPDATE audit_entry SET created_at = now() - interval '400 days' WHERE action = 'old'");
  await client.query("ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_append_only");
  expect(await purge()).toEqual(NONE);
  expect(await purge({ ...defaultRetention, auditDays: 365 })).toEqual({ ...NONE, audit: 1 });
  const { items } = await database.audit.list({}, { after: null, limit: 10 });
  expect(items.map((entry) => entry.action)).toEqual(["new"]);
});
