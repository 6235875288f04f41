import { isRefusal, type Role, type User } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConsole, password, type TestConsole } from "../../../server/testing/open-console";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
});
afterAll(() => tested.close());

it("an admin adds, changes and deletes users; each leaves an audit entry without a password", async () => {
  const { cookie } = tested.people.admin;
  const created = await tested.ask("POST", "/users", {
    cookie,
    body: { name: "Ada", role: "viewer", password },
  });
  const path = `/users/${created.json.id}`;
  expect(
    (await tested.ask("POST", "/users", { cookie, body: { name: "ada", role: "viewer", password } })).status,
  ).toBe(409);
  const newPassword = "green garden gate";
  const changed = await tested.ask("PATCH", path, {
    cookie,
    body: { role: "operator", password: newPassword },
  });
  expect(changed.json).toMatchObject({ name: "Ada", role: "operator" });
  expect((await tested.ask("DELETE", path, { cookie })).status).toBe(204);
  expect((await tested.ask("DELETE", path, { cookie })).status).toBe(404);
  const audit = await tested.ask("GET", "/audit", { cookie });
  const entries = Array.isArray(audit.json.items) ? audit.json.items : [];
  expect(entries.map((entry) => entry.action)).toEqual(["user.delete", "user.change", "user.create"]);
  expect(entries[0]).toMatchObject({
    actorKind: "session",
    actorName: "the admin",
    targetName: "Ada",
  });
  expect(JSON.stringify(audit.json)).not.toContain(password);
  expect(JSON.stringify(audit.json)).not.toContain(newPassword);
});

it("the last administrator who can sign in stays", async () => {
  const { token, user } = tested.people.admin;
  expect((await tested.ask("DELETE", `/users/${user.id}`, { token })).json.code).toBe("last_admin");
  expect(
    (await tested.ask("PATCH", `/users/${user.id}`, { token, body: { role: "viewer" } })).json.code,
  ).toBe("last_admin");
  expect((await tested.ask("PATCH", `/users/${user.id}`, { token, body: {} })).json.errors).toMatchObject([
    { code: "change_empty" },
  ]);
});

describe("an administrator's token gives nobody a way in that outlives it: it", () => {
  const byToken = (method: string, path: string, body?: object) =>
    tested.ask(method, path, { token: tested.people.admin.token, ...(body === undefined ? {} : { body }) });
  async function addUser(name: string, role: Role): Promise<User> {
    const user = await tested.database.transact(systemActor("test"), (unit) =>
      unit.users.create({ name, role, password }),
    );
    if (isRefusal(user)) throw new Error(user.message.text);
    return user;
  }

  it("makes no user, and says what else is wrong with the one it asks for", async () => {
    const told = await byToken("POST", "/users", { name: "THE VIEWER", role: "admin", password });
    expect([told.status, told.json.code]).toEqual([409, "conflict"]);
    expect(told.json.errors).toMatchObject([{ code: "session_needed" }, { path: "/name" }]);
    const plain = await byToken("POST", "/users", { name: "back door", role: "viewer", password });
    expect(plain.json.errors).toMatchObject([{ code: "session_needed" }]);
    expect(await tested.database.users.findByName("back door")).toBeNull();
  });

  it("raises nobody's role, sets nobody's password and lets nobody in again", async () => {
    const user = await addUser("dora", "viewer");
    await tested.database.transact(systemActor("test"), (unit) =>
      unit.users.change(user.id, { isDisabled: true }),
    );
    const path = `/users/${user.id}`;
    for (const change of [{ role: "operator" }, { password: "green garden gate" }, { isDisabled: false }]) {
      const told = await byToken("PATCH", path, change);
      expect([told.status, told.json.errors]).toMatchObject([409, [{ code: "session_needed" }]]);
    }
    const weak = await byToken("PATCH", path, { role: "admin", password: "short" });
    expect(weak.json.errors).toMatchObject([{ code: "session_needed" }, { code: "password_too_short" }]);
    const torn = await byToken("PATCH", path, { password: "short", theme: "dark" });
    expect(torn.json.errors).toMatchObject([
      { code: "unknown_field" },
      { code: "session_needed" },
      { code: "password_too_short" },
    ]);
    expect(await tested.database.users.find(user.id)).toMatchObject({ role: "viewer", isDisabled: true });
    expect(await tested.database.users.isPasswordOf(user.id, password)).toBe(true);
    const { cookie } = tested.people.admin;
    const change = { role: "operator", isDisabled: false, password: "green garden gate" };
    expect((await tested.ask("PATCH", path, { cookie, body: change })).status).toBe(200);
  });

  it("takes away: lowers a role, disables and deletes", async () => {
    const path = `/users/${(await addUser("erna", "operator")).id}`;
    expect((await byToken("PATCH", path, { role: "viewer" })).json).toMatchObject({ role: "viewer" });
    expect((await byToken("PATCH", path, { isDisabled: true })).json).toMatchObject({ isDisabled: true });
    expect((await byToken("DELETE", path)).status).toBe(204);
    expect((await byToken("PATCH", path, { role: "admin" })).status).toBe(404);
  });
});
