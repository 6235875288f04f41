import { message } from "@primacy/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import { defaultRetention, type PurgeCounts, type RetentionPolicy } from "./retention-repository";

const system = systemActor("test");
const NONE = { samples: 0, events: 0, operations: 0, audit: 0, sessions: 0, attempts: 0, idempotencyKeys: 0 };
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
  const samples = [1, 6, 8, 9, 10].map((days) => ({ series: "lag", at: daysAgo(days), value: days }));
  await database.transact(system, (unit) => unit.metrics.append(samples));
  expect(await purge(defaultRetention, 2)).toMatchObject({ samples: 2 });
  expect(await purge(defaultRetention, 2)).toMatchObject({ samples: 1 });
  const rest = await database.metrics.listBuckets({
    series: "lag",
    from: daysAgo(20),
    to: new Date(),
    points: 500,
  });
  expect(rest.map((bucket) => bucket.max)).toEqual([6, 1]);
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

test("samples are summed up into at most as many points as the chart can show", async () => {
  const from = daysAgo(1);
  const at = (second: number): Date => new Date(from.getTime() + second * 1_000);
  const samples = Array.from({ length: 1_000 }, (_, second) => ({
    series: "busy",
    at: at(second),
    value: second,
  }));
  await database.transact(system, async (unit) => {
    await unit.metrics.append(samples);
    await unit.metrics.append(samples.slice(0, 10).map((sample) => ({ ...sample, value: -1 })));
  });
  const buckets = await database.metrics.listBuckets({ series: "busy", from, to: at(1_000), points: 10 });
  expect(buckets).toHaveLength(10);
  expect(buckets[0]).toEqual({ at: from, min: 0, average: 49.5, max: 99, count: 100 });
  const all = await database.metrics.listBuckets({ series: "busy", from, to: at(1_000), points: 100_000 });
  expect(all).toHaveLength(500);
});
