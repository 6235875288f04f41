import { randomUUID } from "node:crypto";
import { isRoleAtLeast, Role } from "@primacy/contract";
import type { Endpoint } from "@primacy/contract/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "../openapi/components";
import { type Ask, openConsole, type TestConsole } from "../testing/open-console";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
});
afterAll(() => tested.close());

/** Sends the emptiest request to an endpoint and says how the API took it; the body of a stream is let go. */
async function knock({ method, path }: Endpoint, ask: Ask): Promise<{ status: number; code: string | null }> {
  const gone = new AbortController();
  const address = path.replaceAll(/\{\w+\}/g, () => randomUUID());
  const hasBody = method !== "get";
  const answer = await tested.send(method.toUpperCase(), address, {
    ...ask,
    signal: gone.signal,
    ...(hasBody ? { body: {} } : {}),
  });
  const isProblem = answer.headers.get("content-type")?.startsWith("application/problem+json") === true;
  const code: unknown = isProblem ? (await answer.json()).code : null;
  if (!isProblem) await answer.body?.cancel();
  gone.abort();
  return { status: answer.status, code: typeof code === "string" ? code : null };
}

const refusedCodes = ["not_signed_in", "forbidden"];

describe.each(listEndpoints())("%s", (_name, endpoint) => {
  it("refuses those who are not signed in, unless it is public", async () => {
    const { code } = await knock(endpoint, {});
    expect(code === "not_signed_in").toBe(endpoint.access !== "public");
  });

  it.each(Role.options)("lets a token of role %s in exactly as the contract says", async (role) => {
    const { code, status } = await knock(endpoint, { token: tested.people[role].token });
    const isAllowed = endpoint.access === "public" || isRoleAtLeast(role, endpoint.access);
    expect(code === "forbidden").toBe(!isAllowed);
    if (isAllowed) expect(refusedCodes).not.toContain(code);
    expect(status).not.toBe(500);
  });

  it.each(Role.options)("lets a session of role %s in exactly as the contract says", async (role) => {
    const cookie = await tested.signIn(tested.people[role]);
    const { code, status } = await knock(endpoint, { cookie });
    const isAllowed = endpoint.access === "public" || isRoleAtLeast(role, endpoint.access);
    expect(code === "forbidden").toBe(!isAllowed);
    if (isAllowed) expect(refusedCodes).not.toContain(code);
    expect(status).not.toBe(500);
  });
});
