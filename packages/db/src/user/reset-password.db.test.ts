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
  const reset = await resetPassword(database, { operator });
  if (isRefusal(reset)) throw new Error(reset.code);
  expect(reset.user.name).toBe("Ada");
  expect(await database.users.findByPassword("ada", reset.password)).not.toBeNull();
  expect(await database.sessions.findByToken(token)).toBeNull();
  const { items } = await database.audit.list({ action: "user.reset_password" }, { after: null, limit: 10 });
  expect(items).toMatchObject([{ actorKind: "command", actorName: operator, targetName: "Ada" }]);
  expect(JSON.stringify(items)).not.toContain(reset.password);
});

it("takes a name and a password, and refuses who is not there and what is too poor", async () => {
  const { database } = opened;
  const named = await resetPassword(database, { operator, name: "VI", password: "green garden gate" });
  expect(isRefusal(named)).toBe(false);
  expect(await database.users.findByPassword("vi", "green garden gate")).not.toBeNull();
  expect(await resetPassword(database, { operator, name: "nobody" })).toMatchObject({ code: "not_found" });
  expect(await resetPassword(database, { operator, name: "vi", password: "short" })).toMatchObject({
    code: "validation_failed",
  });
});
