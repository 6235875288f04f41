import { isRefusal } from "@primacy/contract";
import { newId, systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentClients } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { createAgentObserver } from "../observe/agent-observer";
import { statusOf } from "../testing/agent-status.fixture";
import { createTestWorker } from "../testing/test-worker";
import { isStillReached } from "./observe-proxy";

const address = "10.0.0.110";
const proxyId = newId();
let opened: TestDatabase;
let hostIds: readonly string[] = [];
beforeAll(async () => {
  opened = await openTestDatabase();
  hostIds = await opened.database.transact(systemActor("test"), async (unit) => {
    const hosts = await unit.hosts.createMany(
      ["px1", "px2"].map((name) => ({
        ...{ name, address: `${name}.example`, sshPort: 22, sshUser: "root", agentPort: 7433 },
        credential: { kind: "password" as const, password: "tall blue kettle" },
      })),
    );
    const cluster = await unit.clusters.create({
      ...{ name: "orders", kind: "group_replication", groupName: newId(), members: [] },
    });
    if (isRefusal(hosts) || isRefusal(cluster)) throw new Error("it is refused");
    await unit.proxies.create({
      ...{ id: proxyId, clusterId: cluster.id, kind: "haproxy", address, prefixLength: 24 },
      hosts: hosts.map(({ id, name }) => ({ hostId: id, name, address: `${name}.example` })),
      ...{ ports: { write: 3307, read: 3308, split: null }, virtualRouterId: 60, checkPort: 7434 },
    });
    return hosts.map(({ id }) => id);
  });
});
afterAll(() => opened.close());

/** Whether the host of this name is reached while these ones say that they have the address; null: nobody answers. */
function isReached(hostId: string, holder: string | null): Promise<boolean> {
  const agents: AgentClients = {
    clientFor: (target) => ({
      target,
      call: async () => {
        if (holder === null) throw new AgentFailure("agent_unreachable", target, {});
        const [nic] = statusOf(target.hostId).nics;
        const addresses = target.hostId === holder ? [{ address, prefixLength: 24, label: null }] : [];
        return JSON.parse(JSON.stringify({ ...statusOf(target.hostId), nics: [{ ...nic, addresses }] }));
      },
      readStream: () => Promise.resolve(),
    }),
  };
  const worker = createTestWorker(opened.database, { agents });
  const observer = createAgentObserver({ agents, log: worker.log });
  const signal = AbortSignal.timeout(120_000);
  return isStillReached({ worker: { ...worker, observer } }, { proxyId, hostId }, signal);
}

test("a host of a proxy is reached while it has the address, and not once another has it or nobody says so", async () => {
  const [first = "", second = ""] = hostIds;
  expect(await isReached(first, first)).toBe(true);
  expect(await isReached(first, second)).toBe(false);
  expect(await isReached(first, null)).toBe(false);
});
