import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConsole, password, type TestConsole, type Told } from "../../../server/testing/open-console";
import { waitUntil } from "../../../server/testing/wait-until";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
});
afterAll(() => tested.close());

function cookieOf(told: Told): string {
  return told.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function createUser(name: string): Promise<void> {
  const body = { name, role: "viewer", password };
  await tested.ask("POST", "/users", { cookie: tested.people.admin.cookie, body });
}

describe("the first visit", () => {
  it("makes one administrator of many who try at once, and signs them in", async () => {
    const fresh = await openConsole({ isEmpty: true });
    expect((await fresh.ask("GET", "/setup")).json).toEqual({ isNeeded: true });
    expect((await fresh.ask("POST", "/session", { body: { name: "a", password } })).json.code).toBe(
      "setup_needed",
    );
    const told = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        fresh.ask("POST", "/setup", { body: { name: `admin${at}`, password } }),
      ),
    );
    const made = told.filter((one) => one.status === 201);
    expect(made).toHaveLength(1);
    expect(told.filter((one) => one.json.code === "setup_done")).toHaveLength(7);
    expect((await fresh.database.users.list({ after: null, limit: 10 })).items).toHaveLength(1);
    const [first] = made;
    const session = await fresh.ask("GET", "/session", {
      cookie: first === undefined ? "" : cookieOf(first),
    });
    expect(session.json).toMatchObject({ kind: "session", role: "admin" });
    expect((await fresh.ask("GET", "/setup")).json).toEqual({ isNeeded: false });
    await fresh.close();
  });

  it("refuses a poor password and leaves the console without an administrator", async () => {
    const fresh = await openConsole({ isEmpty: true });
    const told = await fresh.ask("POST", "/setup", { body: { name: "aaaaaaaaa", password: "aaaaaaaaa" } });
    expect(told.status).toBe(422);
    const codes = Array.isArray(told.json.errors) ? told.json.errors.map((one) => one.code) : [];
    expect(codes.sort()).toEqual(["password_is_name", "password_too_common", "password_too_short"]);
    expect((await fresh.ask("GET", "/setup")).json).toEqual({ isNeeded: true });
    await fresh.close();
  });
});

describe("signing in", () => {
  it("sets a cookie that scripts cannot read and other sites do not send", async () => {
    await createUser("mary");
    const told = await tested.ask("POST", "/session", { body: { name: "Mary", password } });
    expect(told.status).toBe(201);
    const cookie = told.headers.getSetCookie()[0] ?? "";
    expect(cookie).toMatch(/^primacy_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=/);
    const session = await tested.ask("GET", "/session", { cookie: cookieOf(told) });
    expect(session.json.name).toBe("mary");
  });

  it("ends with the session: the cookie is worth nothing afterwards", async () => {
    await createUser("joan");
    const cookie = cookieOf(await tested.ask("POST", "/session", { body: { name: "joan", password } }));
    const out = await tested.ask("DELETE", "/session", { cookie });
    expect([out.status, out.headers.getSetCookie()[0]?.startsWith("primacy_session=;")]).toEqual([204, true]);
    expect((await tested.ask("GET", "/session", { cookie })).status).toBe(401);
  });

  it("tells a wrong name and a wrong password apart to nobody", async () => {
    await createUser("radia");
    const wrongName = await tested.ask("POST", "/session", { body: { name: "nobody", password } });
    const wrongPassword = await tested.ask("POST", "/session", {
      body: { name: "radia", password: "wrong" },
    });
    const { requestId: _a, ...one } = wrongName.json;
    const { requestId: _b, ...other } = wrongPassword.json;
    expect(one).toEqual(other);
    expect(wrongName.status).toBe(401);
  });

  it("makes the next attempts wait after too many, also those made at once and with the right password", async () => {
    await createUser("hedy");
    const wrong = { name: "hedy", password: "wrong" };
    const told = await Promise.all(
      Array.from({ length: 12 }, () => tested.ask("POST", "/session", { body: wrong })),
    );
    expect(told.some((one) => one.status === 429)).toBe(true);
    expect(told.filter((one) => one.status === 401).length).toBeLessThanOrEqual(6);
    // A wait of several seconds, so that a slow machine does not outlast it.
    await waitUntil(async () => {
      const { headers } = await tested.ask("POST", "/session", { body: wrong });
      return Number(headers.get("retry-after")) >= 4 ? true : null;
    });
    const right = await tested.ask("POST", "/session", { body: { name: "hedy", password } });
    expect([right.status, right.json.code]).toEqual([429, "too_many_attempts"]);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("the profile", () => {
  it("takes a new password only with the current one, and ends the other sessions", async () => {
    await createUser("ida");
    const signIn = () => tested.ask("POST", "/session", { body: { name: "ida", password } });
    const [mine, other] = [cookieOf(await signIn()), cookieOf(await signIn())];
    const newPassword = "green garden gate";
    const change = (body: object) => tested.ask("PATCH", "/profile", { cookie: mine, body });
    expect((await change({ newPassword })).json.errors).toMatchObject([
      { path: "/currentPassword", code: "required" },
    ]);
    expect((await change({ newPassword, currentPassword: "wrong" })).json.errors).toMatchObject([
      { path: "/currentPassword", code: "password_wrong" },
    ]);
    expect((await change({ newPassword: "short", currentPassword: "wrong" })).json.errors).toMatchObject([
      { path: "/currentPassword", code: "password_wrong" },
      { path: "/newPassword", code: "password_too_short" },
    ]);
    expect((await change({ newPassword, currentPassword: password })).status).toBe(200);
    expect((await tested.ask("GET", "/session", { cookie: mine })).status).toBe(200);
    expect((await tested.ask("GET", "/session", { cookie: other })).status).toBe(401);
    const again = await tested.ask("POST", "/session", { body: { name: "ida", password: newPassword } });
    expect(again.status).toBe(201);
  });

  it("is not for API tokens", async () => {
    const { token } = tested.people.viewer;
    const told = await tested.ask("PATCH", "/profile", { token, body: { theme: "dark" } });
    expect(told.json.errors).toMatchObject([{ code: "session_needed" }]);
  });
});
