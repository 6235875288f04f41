import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  CheckedPlan,
  isFinished,
  isRefusal,
  message,
  type Operation,
  type OperationKind,
  operationKinds,
  type Refusal,
  type Vip,
  VipRequest,
} from "@primacy/contract";
import type { AgentHello } from "@primacy/contract/agent";
import { planRefresh, type RefreshStep, toWantedVip } from "@primacy/core/plan";
import { systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createAgentClients } from "../agent-client/create-agent-clients";
import { findNewNics } from "../cluster/find-new-nics";
import { refreshExecutors } from "../cluster/refresh-steps";
import { loadCluster } from "../cluster-record/load-cluster";
import { fromRecord } from "../cluster-record/member-draft";
import { defineOperation } from "../operation/definition";
import { OperationEngine } from "../operation/engine";
import { defineStep } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { switchoverOperation } from "../switchover/switchover-operation";
import { statusOf } from "../testing/agent-status.fixture";
import { observationOf } from "../testing/observation.fixture";
import { makeTestConsole, startTestAgent } from "../testing/test-agent";
import { createTestWorker } from "../testing/test-worker";
import { restoreWanted } from "../vip-provider/restore-wanted";
import { vipOperations } from "./index";

const actor = systemActor("test");
const reads = { policy: "to_primary", maxLagSeconds: 3 } as const;
/** A host that is no member's yet. */
const third = randomUUID();

/** An agent that is configured for nothing yet. */
interface Agent {
  readonly hostId: string;
}

let opened: TestDatabase;
let worker: ReturnType<typeof createTestWorker>;
let agents: readonly Agent[] = [];
let clusterId = "";
let write: Vip;
let read: Vip;
const stopping: (() => unknown)[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
  const { signer, identity } = await makeTestConsole(randomUUID());
  const clients = createAgentClients(() => identity);
  worker = createTestWorker(opened.database, { agents: clients });
  agents = await Promise.all(
    [1, 2].map(async (n) => {
      const agent: Agent = { hostId: await addHost(n) };
      const { port, stop } = await startTestAgent(signer, agent.hostId, (request, response) =>
        answer(agent, request, response),
      );
      stopping.push(stop);
      await opened.database.transact(actor, async (unit) => {
        kept(await unit.hosts.change(agent.hostId, null, { agentPort: port }));
        await unit.agents.setState(agent.hostId, "answering");
      });
      return agent;
    }),
  );
  await registerCluster();
  const operations = {
    ...vipOperations,
    switchover: switchoverOperation,
    "cluster.refresh": addThirdHost("succeeds"),
    "cluster.remove": addThirdHost("fails"),
  };
  const engine = new OperationEngine(worker, operations, { pollMs: 100 });
  worker.hub.subscribe(engine);
  await worker.hub.start();
  await engine.start();
  stopping.unshift(
    () => engine.stop(),
    () => worker.hub.stop(),
    () => clients.close(),
  );
});
afterAll(async () => {
  for (const stop of stopping) await stop();
  await opened?.close();
});
async function addHost(n: number): Promise<string> {
  const credential = { kind: "password", password: "a secret of the host" } as const;
  const place = { address: "127.0.0.1", sshPort: n, sshUser: "root", credential, agentPort: 1 };
  const drafts = [{ name: `db${n}`, ...place }];
  const [host] = kept(await opened.database.transact(actor, (unit) => unit.hosts.createMany(drafts)));
  return host?.id ?? "";
}

async function registerCluster(): Promise<void> {
  const members = agents.map(({ hostId }, index) => ({
    serverUuid: randomUUID(),
    address: "127.0.0.1",
    port: index + 1,
    hostId,
  }));
  const group = { name: "main", kind: "group_replication", groupName: randomUUID(), members } as const;
  clusterId = kept(await opened.database.transact(actor, (unit) => unit.clusters.create(group))).id;
  write = await addVip("10.77.0.100", {});
  read = await addVip("10.77.0.101", { kind: "read", reads });
}

async function addVip(address: string, change: object): Promise<Vip> {
  const nics = Object.fromEntries(agents.map(({ hostId }) => [hostId, "eth0"]));
  const request = VipRequest.parse({ address, prefixLength: 24, nics, ...change });
  return kept(await opened.database.transact(actor, (unit) => unit.vips.create(clusterId, request)));
}

function kept<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Error(outcome.message.text);
  return outcome;
}

