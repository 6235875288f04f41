import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { systemActor } from "./audit/actor";
import { createDatabase, type Database } from "./database";
import { migrate } from "./migrate/index";
import type { Notification } from "./notification/notification";
import { parseMasterKey } from "./secret/master-key";
import { createEmptyDatabase, type EmptyDatabase } from "./testing/empty-database";
import { TEST_MASTER_KEY } from "./testing/open-test-database";
import { createCluster, createHost } from "./testing/samples";

const system = systemActor("test");
let empty: EmptyDatabase;

beforeAll(async () => {
  empty = await createEmptyDatabase();
});
afterAll(() => empty.close());

function open(url: string): Database {
  return createDatabase({ url, masterKey: parseMasterKey(TEST_MASTER_KEY) });
}

async function startListening(database: Database, heard: Notification[]): Promise<void> {
  await new Promise<void>((resolve) => {
    const handler = { onNotification: (one: Notification) => heard.push(one), onGap: resolve };
    void database.listen(handler, new AbortController().signal);
  });
}

describe("the URL", () => {
  test("names the schema that everything lives in; two consoles may share one database", async () => {
    const urls = ["console-1", "Console 2"].map((name) => `${empty.url}?schema=${encodeURIComponent(name)}`);
    const heard: Notification[] = [];
    for (const url of urls) {
      await migrate({ url });
      const database = open(url);
      await startListening(database, heard);
      await expect(database.users.hasAny()).resolves.toBe(false);
      await createCluster(database, [await createHost(database)]);
      await expect(database.clusters.listAll()).resolves.toHaveLength(1);
      await expect(database.workers.listAlive(10)).resolves.toEqual([]);
      await database.transact(system, (unit) => unit.settings.set("key", url, null));
      await vi.waitFor(() => expect(heard.filter((one) => one.kind === "setting")).toHaveLength(1), {
        timeout: 120_000,
      });
      await database.close();
      heard.length = 0;
    }
  });

  test.each(["", "mysql://user:hidden@db/x", "nonsense hidden"])(
    "is refused without being shown: %j",
    (url) => {
      expect(() => open(url)).toThrow(/postgresql:\/\/user:password@host/);
      expect(() => open(url)).not.toThrow(/hidden/);
    },
  );
});

describe("closing", () => {
  test("ends listeners and connections, may be asked for twice, and fails what comes after", async () => {
    const url = `${empty.url}?schema=closing`;
    await migrate({ url });
    const database = open(url);
    const listening = database.listen(
      { onNotification: () => undefined, onGap: () => undefined },
      new AbortController().signal,
    );
    await database.transact(system, (unit) => unit.settings.ensure("key", z.string(), "value"));
    await Promise.all([database.close(), database.close()]);
    await listening;
    await expect(database.users.hasAny()).rejects.toMatchObject({ code: "database_unavailable" });
  });
});
