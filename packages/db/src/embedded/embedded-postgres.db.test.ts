import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";

const isRoot = process.getuid?.() === 0;
let root: string;
let directory: string;
const started: EmbeddedPostgres[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "primacy-embedded-"));
  await chmod(root, 0o755);
  directory = join(root, "postgres");
});

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  await rm(root, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory });
  started.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("a new embedded server", () => {
  test("is durable, listens on loopback only, and asks for a password that only the owner can read", async () => {
    const server = await start();
    const [settings] = await query(
      server.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS listen,
              current_setting('is_superuser') AS superuser, current_setting('port')::int AS port`,
    );
    expect(settings).toEqual({ fsync: "on", listen: "127.0.0.1", superuser: "off", port: server.port });
    expect((await stat(join(directory, "password"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, "admin-password"))).mode & 0o777).toBe(0o600);
    await expect(query(server.url.replace(/:[^:@]+@/, ":wrong@"), "SELECT 1")).rejects.toThrow(/password/);
  });

  test.runIf(isRoot)("does not run as root", async () => {
    const server = await start();
    expect((await stat(`/proc/${server.pid}`)).uid).not.toBe(0);
  });

  test("is made anew when its first initialisation was cut short", async () => {
    await mkdir(join(directory, "data.partial", "base"), { recursive: true });
    await writeFile(join(directory, "data.partial", "PG_VERSION"), "18\n");
    await expect(query((await start()).url, "SELECT 1 AS one")).resolves.toEqual([{ one: 1 }]);
  });
});

describe("a server that already runs", () => {
  test("is reused, and outlives whoever does not own it", async () => {
    const owner = await start();
    const guest = await start();
    expect([owner.isReused, owner.isOwned, guest.isReused, guest.isOwned]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    await guest.close();
    await expect(query(owner.url, "SELECT 1 AS one")).resolves.toEqual([{ one: 1 }]);
    await owner.close();
    await expect(query(owner.url, "SELECT 1")).rejects.toThrow();
  });

  test("is started once by two starts at the same time", async () => {
    const servers = await Promise.all([start(), start()]);
    expect(servers.map((server) => server.pid)).toEqual([servers[0].pid, servers[0].pid]);
    expect(servers.filter((server) => server.isOwned)).toHaveLength(1);
  });

  test("is adopted after the process that started it was killed", async () => {
    const fixture = fileURLToPath(new URL("./start.fixture.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", fixture, directory], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    const server = await start();
    expect([server.isReused, server.isOwned]).toEqual([true, true]);
  });
});

describe("a start after a stop or a crash", () => {
  test("keeps port, password and rows", async () => {
    const first = await start();
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS value");
    await first.stop();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(second.isReused).toBe(false);
    await expect(query(second.url, "SELECT value FROM kept")).resolves.toEqual([{ value: 42 }]);
  });

  test("takes another port when the remembered one is taken", async () => {
    const first = await start();
    await first.stop();
    const squatter = createServer().listen(first.port, "127.0.0.1");
    await once(squatter, "listening");
    const second = await start();
    squatter.close();
    expect(second.port).not.toBe(first.port);
    expect(Number(await readFile(join(directory, "port"), "utf8"))).toBe(second.port);
  });

  test("recovers committed rows after the server was killed", async () => {
    const first = await start();
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS value");
    process.kill(first.pid, "SIGKILL");
    const second = await start();
    expect(second.pid).not.toBe(first.pid);
    await expect(query(second.url, "SELECT value FROM kept")).resolves.toEqual([{ value: 42 }]);
  });

  test("is refused with both versions named when another major version made the data", async () => {
    await (await start()).stop();
    await writeFile(join(directory, "data", "PG_VERSION"), "11\n");
    await expect(start()).rejects.toMatchObject({
      code: "version_mismatch",
      retryable: false,
      message: expect.stringMatching(/PostgreSQL 11.*is 18/),
    });
    await writeFile(join(directory, "data", "PG_VERSION"), "18\n");
  });
});

describe.runIf(isRoot)("a folder that the server's account cannot enter", () => {
  test("keeps the passwords, while the data lies outside and is found again", async () => {
    const outsideDirectory = join(root, "outside");
    const closed = join(root, "closed");
    await mkdir(closed, { mode: 0o700 });
    const begin = async (): Promise<EmbeddedPostgres> => {
      const server = await startEmbeddedPostgres({ directory: join(closed, "postgres"), outsideDirectory });
      started.push(server);
      return server;
    };
    const first = await begin();
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS value");
    await first.stop();
    const second = await begin();
    expect(second.url).toBe(first.url);
    await expect(query(second.url, "SELECT value FROM kept")).resolves.toEqual([{ value: 42 }]);
    const location = (await readFile(join(closed, "postgres", "location"), "utf8")).trim();
    expect(dirname(location)).toBe(outsideDirectory);
    expect((await readdir(join(closed, "postgres"))).sort()).toEqual([
      "admin-password",
      "location",
      "password",
      "port",
    ]);
  });

  test("is refused by name when data lies in it from before, rather than passed over", async () => {
    await (await start()).stop();
    await chmod(root, 0o700);
    const outsideDirectory = "/var/lib/primacy-unused";
    const starting = startEmbeddedPostgres({ directory, outsideDirectory });
    await expect(starting).rejects.toMatchObject({ code: "unreachable_directory" });
    await expect(stat(outsideDirectory)).rejects.toThrow();
  });

  test("is refused by name when nothing outside can be entered either", async () => {
    await chmod(root, 0o700);
    const starting = startEmbeddedPostgres({ directory, outsideDirectory: join(root, "outside") });
    await expect(starting).rejects.toMatchObject({
      code: "unreachable_directory",
      message: expect.stringContaining(root),
    });
  });
});
