import { message } from "@primacy/contract";
import type { HostOperatorSummary } from "@primacy/contract/agent";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createHost } from "../testing/samples";
import type { AgentFacts } from "./agent-repository";

const system = systemActor("test");
const id = "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e";
const calm: HostOperatorSummary = { state: "running", openActions: 1, failedUndos: [] };
const stuck: HostOperatorSummary = {
  ...calm,
  failedUndos: [
    {
      actionId: id,
      clusterId: id,
      grantedTo: { who: "an operator", operationId: null },
      kind: "file",
      target: "/etc/my.cnf",
      state: "undo_failed",
      bootId: "boot",
      startedAt: "2026-11-22T05:00:00.000Z",
      undoAtMs: 1,
      reason: message("operator.undo_changed", { path: "/etc/my.cnf" }),
      byHand: ["cp -p /var/lib/primacy-agent/operator/1 /etc/my.cnf"],
      settle: "rm /var/lib/primacy-agent/operator/1.json",
      process: null,
    },
  ],
};
let opened: TestDatabase;
let database: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
afterAll(() => opened.close());

/** Notes a sighting, and tells how often others were notified of the host since the last time. */
async function openWatch(hostId: string) {
  const stopping = new AbortController();
  let isListening = false;
  let notified = 0;
  const heard: string[] = [];
  const running = database.listen(
    {
      onNotification: (one) => {
        if (one.kind === "host" && one.hostId === hostId) notified += 1;
        if (one.kind === "setting") heard.push(one.key);
      },
      onGap: () => {
        isListening = true;
      },
    },
    stopping.signal,
  );
  await vi.waitFor(() => expect(isListening).toBe(true), { timeout: 120_000 });
  let count = 0;
  return {
    async sight(facts: AgentFacts): Promise<number> {
      notified = 0;
      await database.transact(system, (unit) => unit.agents.recordSighting(hostId, "answering", facts));
      // Notifications come in order: what was not heard before this one was not sent.
      count += 1;
      const key = `after-${count}`;
      await database.transact(system, (unit) => unit.settings.set(key, {}, null));
      await vi.waitFor(() => expect(heard).toContain(key), { timeout: 120_000 });
      return notified;
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

test("a host tells what its operator last said, others hear of each change of it once, and it goes with the agent", async () => {
  const host = await createHost(database);
  const read = async () => (await database.hosts.get(host.id)).operator;
  expect(await read()).toBeNull();
  const watch = await openWatch(host.id);
  const facts = { version: "0.1.0", protocol: 2, bootId: "boot" };
  expect(await watch.sight({ ...facts, operator: calm })).toBe(1);
  expect(await read()).toEqual(calm);
  expect(await watch.sight({ ...facts, operator: calm }), "the same again").toBe(0);
  expect(await watch.sight({ ...facts, operator: stuck }), "an undo failed").toBe(1);
  expect(await read()).toEqual(stuck);
  const reordered = Object.fromEntries(Object.entries(stuck).reverse());
  expect(await watch.sight({ ...facts, operator: { ...calm, ...reordered } }), "in another order").toBe(0);
  expect(await watch.sight(facts), "an agent that was not asked of it").toBe(0);
  expect(await read()).toEqual(stuck);
  expect(await watch.sight({ ...facts, operator: null }), "an agent that does not know of one").toBe(1);
  expect(await read()).toBeNull();
  await watch.sight({ ...facts, operator: calm });
  await database.transact(system, (unit) => unit.agents.remove(host.id));
  expect(await read()).toBeNull();
  await database.transact(system, (unit) => unit.agents.setState(host.id, "installing"));
  expect(await read()).toBeNull();
  await watch.stop();
});
