import { randomUUID } from "node:crypto";
import type { Endpoint } from "@primacy/contract/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildComponents, listEndpoints } from "../openapi/components";
import { openConsole, type TestConsole, type Told } from "../testing/open-console";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
});
afterAll(() => tested.close());

const components = buildComponents();
const withBody = listEndpoints().filter(([name]) => components.fieldsOf(name, "body").length > 0);

interface Detail {
  readonly path: string;
  readonly code: string;
  readonly message: { readonly text: string };
}

function detailsOf({ json }: Told): Detail[] {
  return Array.isArray(json.errors) ? json.errors : [];
}

/** A session for each call: some of them end it. */
async function ask({ method, path }: Endpoint, body: unknown, headers = {}): Promise<Told> {
  const cookie = await tested.signIn(tested.people.admin);
  const address = path.replaceAll(/\{\w+\}/g, () => randomUUID());
  return tested.ask(method.toUpperCase(), address, { cookie, body, headers });
}

describe.each(withBody)("%s", (name, endpoint) => {
  it("names every missing field and every unknown one at once", async () => {
    const told = await ask(endpoint, { surprise: 1 });
    expect(told.status).toBe(422);
    expect(told.headers.get("content-type")).toContain("application/problem+json");
    const details = detailsOf(told);
    const required = components.fieldsOf(name, "body").filter((field) => field.isRequired);
    expect(
      details
        .filter((one) => one.code === "required")
        .map((one) => one.path)
        .sort(),
    ).toEqual(required.map((field) => `/${field.name}`).sort());
    expect(details.map((one) => one.code)).toContain("unknown_field");
  });

  it("refuses a body that is not JSON, or not said to be", async () => {
    expect((await ask(endpoint, "{")).json.code).toBe("malformed_body");
    expect((await ask(endpoint, "{}", { "content-type": "text/plain" })).json.code).toBe("malformed_body");
  });
});

describe("the API", () => {
  it("lists the problems of parameters, query and body together, and in the reader's language", async () => {
    const told = await tested.ask("POST", "/clusters/none/vips", {
      token: tested.people.operator.token,
      headers: { "accept-language": "zh-CN,zh;q=0.9,en;q=0.5" },
      body: { address: "10.77.0.0100", prefixLength: 999, port: 0, nics: { here: "-x" } },
    });
    expect(told.status).toBe(422);
    expect(told.headers.get("content-language")).toBe("zh");
    expect(told.json.title).toBe("请求中有无法接受的值。未做任何更改。");
    const details = detailsOf(told);
    expect(details.map((one) => one.path)).toEqual(
      expect.arrayContaining(["/id", "/address", "/prefixLength", "/port"]),
    );
    expect(details.find((one) => one.path === "/port")?.message.text).toBe("端口是 1 到 65535 的整数。");
  });

  it.each([
    ["POST", "/session", { name: "a\u0000", password: "b" }, "/name"],
    ["POST", "/session", { name: "a", password: "b\u0000" }, "/password"],
    ["POST", "/session", { name: "a\ud800", password: "b" }, "/name"],
    ["GET", "/audit?action=%00", undefined, "/action"],
    ["GET", "/audit?cursor=%00", undefined, "/cursor"],
    ["GET", `/users?cursor=${Buffer.from('["\\u0000",""]').toString("base64url")}`, undefined, "/cursor"],
    ["POST", "/clusters/discover", { address: "db1", user: "u\u0000", password: "p" }, "/user"],
    ["POST", "/clusters/discover", { address: "db1", user: "u", password: "\u0000p" }, "/password"],
  ])("refuses control characters and halves of characters: %s %s", async (method, path, body, place) => {
    const cookie = await tested.signIn(tested.people.admin);
    const told = await tested.ask(method, path, { cookie, body });
    expect([told.status, detailsOf(told).map((one) => one.path)]).toEqual([422, [place]]);
  });

  it.each([
    "/users?limti=5",
    "/audit?acton=user.create",
    "/operations?clusterid=x",
    `/operations/${randomUUID()}?wati=1`,
    "/about?verbose=1",
    "/stream?last=1",
  ])("names what it does not know of a query: %s", async (path) => {
    const told = await tested.ask("GET", path, { token: tested.people.admin.token });
    const name = path.slice(path.indexOf("?") + 1, path.indexOf("="));
    expect(detailsOf(told)).toMatchObject([{ code: "unknown_field", message: { params: { fields: name } } }]);
  });

  it("tells of a cursor together with the rest of the query", async () => {
    const told = await tested.ask("GET", "/users?limit=abc&cursor=zzz", { token: tested.people.admin.token });
    expect(detailsOf(told).map((one) => [one.path, one.code])).toEqual([
      ["/limit", "wrong_type"],
      ["/cursor", "cursor_invalid"],
    ]);
  });

  it("tells of an Idempotency-Key together with the body", async () => {
    const told = await tested.ask("POST", "/users", {
      cookie: tested.people.admin.cookie,
      headers: { "idempotency-key": "with space" },
      body: { name: "", role: "viewer", password: "tall blue kettle" },
    });
    expect(detailsOf(told).map((one) => [one.path, one.code])).toEqual([
      ["", "idempotency_key_invalid"],
      ["/name", "name_required"],
    ]);
  });

  it("reads no more of a body than its limit", async () => {
    const told = await tested.ask("POST", "/users", {
      cookie: tested.people.admin.cookie,
      body: JSON.stringify({ name: "x".repeat(3 * 1024 * 1024) }),
    });
    expect(told.status).toBe(400);
    expect(detailsOf(told)[0]?.code).toBe("body_too_large");
  });

  it("answers an unknown address with 404 and a wrong method with 405 and what is allowed", async () => {
    expect((await tested.ask("GET", "/nothing")).json.code).toBe("not_found");
    const told = await tested.ask("PUT", "/clusters");
    expect([told.status, told.json.code, told.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "POST, GET",
    ]);
    const docs = await tested.ask("PUT", "/docs");
    expect([docs.status, docs.headers.get("allow")]).toEqual([405, "GET"]);
  });

  it("keeps a well-formed request id and makes one otherwise", async () => {
    const kept = await tested.ask("GET", "/setup", { headers: { "x-request-id": "from-the-caller-1" } });
    expect(kept.headers.get("x-request-id")).toBe("from-the-caller-1");
    const made = await tested.ask("GET", "/setup", { headers: { "x-request-id": "a b" } });
    expect(made.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("says that the database is away, and nothing else, while it is", async () => {
    const other = await openConsole();
    await other.database.close();
    const told = await other.ask("GET", "/setup");
    expect([told.status, told.json.code]).toEqual([503, "database_unavailable"]);
    await other.close();
  });
});
