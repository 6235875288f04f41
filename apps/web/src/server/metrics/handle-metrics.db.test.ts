import { afterAll, beforeAll, expect, it } from "vitest";
import { createFactsHeader, type FactsHeader } from "../front/client-facts";
import { frontShared } from "../front/shared";
import { openConsole, origin, type TestConsole } from "../testing/open-console";
import { handleMetrics } from "./handle-metrics";

let tested: TestConsole;
const factsHeader: FactsHeader = createFactsHeader();
beforeAll(async () => {
  tested = await openConsole();
  frontShared().factsHeader = factsHeader;
  globalThis.primacyContext = Promise.resolve(tested.context);
});
afterAll(async () => {
  globalThis.primacyContext = undefined;
  frontShared().factsHeader = null;
  await tested.close();
});

/** Asks as the front would pass a client on: from where, and whether somebody passed it on who is not believed. */
function read(
  address: string,
  isForwarded: boolean,
  as: { readonly token?: string; readonly cookie?: string } = {},
): Promise<Response> {
  const headers = new Headers({
    [factsHeader.name]: factsHeader.format({ address, isForwarded, isSecure: false }),
  });
  if (as.token !== undefined) headers.set("authorization", `Bearer ${as.token}`);
  if (as.cookie !== undefined) headers.set("cookie", as.cookie);
  return handleMetrics(new Request(`${origin}/metrics`, { headers }));
}

it.each(["127.0.0.1", "127.8.9.10", "::1"])(
  "tells the machine itself, at %s, without a token",
  async (from) => {
    const answer = await read(from, false);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).toContain("primacy_web_has_worker 0");
    expect(text).toContain("primacy_web_request_seconds");
  },
);

it.each([
  ["another machine", "192.0.2.7", false],
  ["somebody whom a proxy on this machine passed on", "127.0.0.1", true],
])(
  "refuses %s without a token, as a problem and without a line of metrics",
  async (_, address, isForwarded) => {
    const answer = await read(address, isForwarded);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="primacy"']);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code: "not_signed_in" });
    expect(text).not.toContain("primacy_web_");
    expect((await read(address, isForwarded, { token: "pmy_wrong" })).status).toBe(401);
  },
);

it("believes nobody who writes the front's facts under another name, or none at all", async () => {
  const headers = {
    "x-primacy-client": factsHeader.format({ address: "::1", isForwarded: false, isSecure: true }),
  };
  expect((await handleMetrics(new Request(`${origin}/metrics`, { headers }))).status).toBe(401);
  expect((await handleMetrics(new Request(`${origin}/metrics`))).status).toBe(401);
});

it("tells everybody with a token or a session of the lowest role, and counts what was asked", async () => {
  const { token, cookie } = tested.people.viewer;
  await tested.announceWorker();
  await tested.ask("GET", "/session", { token });
  for (const as of [{ token }, { cookie }]) {
    const answer = await read("192.0.2.7", true, as);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain("primacy_web_has_worker 1");
    expect(text).toContain('primacy_web_request_seconds_count{endpoint="getSession",status="200"}');
  }
});

it("tells the machine itself although the database does not answer, and counts no worker then", async () => {
  const other = await openConsole();
  globalThis.primacyContext = Promise.resolve(other.context);
  await other.database.close();
  const answer = await read("127.0.0.1", false);
  globalThis.primacyContext = Promise.resolve(tested.context);
  expect([answer.status, (await answer.text()).includes("primacy_web_has_worker 0")]).toEqual([200, true]);
  await other.close();
});
