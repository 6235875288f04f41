import { afterAll, beforeAll, expect, it } from "vitest";
import { openConsole, type TestConsole, type Told } from "../../../server/testing/open-console";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
});
afterAll(() => tested.close());

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const create = (cookie: string, body: object): Promise<Told> =>
  tested.ask("POST", "/tokens", { cookie, body });
const secretOf = ({ json }: Told): string => (typeof json.secret === "string" ? json.secret : "");
const idOf = ({ json }: Told): string => {
  const { token } = json;
  return typeof token === "object" && token !== null && "id" in token ? String(token.id) : "";
};

it("shows a token's secret once, and the token works until it is revoked", async () => {
  const { cookie } = tested.people.operator;
  const created = await create(cookie, { name: "ci", role: "viewer", expiresAt: inDays(1) });
  expect(created.status).toBe(201);
  const token = secretOf(created);
  expect((await tested.ask("GET", "/session", { token })).json).toMatchObject({
    kind: "token",
    name: "ci",
    role: "viewer",
  });
  const listed = await tested.ask("GET", "/tokens", { cookie });
  expect(JSON.stringify(listed.json)).not.toContain(token);
  expect((await tested.ask("DELETE", `/tokens/${idOf(created)}`, { cookie })).status).toBe(204);
  expect((await tested.ask("GET", "/session", { token })).status).toBe(401);
});

it("refuses a role above one's own, an expiry in the past and one too far, all at once", async () => {
  const { cookie } = tested.people.operator;
  const past = await create(cookie, { name: "x", role: "admin", expiresAt: inDays(-1) });
  expect(past.json.errors).toMatchObject([{ code: "role_above_own" }, { code: "expiry_in_past" }]);
  const nameless = await create(cookie, { name: "", role: "admin", expiresAt: inDays(-1) });
  expect(nameless.json.errors).toMatchObject([
    { code: "name_required" },
    { code: "role_above_own" },
    { code: "expiry_in_past" },
  ]);
  const far = await create(cookie, { name: "x", role: "viewer", expiresAt: inDays(400) });
  expect(far.json.errors).toMatchObject([{ code: "expiry_too_far" }]);
});

it("lets no token make another one", async () => {
  const body = { name: "x", role: "viewer", expiresAt: inDays(1) };
  const told = await tested.ask("POST", "/tokens", { token: tested.people.admin.token, body });
  expect(told.json.errors).toMatchObject([{ code: "session_needed" }]);
});

it("shows people their own tokens and sessions, and an admin everybody's", async () => {
  const { admin, operator, viewer } = tested.people;
  const created = await create(operator.cookie, { name: "mine", role: "viewer", expiresAt: inDays(1) });
  const count = async (cookie: string, path: string): Promise<number> => {
    const { json } = await tested.ask("GET", path, { cookie });
    return Array.isArray(json.items) ? json.items.length : 0;
  };
  expect(await count(viewer.cookie, "/tokens")).toBe(1);
  expect(await count(admin.cookie, "/tokens")).toBeGreaterThan(3);
  expect(await count(viewer.cookie, "/sessions")).toBe(1);
  expect(await count(admin.cookie, "/sessions")).toBeGreaterThanOrEqual(3);
  // What is somebody else's does not exist for who may not see it.
  expect((await tested.ask("DELETE", `/tokens/${idOf(created)}`, { cookie: viewer.cookie })).status).toBe(
    404,
  );
  expect((await tested.ask("DELETE", `/tokens/${idOf(created)}`, { cookie: admin.cookie })).status).toBe(204);
});

it("loses its power with its maker", async () => {
  const { admin } = tested.people;
  const body = { name: "short-lived", role: "operator", password: "tall blue kettle" };
  const user = await tested.ask("POST", "/users", { cookie: admin.cookie, body });
  const signedIn = await tested.ask("POST", "/session", {
    body: { name: body.name, password: body.password },
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const token = secretOf(await create(cookie, { name: "x", role: "operator", expiresAt: inDays(1) }));
  await tested.ask("PATCH", `/users/${user.json.id}`, { cookie: admin.cookie, body: { role: "viewer" } });
  expect((await tested.ask("GET", "/session", { token })).json.role).toBe("viewer");
  await tested.ask("PATCH", `/users/${user.json.id}`, { cookie: admin.cookie, body: { isDisabled: true } });
  expect((await tested.ask("GET", "/session", { token })).status).toBe(401);
  expect((await tested.ask("GET", "/session", { cookie })).status).toBe(401);
});
