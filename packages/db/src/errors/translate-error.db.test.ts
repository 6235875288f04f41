import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import { createDatabase, type Database } from "../database";
import { parseMasterKey } from "../secret/master-key";
import { createEmptyDatabase, type EmptyDatabase } from "../testing/empty-database";
import { openTestDatabase, TEST_MASTER_KEY } from "../testing/open-test-database";
import { translateError } from "./translate-error";

let empty: EmptyDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  empty = await createEmptyDatabase();
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await empty.close();
});

function open(url: string, limits: { statementTimeoutMs?: number } = {}): Database {
  const database = createDatabase({ url, masterKey: parseMasterKey(TEST_MASTER_KEY), ...limits });
  opened.push(database);
  return database;
}

const change = (edit: (url: URL) => void): string => {
  const url = new URL(empty.url);
  edit(url);
  return url.href;
};

test("a wrong password or database name is named, and not tried again", async () => {
  const refused = {
    code: "connection_refused",
    retryable: false,
    message: expect.stringContaining("DATABASE_URL"),
  };
  const wrongPassword = change((url) => {
    url.password = "wrong";
  });
  const wrongName = change((url) => {
    url.pathname = "/absent";
  });
  for (const url of [wrongPassword, wrongName]) {
    const database = open(url);
    await expect(database.check()).rejects.toMatchObject(refused);
    await expect(database.workers.listAlive(10)).rejects.toMatchObject(refused);
    await expect(database.transact(systemActor("test"), (unit) => unit.users.hasAny())).rejects.toMatchObject(
      refused,
    );
  }
});

test("a database without this release's tables says so", async () => {
  const database = open(empty.url);
  const outdated = { code: "not_migrated", retryable: false };
  await expect(database.check()).rejects.toMatchObject(outdated);
  await expect(database.workers.listAlive(10)).rejects.toMatchObject(outdated);
});

test("a NUL is named, wherever the text goes", async () => {
  const { database, close } = await openTestDatabase();
  const unstorable = { code: "unstorable_text", retryable: false };
  await expect(database.users.findByName("a\u0000")).rejects.toMatchObject(unstorable);
  await expect(
    database.transact(systemActor("test"), (unit) => unit.signIns.begin("a\u0000", "192.0.2.1")),
  ).rejects.toMatchObject(unstorable);
  await expect(
    database.transact(systemActor("test"), (unit) =>
      unit.audit.record({
        action: "test",
        target: { kind: "setting", id: null, name: null },
        detail: { a: "\u0000" },
      }),
    ),
  ).rejects.toMatchObject(unstorable);
  await close();
});

test("what is not known is left as it is", () => {
  const bug = new TypeError("x is not a function");
  expect(translateError(bug)).toBe(bug);
  expect(translateError(null)).toBe(null);
});
