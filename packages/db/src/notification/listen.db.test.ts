import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemActor } from "../audit/actor";
import { createDatabase, type Database } from "../database";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../embedded/index";
import { DatabaseError } from "../errors/database-error";
import { migrate } from "../migrate/index";
import { parseMasterKey } from "../secret/master-key";
import { TEST_MASTER_KEY } from "../testing/open-test-database";
import { createHost } from "../testing/samples";
import type { Notification } from "./notification";

const worker = systemActor("worker");
let root: string;
let directory: string;
let server: EmbeddedPostgres;
let database: Database;

// A server of its own, because these tests stop and kill it.
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "primacy-listen-"));
  await chmod(root, 0o755);
  directory = join(root, "postgres");
  server = await startEmbeddedPostgres({ directory });
  await migrate({ url: server.url });
  database = createDatabase({ url: server.url, masterKey: parseMasterKey(TEST_MASTER_KEY) });
});

afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

interface Heard {
  readonly notifications: Notification[];
  gaps: number;
  losses: number;
  stop(): Promise<void>;
}

async function startListening(): Promise<Heard> {
  const controller = new AbortController();
  const heard: Heard = {
    notifications: [],
    gaps: 0,
    losses: 0,
    async stop() {
      controller.abort();
      await running;
    },
  };
  const running = database.listen(
    {
      onNotification: (notification) => heard.notifications.push(notification),
      onGap: () => {
        heard.gaps += 1;
      },
      onLost: () => {
        heard.losses += 1;
      },
    },
    controller.signal,
  );
  await vi.waitFor(() => expect(heard.gaps).toBe(1), { timeout: 120_000 });
  return heard;
}

const setSetting = (key: string): Promise<boolean> =>
  database.transact(worker, (unit) => unit.settings.set(key, { set: true }, null));

describe("a listener", () => {
  test("hears of a change when it is committed, and of no change that is not", async () => {
    const heard = await startListening();
    await expect(
      database.transact(worker, async (unit) => {
        await unit.settings.set("rolled-back", {}, null);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await setSetting("committed");
    await vi.waitFor(() => expect(heard.notifications).toEqual([{ kind: "setting", key: "committed" }]), {
      timeout: 120_000,
    });
    await heard.stop();
  });

  test.each(["stop", "kill"] as const)(
    "connects again after PostgreSQL's restart by %s, tells of the gap, and hears what comes then",
    async (how) => {
      const heard = await startListening();
      if (how === "stop") await server.stop();
      else process.kill(server.pid, "SIGKILL");
      await vi.waitFor(() => expect(heard.losses).toBeGreaterThan(0), { timeout: 120_000 });
      server = await startEmbeddedPostgres({ directory });
      await vi.waitFor(() => expect(heard.gaps).toBe(2), { timeout: 120_000 });
      await vi.waitFor(() => setSetting(`after-${how}`), { timeout: 120_000 });
      await vi.waitFor(
        () => expect(heard.notifications).toContainEqual({ kind: "setting", key: `after-${how}` }),
        { timeout: 120_000 },
      );
      await heard.stop();
    },
  );

  test("stops while PostgreSQL is away", async () => {
    const heard = await startListening();
    await server.stop();
    await vi.waitFor(() => expect(heard.losses).toBeGreaterThan(0), { timeout: 120_000 });
    await heard.stop();
    server = await startEmbeddedPostgres({ directory });
  });
});

describe("PostgreSQL's restart under load", () => {
  test.each(["stop", "kill"] as const)(
    "by %s fails what runs with a retryable error, loses nothing that was confirmed, and heals by itself",
    async (how) => {
      const host = await createHost(database);
      const confirmed: string[] = [];
      const failures: unknown[] = [];
      let isDone = false;
      const load = Array.from({ length: 6 }, async (_, client) => {
        for (let turn = 0; !isDone; turn++) {
          const key = `${how}-${client}-${turn}`;
          try {
            await database.hosts.get(host.id);
            if (await setSetting(key)) confirmed.push(key);
          } catch (error) {
            failures.push(error);
          }
        }
      });
      await vi.waitFor(() => expect(confirmed.length).toBeGreaterThan(20), { timeout: 120_000 });
      if (how === "stop") await server.stop();
      else process.kill(server.pid, "SIGKILL");
      server = await startEmbeddedPostgres({ directory });
      const atRestart = confirmed.length;
      await vi.waitFor(() => expect(confirmed.length).toBeGreaterThan(atRestart + 20), { timeout: 120_000 });
      isDone = true;
      await Promise.all(load);
      expect(failures.length).toBeGreaterThan(0);
      for (const failure of failures) {
        expect(failure).toBeInstanceOf(DatabaseError);
        expect(failure).toMatchObject({ code: "database_unavailable", retryable: true });
      }
      for (const key of confirmed) expect(await setSetting(key)).toBe(false);
    },
  );

  test("is told from a server that is not there at all by nothing: both are retryable and named", async () => {
    const absent = createDatabase({
      url: "postgresql://primacy:secret@127.0.0.1:1/primacy",
      masterKey: parseMasterKey(TEST_MASTER_KEY),
    });
    const outcome = await absent.check().catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: "database_unavailable", retryable: true });
    expect(String(outcome)).not.toContain("secret");
    await expect(absent.transact(worker, (unit) => unit.users.hasAny())).rejects.toMatchObject({
      code: "database_unavailable",
    });
    await absent.close();
  });
});