function answer(agent: Agent, request: IncomingMessage, response: ServerResponse): void {
  const answers: Readonly<Record<string, object>> = {
    "/hello": helloOf(agent),
    "/v2/status": statusOf(agent.hostId),
    "/v2/observe": seen,
  };
  const body = answers[request.url ?? ""];
  response.statusCode = body === undefined ? 404 : 200;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body ?? {}));
}

function helloOf({ hostId }: Agent): AgentHello {
  const clock = { bootId: "boot", monotonicMs: 1, wallMs: 0 };
  const nothing = { clusterId: null, epoch: null, serverUuid: null, abilities: [], clusters: [] };
  return { protocol: 2, agentVersion: "0.1.0", hostId, clock, ...nothing };
}

const seen = observationOf({
  variables: { group_replication_member_expel_timeout: "5" },
  nics: [
    {
      name: "eth0",
      mac: "02:00:00:00:00:01",
      isUp: true,
      hasCarrier: true,
      addresses: [{ address: "10.77.0.11", prefixLength: 24, label: "eth0", validSeconds: null }],
    },
    {
      name: "eth1",
      mac: "02:00:00:00:01:01",
      isUp: true,
      hasCarrier: true,
      addresses: [{ address: "10.79.0.11", prefixLength: 24, label: "eth1", validSeconds: null }],
    },
  ],
});

/** Stores, as a refresh does, that each VIP has an interface on a host that is new; and takes it back where it fails. */
function addThirdHost(how: "succeeds" | "fails"): ReturnType<typeof defineOperation> {
  return defineOperation<object, Exclude<RefreshStep, { code: "agent.forget" }>>({
    input: operationKinds["cluster.remove"].input,
    timeoutMs: 10_000,
    async plan({ worker: { db } }) {
      const { cluster, vips } = await loadCluster(db, clusterId);
      const previous = cluster.members.map(fromRecord);
      const added = { serverUuid: randomUUID(), address: "db3", port: 3306, hostId: null, facts: {} };
      const newNics = Object.fromEntries(vips.map(({ id }) => [id, { [third]: "eth0" }]));
      const { steps } = planRefresh({
        clusterId,
        members: [...previous, added],
        previous,
        leaving: [],
        vips,
        newNics,
      });
      return { steps: steps.filter((step) => step.code !== "agent.forget"), consequences: [] };
    },
    executors: {
      "cluster.members": refreshExecutors["cluster.members"],
      "agents.converge": defineStep({
        input: z.object({ clusterId: z.string(), mayOverrule: z.boolean() }),
        timeoutMs: 1_000,
        undo: { kind: "nothing" },
        async execute() {
          if (how === "fails") throw new StepFailure("failure.cancelled");
          return { kind: "done" };
        },
      }),
    },
    finish: async () => null,
  });
}

async function perform(kind: OperationKind, input: object): Promise<Operation> {
  const asked = await opened.database.transact(actor, (unit) =>
    unit.operations.enqueue({ kind, title: message("step.waiting"), clusterId, input }),
  );
  const { id } = kept(asked);
  const ended = async (): Promise<boolean> => isFinished((await opened.database.operations.get(id)).state);
  await expect.poll(ended, { timeout: 120_000, interval: 50 }).toBe(true);
  return opened.database.operations.get(id);
}

async function ask(question: object): Promise<CheckedPlan> {
  const asked = await perform("vip.check", { address: "10.77.0.110", prefixLength: 24, ...question });
  return CheckedPlan.parse(asked.result);
}

describe("a check of a read VIP", () => {
  test("goes by the kind of the VIP that it names: only of writes a pause is estimated", async () => {
    const estimates = async (question: object): Promise<number> =>
      (await ask(question)).report.estimates.length;
    expect(await estimates({ vipId: read.id })).toBe(0);
    expect(await estimates({ vipId: write.id, kind: "read" })).toBeGreaterThan(0);
  });
});

describe("a new VIP", () => {
  test("of reads is refused for what its checks found alone, whatever VIPs there are", async () => {
    const refused = await perform("vip.apply", {
      address: "10.77.0.110",
      prefixLength: 24,
      kind: "read",
      reads,
    });
    expect(refused.problem?.code).toBe("checks_failed");
  });

  test("of writes beside another is refused for what its checks found alone", async () => {
    const refused = await perform("vip.apply", { address: "10.77.0.110", prefixLength: 24 });
    expect(refused.problem?.code).toBe("checks_failed");
  });
});

