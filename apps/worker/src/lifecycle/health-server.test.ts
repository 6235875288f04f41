import { Counter, Registry } from "prom-client";
import { afterEach, expect, test } from "vitest";
import { HealthServer } from "./health-server";

const servers: HealthServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function start(check: () => Promise<void>): Promise<string> {
  const registry = new Registry();
  new Counter({ name: "primacy_test_total", help: "test", registers: [registry] }).inc();
  const server = new HealthServer({ address: "127.0.0.1", port: 0 }, registry, { version: "1.2.3", check });
  servers.push(server);
  await server.start();
  return `http://127.0.0.1:${server.port}`;
}

test("health is 200 while the database answers and 503 while it does not", async () => {
  let isUp = true;
  const url = await start(() => (isUp ? Promise.resolve() : Promise.reject(new Error("away"))));
  const healthy = await fetch(`${url}/healthz`);
  expect([healthy.status, await healthy.json()]).toEqual([200, { status: "ok", version: "1.2.3" }]);
  isUp = false;
  const sick = await fetch(`${url}/healthz`);
  expect([sick.status, await sick.json()]).toEqual([
    503,
    { status: "database_unavailable", version: "1.2.3" },
  ]);
});

test("a database that does not answer at all is as bad as one that is away", async () => {
  const url = await start(() => new Promise(() => undefined));
  expect((await fetch(`${url}/healthz`)).status).toBe(503);
});

test("metrics are in Prometheus' form, and there is nothing else", async () => {
  const url = await start(() => Promise.resolve());
  const metrics = await fetch(`${url}/metrics`);
  expect(metrics.headers.get("content-type")).toContain("text/plain");
  expect(await metrics.text()).toContain("primacy_test_total 1");
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(405);
});
