import { createHash } from "node:crypto";
import { createDatabase, type Database } from "../database";
import { migrate } from "../migrate/index";
import { getMigrationsDirectory, listMigrations } from "../migrate/migration-files";
import { parseMasterKey } from "../secret/master-key";
import { administer, createEmptyDatabase, getTestServer, withDatabase } from "./empty-database";

/** The master key of every test database, in base64. */
export const TEST_MASTER_KEY = Buffer.alloc(32, 7).toString("base64");

/** How another pool differs from the first. */
export interface AnotherOptions {
  readonly masterKey?: string;
  readonly transactionTimeoutMs?: number;
}

/** A migrated database of its own, with the rows of no other test file. */
export interface TestDatabase {
  /** As the superuser. */
  readonly url: string;
  readonly database: Database;
  /** Another connection pool on the same database, like another process; closed with the rest. */
  openAnother(options?: AnotherOptions): Database;
  close(): Promise<void>;
}

/**
 * Opens a new database, copied from one that is migrated once per run. Give `hookTimeout` a few seconds
 * where no global setup has started the server.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = await getTestServer();
  const template = await ensureTemplate(server.adminUrl);
  const empty = await createEmptyDatabase(template, server);
  const opened: Database[] = [];
  const openAnother = ({ masterKey = TEST_MASTER_KEY, ...limits }: AnotherOptions = {}): Database => {
    const options = { url: empty.url, masterKey: parseMasterKey(masterKey), applicationName: "primacy-test" };
    const database = createDatabase({ ...options, ...limits });
    opened.push(database);
    return database;
  };
  return {
    url: empty.url,
    database: openAnother(),
    openAnother,
    async close() {
      await Promise.all(opened.map((database) => database.close()));
      await empty.close();
    },
  };
}

/** A migrated database to copy, named after its migrations; made by whichever test file comes first. */
async function ensureTemplate(adminUrl: string): Promise<string> {
  const migrations = await listMigrations(getMigrationsDirectory());
  const hash = createHash("sha256")
    .update(migrations.map((migration) => migration.checksum).join())
    .digest("hex");
  const name = `template_${hash.slice(0, 16)}`;
  await administer(adminUrl, async (client) => {
    // Two files at once must not both create it, and none may copy it half migrated.
    await client.query("SELECT pg_advisory_lock(7077)");
    if ((await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name])).rows.length > 0) return;
    await client.query(`DROP DATABASE IF EXISTS ${name}_new`);
    await client.query(`CREATE DATABASE ${name}_new`);
    await migrate({ url: withDatabase(adminUrl, `${name}_new`) });
    await client.query(`ALTER DATABASE ${name}_new RENAME TO ${name}`);
  });
  return name;
}
