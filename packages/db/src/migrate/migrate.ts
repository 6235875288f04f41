import { randomUUID } from "node:crypto";
import pg from "pg";
import { parseConnectionUrl } from "../connection/connection-settings";
import { MigrationError } from "./migration-error";
import { getMigrationsDirectory, listMigrations, type Migration } from "./migration-files";
import { type AppliedMigration, planMigrations } from "./plan-migrations";
import { refreshCollations } from "./refresh-collations";

/** The advisory lock that Prisma's own tools take, so that both never migrate at once. */
const PRISMA_LOCK_ID = 72_707_369;
const LOCK_TIMEOUT_MS = 60_000;
const LOCK_NOT_AVAILABLE = "55P03";

/** Which database to migrate, and with which migrations. */
export interface MigrateOptions {
  readonly url: string;
  /** Default: the migrations of this release. */
  readonly directory?: string;
  readonly lockTimeoutMs?: number;
}

/**
 * Applies the pending migrations in order and returns their names. Each is applied in a transaction
 * together with its row in `_prisma_migrations`, so `prisma migrate status` agrees with the result.
 * May run in several processes at once: one applies, the rest wait and find nothing to do. Indexes whose order another
 * ICU library made are built anew. Throws
 * {@link MigrationError}, or the connection's error.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const migrations = await listMigrations(options.directory ?? getMigrationsDirectory());
  return withClient(options.url, async (client) => {
    await takeLock(client, options.lockTimeoutMs ?? LOCK_TIMEOUT_MS);
    const pending = planMigrations(migrations, await listApplied(client));
    for (const migration of pending) await apply(client, migration);
    await refreshCollations(client);
    return pending.map((migration) => migration.name);
  });
}

/**
 * The names of the migrations that this release would apply; changes nothing. Throws like
 * {@link migrate} when database and release do not belong together.
 */
export async function listPendingMigrations(options: MigrateOptions): Promise<readonly string[]> {
  const migrations = await listMigrations(options.directory ?? getMigrationsDirectory());
  return withClient(options.url, async (client) => {
    const applied = (await hasHistory(client)) ? await listApplied(client) : [];
    return planMigrations(migrations, applied).map((migration) => migration.name);
  });
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const { client: config, schema } = parseConnectionUrl(url, "primacy-migrate");
  const client = new pg.Client(config);
  // A connection lost between queries is reported by the next query.
  client.on("error", () => undefined);
  try {
    await client.connect();
    if (schema !== "public")
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(schema)}`);
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The lock belongs to the session and ends with it, also when this process is killed. */
async function takeLock(client: pg.Client, timeoutMs: number): Promise<void> {
  await client.query("SELECT set_config('lock_timeout', $1, false)", [`${timeoutMs}ms`]);
  try {
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK_ID]);
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== LOCK_NOT_AVAILABLE) throw cause;
    throw new MigrationError(
      "locked",
      null,
      `Another process has been migrating this database for more than ${timeoutMs} ms. Wait for it, or end it, then start again.`,
      { cause },
    );
  }
  await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`);
}

async function hasHistory(client: pg.Client): Promise<boolean> {
  return (await client.query("SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL")).rows.length > 0;
}

async function listApplied(client: pg.Client): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query("COMMIT");
  } catch (cause) {
    // The connection itself may be what failed; ending the session rolls back as well.
    await client.query("ROLLBACK").catch(() => undefined);
    throw new MigrationError(
      "statement_failed",
      migration.name,
      `Migration ${migration.name} failed and was rolled back: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