test("a paused read VIP forbids no switchover, and a paused write VIP does", async () => {
  const { members } = await opened.database.clusters.get(clusterId);
  const order = { memberId: members[1]?.id };
  const pause = async (vip: Vip, paused: Vip["paused"] | null): Promise<void> => {
    kept(
      await opened.database.transact(actor, (unit) =>
        unit.vips.change(vip.id, null, { paused: paused ?? null }),
      ),
    );
  };
  const since = new Date().toISOString();
  await pause(read, { hostId: null, since });
  expect((await perform("switchover", order)).problem?.code).not.toBe("vip_paused");
  await pause(write, { hostId: null, since });
  expect((await perform("switchover", order)).problem).toMatchObject({
    code: "vip_paused",
    message: { params: { address: write.address } },
  });
  await pause(write, null);
  await pause(read, null);
});

describe("a host that is new to the cluster", () => {
  const { signal } = new AbortController();
  const nicsOf = async (): Promise<readonly Vip["nics"][]> =>
    (await opened.database.vips.listByCluster(clusterId)).map(({ nics }) => nics);

  test("gets the interface of its own address for every VIP that does not know it", async () => {
    const members = (await opened.database.clusters.get(clusterId)).members.map(fromRecord);
    const unknown = (vip: Vip): Vip => ({ ...vip, nics: {} });
    const both = Object.fromEntries(agents.map(({ hostId }) => [hostId, "eth0"]));
    expect(await findNewNics(worker, members, [unknown(write)], signal)).toEqual({ [write.id]: both });
    expect(await findNewNics(worker, members, [write, read], signal), "where all are known").toEqual({});
    expect(await findNewNics(worker, members, [], signal), "where there is no VIP").toEqual({});
  });

  test("has to have an interface that could hold every VIP that is in force", async () => {
    const members = (await opened.database.clusters.get(clusterId)).members.map(fromRecord).slice(0, 1);
    const unknown = (address: string, prefixLength: number, enabled = true): Vip => ({
      ...write,
      ...{ id: randomUUID(), address, prefixLength, enabled, nics: {} },
    });
    const vips = [unknown("10.78.0.100", 24), unknown("10.77.0.100", 16), unknown("fd00::100", 64)];
    const refused = await findNewNics(worker, members, vips, signal);
    expect(isRefusal(refused) && refused.errors.map(({ path, code }) => [path, code])).toEqual([
      ["/hosts/db1", "check.subnet"],
      ["/hosts/db1", "check.subnet"],
      ["/hosts/db1", "check.subnet"],
    ]);
    expect(isRefusal(refused) && refused.errors[0]?.message.params).toMatchObject({ address: "10.78.0.100" });
    const hostId = members[0]?.hostId ?? "";
    const [here, elsewhere] = [unknown("10.77.0.100", 24), unknown("10.79.0.100", 24)];
    const off = unknown("10.78.0.100", 24, false);
    expect(await findNewNics(worker, members, [here, elsewhere, off], signal), "each in its network").toEqual(
      {
        [here.id]: { [hostId]: "eth0" },
        [elsewhere.id]: { [hostId]: "eth1" },
        [off.id]: { [hostId]: "eth0" },
      },
    );
  });

  test("gets its interface in every VIP, and in none where the operation is taken back", async () => {
    const before = await nicsOf();
    const failed = await perform("cluster.remove", {});
    expect(failed).toMatchObject({ state: "undone", problem: { message: { code: "failure.cancelled" } } });
    expect(await nicsOf()).toEqual(before);
    expect(await perform("cluster.refresh", {})).toMatchObject({ state: "succeeded" });
    expect(await nicsOf()).toEqual(before.map((nics) => ({ ...nics, [third]: "eth0" })));
  });
});

test("a VIP that was forgotten is created again once, however many steps of its removal are taken back", async () => {
  const vip = await addVip("10.77.0.109", { kind: "read", reads });
  const { id: vipId, address } = vip;
  const input = { clusterId, vipId, address, previous: toWantedVip(vip) };
  await opened.database.transact(actor, (unit) => unit.vips.remove(vipId, null));
  await restoreWanted(worker, input);
  await restoreWanted(worker, input);
  const [again, ...more] = (await opened.database.vips.listByCluster(clusterId)).filter(
    (one) => one.address === address,
  );
  expect(again).toMatchObject({ kind: "read", reads, enabled: true });
  expect(more).toEqual([]);
  await opened.database.transact(actor, (unit) => unit.vips.remove(again?.id ?? "", null));
});
