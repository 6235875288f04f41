import { isRefusal } from "@primacy/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemActor } from "../audit/actor";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { resetPassword } from "./reset-password";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.transact(systemActor("test"), async (unit) => {
    await unit.users.create({ name: "Ada", role: "admin", password: "tall blue kettle" });
    await unit.users.create({ name: "vi", role: "viewer", password: "tall blue kettle" });
  });
});
afterAll(() => opened.close());

const operator = "root@server";

it("gives the only administrator a new password, lets them in again, and ends their sessions", async () => {
  const { database } = opened;
  const ada = await database.users.findByName("ada");
  const { token } = await database.transact(systemActor("test"), (unit) =>
    unit.sessions.create({ userId: ada?.id ?? "", address: "", userAgent: "", ttlSeconds: 60 }),
  );
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { secret } = await database.transact(systemActor("test"), async (unit) => {
    for (let at = 0; at < 5; at++) await unit.signIns.begin("ada", `198.51.100.${at}`);
    return unit.tokens.create({ name: "ci", role: "admin", expiresAt }, ada?.id ?? "");
  });
  const reset = await resetPassword(database, { operator });
  if (isRefusal(reset)) throw new Error(reset.code);
  expect(reset.user.name).toBe("Ada");
  expect(await database.users.findByPassword("ada", reset.password)).not.toBeNull();
  expect(await database.sessions.findByToken(token)).toBeNull();
  expect(await database.tokens.findBySecret(secret)).toBeNull();
  const begun = await database.transact(systemActor("test"), (unit) =>
    unit.signIns.begin("Ada", "192.0.2.9"),
  );
  expect(begun).toMatchObject({ kind: "admitted" });
  const { items } = await database.audit.list({ action: "user.reset_password" }, { after: null, limit: 10 });
  expect(items).toMatchObject([{ actorKind: "command", actorName: operator, targetName: "Ada" }]);
  expect(JSON.stringify(items)).not.toContain(reset.password);
});

it("takes a name and a password, and refuses who is not there and what is too poor", async () => {
  const { database } = opened;
  const named = await resetPassword(database, { operator, name: "VI", password: "green garden gate" });
  expect(isRefusal(named)).toBe(false);
  expect(await database.users.findByPassword("vi", "green garden gate")).not.toBeNull();
  expect(await resetPassword(database, { operator, name: "nobody" })).toMatchObject({
    code: "not_found",
    errors: [{ message: { text: "There is no user nobody." } }],
  });
  expect(await resetPassword(database, { operator, name: "vi", password: "short" })).toMatchObject({
    code: "validation_failed",
  });
});

it("asks for a name where several are administrators, and names them", async () => {
  const { database } = opened;
  await database.transact(systemActor("test"), (unit) =>
    unit.users.create({ name: "Zoe", role: "admin", password: "tall blue kettle" }),
  );
  expect(await resetPassword(database, { operator })).toMatchObject({
    code: "not_found",
    errors: [{ code: "many_administrators", message: { params: { names: "Ada, Zoe" } } }],
  });
});
