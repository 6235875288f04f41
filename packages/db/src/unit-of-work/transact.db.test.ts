import { isRefusal, refuse } from "@primacy/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { alice } from "../testing/samples";

const system = systemActor("test");
const PAGE = { after: null, limit: 100 };
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

const isSet = async (key: string): Promise<boolean> =>
  (await database.settings.find(key, z.unknown())) !== null;

describe("a transaction", () => {
  test("that throws or returns a refusal changes nothing", async () => {
    const failing = database.transact(system, async (unit) => {
      await unit.settings.set("thrown", {}, null);
      throw new RangeError("a bug");
    });
    await expect(failing).rejects.toThrow(RangeError);
    const refused = await database.transact(system, async (unit) => {
      await unit.settings.set("refused", {}, null);
      return refuse("conflict");
    });
    expect(isRefusal(refused) && refused.code).toBe("conflict");
    expect([await isSet("thrown"), await isSet("refused")]).toEqual([false, false]);
  });

  test("in which two give way to each other is repeated until both are done", async () => {
    for (const key of ["left", "right"])
      await database.transact(system, (unit) => unit.settings.set(key, { value: 0 }, null));
    let waiting = 0;
    const crossing = (first: string, second: string): Promise<void> => {
      let isFirstAttempt = true;
      return database.transact(system, async (unit) => {
        const bump = async (key: string): Promise<void> => {
          const setting = await unit.settings.find(key, z.object({ value: z.number() }));
          await unit.settings.set(key, { value: (setting?.value.value ?? 0) + 1 }, setting?.revision ?? null);
        };
        await bump(first);
        if (isFirstAttempt) {
          isFirstAttempt = false;
          waiting += 1;
          await vi.waitFor(() => expect(waiting).toBe(2), { interval: 5, timeout: 120_000 });
        }
        await bump(second);
      });
    };
    await Promise.all([crossing("left", "right"), crossing("right", "left")]);
    await expect(database.settings.find("left", z.object({ value: z.literal(2) }))).resolves.toMatchObject({
      revision: 3,
    });
  });

  test("that takes longer than its limit fails by that name", async () => {
    const slow = opened.openAnother({ transactionTimeoutMs: 200 });
    const running = slow.transact(system, async (unit) => {
      await unit.users.hasAny();
      await client.query("SELECT pg_sleep(0.5)");
      await unit.users.hasAny();
    });
    await expect(running).rejects.toMatchObject({ code: "statement_timeout", retryable: true });
  });
});

describe("audit", () => {
  test("a person's change without an entry is not committed; looking and finding nothing to change is fine", async () => {
    const silent = database.transact(alice, (unit) => unit.settings.set("silent", {}, null));
    await expect(silent).rejects.toMatchObject({ code: "unaudited_change" });
    expect(await isSet("silent")).toBe(false);
    await expect(database.transact(alice, (unit) => unit.users.hasAny())).resolves.toBe(false);
    await database.transact(system, (unit) => unit.settings.set("taken", {}, null));
    await expect(database.transact(alice, (unit) => unit.settings.set("taken", {}, null))).resolves.toBe(
      false,
    );
  });

  test("says who did what through which request, with secrets masked at any depth", async () => {
    await database.transact(alice, async (unit) => {
      await unit.settings.set("audited", {}, null);
      await unit.audit.record({
        action: "host.create",
        target: { kind: "host", id: "1", name: "db1" },
        detail: {
          hosts: [{ name: "db1", credential: { kind: "password", password: "kettle" }, hasCredential: true }],
          privateKey: "kettle",
        },
      });
    });
    const { items } = await database.audit.list({ action: "host.create" }, PAGE);
    expect(items).toMatchObject([
      {
        actorKind: "session",
        actorName: "alice",
        targetName: "db1",
        requestId: "request-1",
        address: "192.0.2.1",
        detail: {
          hosts: [{ name: "db1", credential: { kind: "password", password: "***" }, hasCredential: true }],
          privateKey: "***",
        },
      },
    ]);
  });

  test("is rolled back with the change that it tells of", async () => {
    const failing = database.transact(alice, async (unit) => {
      await unit.audit.record({ action: "never", target: { kind: "host" } });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await expect(database.audit.list({ action: "never" }, PAGE)).resolves.toMatchObject({ items: [] });
  });

  test.each([
    "UPDATE audit_entry SET actor_name = 'mallory'",
    "DELETE FROM audit_entry",
    "TRUNCATE audit_entry",
  ])("cannot be rewritten: %s", async (sql) => {
    await database.transact(system, (unit) =>
      unit.audit.record({ action: "kept", target: { kind: "host" } }),
    );
    await expect(client.query(sql)).rejects.toThrow(/never changed or deleted/);
  });
});
