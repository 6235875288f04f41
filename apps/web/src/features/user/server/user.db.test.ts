import { afterAll, beforeAll, expect, it } from "vitest";
import { openConsole, password, type TestConsole } from "../../../server/testing/open-console";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
});
afterAll(() => tested.close());

it("an admin adds, changes and deletes users; each leaves an audit entry without a password", async () => {
  const { token } = tested.people.admin;
  const created = await tested.ask("POST", "/users", {
    token,
    body: { name: "Ada", role: "viewer", password },
  });
  const path = `/users/${created.json.id}`;
  expect(
    (await tested.ask("POST", "/users", { token, body: { name: "ada", role: "viewer", password } })).status,
  ).toBe(409);
  const newPassword = "green garden gate";
  const changed = await tested.ask("PATCH", path, {
    token,
    body: { role: "operator", password: newPassword },
  });
  expect(changed.json).toMatchObject({ name: "Ada", role: "operator" });
  expect((await tested.ask("DELETE", path, { token })).status).toBe(204);
  expect((await tested.ask("DELETE", path, { token })).status).toBe(404);
  const audit = await tested.ask("GET", "/audit", { token });
  const entries = Array.isArray(audit.json.items) ? audit.json.items : [];
  expect(entries.map((entry) => entry.action)).toEqual(["user.delete", "user.change", "user.create"]);
  expect(entries[0]).toMatchObject({
    actorKind: "token",
    actorName: "token of the admin",
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
