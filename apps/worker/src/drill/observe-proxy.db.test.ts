import { isRefusal } from "@primacy/contract";
import { type ClusterRecord, newId, systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentClients } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";
import { createAgentObserver } from "../observe/agent-observer";
import { statusOf } from "../testing/agent-status.fixture";
import { createTestWorker } from "../testing/test-worker";
import { findKilledProxy, isStillReached } from "./observe-proxy";

const address = "10.0.0.110";
const otherAddress = "10.0.0.111";
// Proxies are listed by their ids, the older one first.
const [proxyId = "", otherId = ""] = [newId(), newId()].sort();
let opened: TestDatabase;
let cluster: ClusterRecord;
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
    const created = await unit.clusters.create({
      ...{ name: "orders", kind: "group_replication", groupName: newId(), members: [] },
    });
    if (isRefusal(hosts) || isRefusal(created)) throw new Error("it is refused");
    cluster = created;
    for (const own of [
      { id: proxyId, address, virtualRouterId: 60 },
      { id: otherId, address: otherAddress, virtualRouterId: 61 },
    ])
      await unit.proxies.create({
        ...{ ...own, clusterId: created.id, kind: "haproxy", prefixLength: 24, checkPort: 7434 },
        hosts: hosts.map(({ id, name }) => ({ hostId: id, name, address: `${name}.example` })),
        ports: { write: 3307, read: 3308, split: null },
      });
    return hosts.map(({ id }) => id);
  });
});
afterAll(() => opened.close());

/** A worker for which the host of this id says that it has the addresses of both proxies; null: nobody answers. */
function workerOf(holder: string | null): WorkerContext {
  const agents: AgentClients = {
    clientFor: (target) => ({
      target,
      call: async () => {
        if (holder === null) throw new AgentFailure("agent_unreachable", target, {});
        const [nic] = statusOf(target.hostId).nics;
        const held = target.hostId === holder ? [address, otherAddress] : [];
        const addresses = held.map((one) => ({ address: one, prefixLength: 24, label: null }));
        return JSON.parse(JSON.stringify({ ...statusOf(target.hostId), nics: [{ ...nic, addresses }] }));
      },
      readStream: () => Promise.resolve(),
    }),
  };
  const worker = createTestWorker(opened.database, { agents });
  return { ...worker, observer: createAgentObserver({ agents, log: worker.log }) };
}

const isReached = (hostId: string, holder: string | null): Promise<boolean> =>
  isStillReached({ worker: workerOf(holder) }, { proxyId, hostId }, AbortSignal.timeout(120_000));

test("a host of a proxy is reached while it has the address, and not once another has it or nobody says so", async () => {
  const [first = "", second = ""] = hostIds;
  expect(await isReached(first, first)).toBe(true);
  expect(await isReached(first, second)).toBe(false);
  expect(await isReached(first, null)).toBe(false);
});

test("the proxy that is killed is one through which clients write, before one through which they only read", async () => {
  const at = (one: string, port: number) => ({ address: one, port });
  const elsewhere = at("10.0.0.100", 3306);
  const [holder = ""] = hostIds;
  const find = (...[write, read]: readonly ReturnType<typeof at>[]) =>
    findKilledProxy(
      { worker: workerOf(holder), loaded: { cluster } },
      {
        fault: { kind: "kill_proxy", proxyId: null, program: "haproxy", restarts: false },
        endpoints: write === undefined ? [] : [write],
        readEndpoints: read === undefined ? [] : [read],
      },
      AbortSignal.timeout(120_000),
    );
  expect(await find(at(otherAddress, 3307), at(address, 3308))).toMatchObject({ proxyId: otherId });
  expect(await find(elsewhere, at(otherAddress, 3308))).toMatchObject({ proxyId: otherId, isWatched: true });
  expect(await find(elsewhere)).toMatchObject({ proxyId, isWatched: false });
});
