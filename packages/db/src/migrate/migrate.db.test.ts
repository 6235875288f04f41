import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEmptyDatabase, type EmptyDatabase } from "../testing/empty-database";
import { listPendingMigrations, migrate } from "./migrate";

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

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, "migration.sql"), sql);
}

async function listTables(): Promise<unknown[]> {
  const { rows } = await client.query(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename !~ '^_' ORDER BY 1",
  );
  return rows.map((row) => row.tablename);
}

const request = (): { url: string; directory: string } => ({ url: database.url, directory });

describe("migrate", () => {
  test("applies what is pending in order, and nothing the second time", async () => {
    await writeMigration("2_b", "CREATE TABLE b AS SELECT * FROM a");
    await writeMigration("1_a", "CREATE TABLE a (id int)");
    await expect(listPendingMigrations(request())).resolves.toEqual(["1_a", "2_b"]);
    await expect(migrate(request())).resolves.toEqual(["1_a", "2_b"]);
    await expect(migrate(request())).resolves.toEqual([]);
    await writeMigration("3_c", "CREATE TABLE c (id int)");
    await expect(migrate(request())).resolves.toEqual(["3_c"]);
    await expect(listTables()).resolves.toEqual(["a", "b", "c"]);
  });

  test("builds indexes anew that another ICU library has ordered", async () => {
    await writeMigration(
      "1_a",
      `CREATE COLLATION people (provider = icu, locale = 'und-u-kn-true');
       CREATE TABLE a (name text COLLATE people UNIQUE, other text UNIQUE)`,
    );
    await migrate(request());
    const listFiles = async (): Promise<unknown[]> =>
      (await client.query("SELECT relfilenode FROM pg_class WHERE relname LIKE 'a\\_%key' ORDER BY relname"))
        .rows;
    const before = await listFiles();
    await migrate(request());
    expect(await listFiles()).toEqual(before);
    await client.query("UPDATE pg_collation SET collversion = '1' WHERE collname = 'people'");
    await migrate(request());
    const [name, other] = await listFiles();
    expect(name).not.toEqual(before[0]);
    expect(other).toEqual(before[1]);
    const { rows } = await client.query(
      "SELECT collversion = pg_collation_actual_version(oid) AS fits FROM pg_collation WHERE collname = 'people'",
    );
    expect(rows).toEqual([{ fits: true }]);
  });

  test("applies each migration once when several processes start together", async () => {
    await writeMigration("1_a", "CREATE TABLE a (id int); SELECT pg_sleep(0.1)");
    const runs = await Promise.all([migrate(request()), migrate(request()), migrate(request())]);
    expect(runs.flat()).toEqual(["1_a"]);
  });

  test("leaves nothing of a migration that fails, keeps the ones before it, and can be repeated", async () => {
    await writeMigration("1_a", "CREATE TABLE a (id int)");
    await writeMigration("2_b", "CREATE TABLE b (id int); SELECT nonsense;");
    await expect(migrate(request())).rejects.toMatchObject({
      code: "statement_failed",
      migration: "2_b",
      message: expect.stringContaining("nonsense"),
    });
    await expect(listTables()).resolves.toEqual(["a"]);
    await writeMigration("2_b", "CREATE TABLE b (id int)");
    await expect(migrate(request())).resolves.toEqual(["2_b"]);
  });

  test("refuses, and applies nothing, after an applied migration was edited", async () => {
    await writeMigration("1_a", "CREATE TABLE a (id int)");
    await migrate(request());
    await writeMigration("1_a", "CREATE TABLE a (id bigint)");
    await writeMigration("2_b", "CREATE TABLE b (id int)");
    await expect(migrate(request())).rejects.toMatchObject({ code: "edited", migration: "1_a" });
    await expect(listTables()).resolves.toEqual(["a"]);
  });

  test("refuses a database that a newer release has migrated", async () => {
    await writeMigration("1_a", "CREATE TABLE a (id int)");
    await writeMigration("2_b", "CREATE TABLE b (id int)");
    await migrate(request());
    await rm(join(directory, "2_b"), { recursive: true });
    await expect(migrate(request())).rejects.toMatchObject({ code: "unknown", migration: "2_b" });
  });

  test("refuses a database in which another tool left a migration half done", async () => {
    await writeMigration("1_a", "CREATE TABLE a (id int)");
    await migrate(request());
    await client.query("UPDATE _prisma_migrations SET finished_at = NULL");
    await expect(migrate(request())).rejects.toMatchObject({ code: "failed_earlier", migration: "1_a" });
  });

  test("gives up after its limit while another process migrates", async () => {
    await writeMigration("1_a", "CREATE TABLE a (id int)");
    await client.query("SELECT pg_advisory_lock(72707369)");
    await expect(migrate({ ...request(), lockTimeoutMs: 100 })).rejects.toMatchObject({
      code: "locked",
      retryable: true,
    });
  });

  test("works in the schema that the URL names", async () => {
    await writeMigration("1_a", "CREATE TABLE a (id int)");
    await migrate({ url: `${database.url}?schema=Other-1`, directory });
    const { rows } = await client.query("SELECT schemaname FROM pg_tables WHERE tablename = 'a'");
    expect(rows).toEqual([{ schemaname: "Other-1" }]);
  });
});

test("Prisma's own tools find a database that migrate made up to date, and replay the migrations without drift", async () => {
  await migrate({ url: database.url });
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
  const prisma = (...args: string[]): Promise<{ stdout: string }> =>
    promisify(execFile)(process.execPath, [cli, ...args], {
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      env: { ...process.env, DATABASE_URL: database.url, CHECKPOINT_DISABLE: "1" },
    });
  expect((await prisma("migrate", "status")).stdout).toContain("Database schema is up to date");
  const compare = (...from: string[]): Promise<{ stdout: string }> =>
    prisma("migrate", "diff", ...from, "--to-schema", "prisma/schema", "--exit-code");
  expect((await compare("--from-config-datasource")).stdout).toContain("No difference detected");
  expect((await compare("--from-migrations", "prisma/migrations")).stdout).toContain(
    "No difference detected",
  );
});
