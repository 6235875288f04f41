import { createServer, request, type Server } from "node:http";
import { message } from "@primacy/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLog } from "../log/log";
import { type JudgeRole, RoleChecks } from "./role-checks";

const host = "127.0.0.1";
const clusterId = "0198f3f0-6d1e-7c3a-9f0e-000000000001";
const otherId = "0198f3f0-6d1e-7c3a-9f0e-000000000002";
const patience = { timeout: 120_000, interval: 20 };

let checks: RoleChecks;
let port: number;

beforeEach(async () => {
  checks = new RoleChecks(host, silentLog);
  port = await findFreePort();
});
afterEach(() => checks.stop());

const isPrimary: JudgeRole = (asked) =>
  asked === "primary" ? null : message("role_check.role", { role: "PRIMARY" });
const isSecondary: JudgeRole = (asked) =>
  asked === "secondary" ? null : message("role_check.role", { role: "SECONDARY" });

async function take(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen({ host, port: 0 }, resolve));
  const address = server.address();
  return { server, port: typeof address === "object" && address !== null ? address.port : 0 };
}

async function findFreePort(): Promise<number> {
  const taken = await take();
  await new Promise((resolve) => taken.server.close(resolve));
  return taken.port;
}

/** Status and body; a refused connection is its code. */
function ask(path: string, method = "GET"): Promise<readonly [number | string, string]> {
  return new Promise((resolve) => {
    const sent = request({ host, port, path, method }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on("end", () => resolve([response.statusCode ?? 0, text]));
    });
    sent.on("error", (error) => resolve(["code" in error ? String(error.code) : error.message, ""]));
    sent.end();
  });
}

const awaitOpen = () =>
  expect.poll(async () => (await ask("/primary"))[0], patience).not.toBe("ECONNREFUSED");

test("nothing listens until it is switched on, and nothing once it is off again", async () => {
  expect(await ask("/primary")).toEqual(["ECONNREFUSED", ""]);
  checks.set(clusterId, port, isPrimary);
  await awaitOpen();
  checks.set(clusterId, null, isPrimary);
  expect(await ask("/primary")).toEqual(["ECONNREFUSED", ""]);
});

test("the role that the server has is 200, the other one 503 with the reason, by every method that HAProxy asks with", async () => {
  checks.set(clusterId, port, isPrimary);
  await awaitOpen();
  expect(await ask("/primary")).toEqual([200, "primary\n"]);
  expect(await ask("/secondary")).toEqual([503, "Its role is PRIMARY.\n"]);
  expect(await ask("/primary", "OPTIONS")).toEqual([200, "primary\n"]);
  expect(await ask("/primary", "HEAD")).toEqual([200, ""]);
  expect(await ask("/secondary", "HEAD")).toEqual([503, ""]);
});

test("nothing else is answered", async () => {
  checks.set(clusterId, port, isPrimary);
  await awaitOpen();
  expect((await ask("/"))[0]).toBe(404);
  expect((await ask("/v2/status"))[0]).toBe(404);
  expect((await ask("/primary", "POST"))[0]).toBe(405);
});

test("of several clusters of a host each is asked by its id, and a check that names none of them fails", async () => {
  checks.set(clusterId, port, isPrimary);
  checks.set(otherId, port, isSecondary);
  await awaitOpen();
  expect((await ask(`/primary?cluster=${clusterId}`))[0]).toBe(200);
  expect((await ask(`/primary?cluster=${otherId}`))[0]).toBe(503);
  expect((await ask(`/secondary?cluster=${otherId}`))[0]).toBe(200);
  expect((await ask("/primary"))[0]).toBe(503);
  checks.set(otherId, null, isSecondary);
  expect((await ask("/primary"))[0]).toBe(200);
  expect((await ask(`/primary?cluster=${otherId}`))[0]).toBe(503);
});

test("a port that somebody else has is listened on as soon as it is free", async () => {
  const taken = await take();
  port = taken.port;
  taken.server.on("request", (_, response) => response.writeHead(418).end());
  checks.set(clusterId, port, isPrimary);
  expect((await ask("/primary"))[0]).toBe(418);
  taken.server.closeAllConnections();
  await new Promise((resolve) => taken.server.close(resolve));
  await expect.poll(async () => (await ask("/primary"))[0], patience).toBe(200);
});
