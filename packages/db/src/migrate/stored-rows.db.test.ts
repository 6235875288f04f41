import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmptyDatabase, type EmptyDatabase } from "../testing/empty-database";
import { migrate } from "./migrate";
import { getMigrationsDirectory } from "./migration-files";

const clusterId = "00000000-0000-4000-8000-00000000000a";
let directory: string;
let database: EmptyDatabase;
let client: pg.Client;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "primacy-migrations-"));
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

/** Brings the database to where it was before a migration, lets it be filled, and brings it up to date. */
async function migrateOver(name: string, fill: string): Promise<void> {
  const all = getMigrationsDirectory();
  for (const one of await readdir(all))
    if (one < name) await cp(join(all, one), join(directory, one), { recursive: true });
  await migrate({ url: database.url, directory });
  await client.query(
    `INSERT INTO cluster (id, name, name_key, kind, group_name, config)
     VALUES ('${clusterId}', 'main', 'main', 'group_replication', 'g', '{}')`,
  );
  await client.query(fill);
  await migrate({ url: database.url });
}

test("an event of an earlier release keeps its time, which was the console's when it stored it", async () => {
  await migrateOver(
    "20261128030000_event_observation",
    `INSERT INTO event (cluster_id, cursor, kind, tone, at, message, detail)
     VALUES ('${clusterId}', 1, 'vip_taken', 'ok', '2026-11-20T10:00:00.123Z', '{}', '{}')`,
  );
  const { rows } = await client.query("SELECT at, seen_by, seen_by_host_id, recorded_at FROM event");
  const at = new Date("2026-11-20T10:00:00.123Z");
  expect(rows).toEqual([{ at, seen_by: "console", seen_by_host_id: null, recorded_at: at }]);
});

test("a sample of an earlier release is the highest of one look, or of none", async () => {
  await migrateOver(
    "20261128040000_sample_peaks",
    `INSERT INTO member_sample (cluster_id, member_id, at, certify_queue, apply_queue, applied_lag_ms)
     VALUES ('${clusterId}', '${clusterId}', '2026-11-20T10:00:00Z', 0, 12, 1204.5),
            ('${clusterId}', '${clusterId}', '2026-11-20T10:00:10Z', NULL, NULL, NULL)`,
  );
  const { rows } = await client.query(
    `SELECT certify_queue_max::int, apply_queue_max::int, applied_lag_max_ms, looks FROM member_sample ORDER BY at`,
  );
  expect(rows).toEqual([
    { certify_queue_max: 0, apply_queue_max: 12, applied_lag_max_ms: 1204.5, looks: 1 },
    { certify_queue_max: null, apply_queue_max: null, applied_lag_max_ms: null, looks: 0 },
  ]);
});

test.each([
  [
    "goes where it has this console's jobs alone",
    ["retention.purge", "certificates.renew", "__pgboss__send-it"],
    null,
  ],
  ["stays where it has another application's queue too", ["retention.purge", "invoices"], "pgboss.queue"],
])("the schema of the queue that nobody needs any more %s", async (_what, queues, left) => {
  await migrateOver(
    "20261128050000_drop_pgboss",
    `CREATE SCHEMA pgboss;
     CREATE TABLE pgboss.queue (name text);
     INSERT INTO pgboss.queue VALUES ${queues.map((name) => `('${name}')`).join(", ")}`,
  );
  const { rows } = await client.query("SELECT to_regclass('pgboss.queue')::text AS name");
  expect(rows).toEqual([{ name: left }]);
});
