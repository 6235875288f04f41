import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConsole, origin, password, type TestConsole } from "../testing/open-console";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
});
afterAll(() => tested.close());

const foreign: readonly Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "http://elsewhere.test" },
  { origin: "null" },
  { origin: `${origin}.elsewhere.test` },
];
const own: readonly Record<string, string>[] = [
  { "sec-fetch-site": "same-origin", origin },
  { "sec-fetch-site": "none" },
  { origin },
  {},
];
const change = { theme: "dark" };

describe("a write with a session's cookie", () => {
  it.each(foreign)("is refused when another site made it: %o", async (headers) => {
    const { cookie } = tested.people.viewer;
    const told = await tested.ask("PATCH", "/profile", { cookie, headers, body: change });
    expect([told.status, told.json.code]).toEqual([403, "csrf_rejected"]);
  });

  it.each(own)("is made when a page of the console, or no browser, sends it: %o", async (headers) => {
    const { cookie } = tested.people.viewer;
    expect((await tested.ask("PATCH", "/profile", { cookie, headers, body: change })).status).toBe(200);
  });
});

it.each(foreign)("nobody is signed in by another site: %o", async (headers) => {
  const body = { name: tested.people.viewer.user.name, password };
  expect((await tested.ask("POST", "/session", { headers, body })).json.code).toBe("csrf_rejected");
  expect((await tested.ask("POST", "/setup", { headers, body })).json.code).toBe("csrf_rejected");
});

it("a token is no cookie: it may come from anywhere", async () => {
  const { token } = tested.people.admin;
  const body = { samplesDays: 1, eventsDays: 2, operationsDays: 3, auditDays: null };
  const told = await tested.ask("PUT", "/settings/retention", {
    token,
    headers: { "sec-fetch-site": "cross-site" },
    body,
  });
  expect(told.status).toBe(200);
});

it("a read with a cookie is answered whoever asks, because its answer cannot be read elsewhere", async () => {
  const { cookie } = tested.people.viewer;
  const headers = { "sec-fetch-site": "cross-site" };
  expect((await tested.ask("GET", "/session", { cookie, headers })).status).toBe(200);
});

it("a wrong token is not made good by a cookie beside it", async () => {
  const { cookie } = tested.people.admin;
  expect((await tested.ask("GET", "/session", { cookie, token: "pmy_wrong" })).status).toBe(401);
});
