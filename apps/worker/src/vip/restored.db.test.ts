import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  CheckedPlan,
  defaultVipTimings,
  isFinished,
  isRefusal,
  type Message,
  message,
  type Operation,
  type OperationKind,
  Plan,
  type Refusal,
  type Vip,
} from "@primacy/contract";
import { type AgentHello, type AgentStatus, type AgentVip, documentText } from "@primacy/contract/agent";
import { findKept } from "@primacy/core/plan";
import { assembleTopology } from "@primacy/core/topology";
import { systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgentClients } from "../agent-client/create-agent-clients";
import { askAgents } from "../agent-document/plan-snapshot";
import { listForgottenVips } from "../cluster/forgotten-vips";
import { loadCluster } from "../cluster-record/load-cluster";
import { hashText, toUnread } from "../observe/held-document";
import { ObservationCache } from "../observe/observation-cache";
import { OperationEngine } from "../operation/engine";
import { statusOf } from "../testing/agent-status.fixture";
import { observationOf } from "../testing/observation.fixture";
import { makeTestConsole, startTestAgent } from "../testing/test-agent";
import { createTestWorker } from "../testing/test-worker";
import { buildSnapshot } from "../topology/build-snapshot";
import { vipOperations } from "./index";

const actor = systemActor("test");
const own = "10.77.0.100";
const moved = "10.77.0.101";
const newer = 9;

/** An agent that says what it holds, and notes what it is asked. */
interface Agent {
  readonly hostId: string;
  protocol: number;
  /** The cluster that it holds its address for; absent: this one. */
  foreignId?: string;
  isBound: boolean;
  asked: string[];
}

let opened: TestDatabase;
let worker: ReturnType<typeof createTestWorker>;
let agents: readonly Agent[] = [];
let clusterId = "";
let vip: Vip;
const stopping: (() => unknown)[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
  const { signer, identity } = await makeTestConsole(randomUUID());
  const clients = createAgentClients(() => identity);
  worker = createTestWorker(opened.database, { agents: clients });
  agents = await Promise.all(
    [1, 2].map(async (n) => {
      const agent: Agent = { hostId: await addHost(n), protocol: 2, isBound: false, asked: [] };
      const listen = (request: IncomingMessage, response: ServerResponse): void =>
        answer(agent, request, response);
      const { port, stop } = await startTestAgent(signer, agent.hostId, listen);
      stopping.push(stop);
      await opened.database.transact(actor, async (unit) => {
        kept(await unit.hosts.change(agent.hostId, null, { agentPort: port }));
        await unit.agents.setState(agent.hostId, "answering");
      });
      return agent;
    }),
  );
  await registerCluster();
  const engine = new OperationEngine(worker, vipOperations, { pollMs: 100 });
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
beforeEach(() => {
  for (const agent of agents) {
    Object.assign(agent, { protocol: 2, isBound: false, asked: [] });
    delete agent.foreignId;
  }
});

async function addHost(n: number): Promise<string> {
  const credential = { kind: "password", password: "a secret of the host" } as const;
  const draft = {
    name: `db${n}`,
    address: "127.0.0.1",
    sshPort: n,
    sshUser: "root",
    credential,
    agentPort: 1,
  };
  const [host] = kept(await opened.database.transact(actor, (unit) => unit.hosts.createMany([draft])));
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
  const nics = Object.fromEntries(agents.map(({ hostId }) => [hostId, "eth0"]));
  const wanted = {
    provider: "agent",
    kind: "write",
    address: own,
    prefixLength: 24,
    port: 3306,
    nics,
    onRelease: "cut",
  } as const;
  vip = kept(await opened.database.transact(actor, (unit) => unit.vips.create(clusterId, wanted)));
}

function kept<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Error(outcome.message.text);
  return outcome;
}

function answer(agent: Agent, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? "";
  agent.asked.push(path);
  const answers: Readonly<Record<string, object>> = {
    "/hello": helloOf(agent),
    "/v2/status": heldBy(agent),
    "/v2/observe": observationOf(),
  };
  const body = answers[path];
  response.statusCode = body === undefined ? 404 : 200;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body ?? {}));
}

const clock = { bootId: "boot", monotonicMs: 1, wallMs: 0 };

function helloOf({ hostId, protocol, foreignId }: Agent): AgentHello {
  const held = { clusterId: foreignId ?? clusterId, epoch: newer };
  const told = { ...held, serverUuid: null, abilities: [], clusters: [held] };
  return { protocol, agentVersion: "0.1.0", hostId, clock, ...told };
}

/** The VIP was moved after the console's backup. */
function heldBy({ hostId, isBound, foreignId }: Agent): AgentStatus {
  const held = {
    vipId: vip.id,
    address: moved,
    nic: "eth0",
    state: "STANDBY",
    maintenance: "none",
    isBound,
    boundSinceMonotonicMs: null,
    leaseEndsMonotonicMs: null,
    evidenceAgeMs: null,
    isGateOpen: false,
    lastProofs: [],
    reasons: [],
    transitions: [],
  } as const;
  const { prefixLength, kind, port } = vip;
  const place = { vipId: vip.id, kind, address: moved, prefixLength, nic: "eth0" };
  const document: AgentVip = { ...place, ports: [port], maintenance: "none" };
  const vips = [{ ...held, lastProofs: [], reasons: [], transitions: [] }];
  const told = { clusterId, epoch: newer, timings: defaultVipTimings, vips: [document] };
  const documentHash = hashText(documentText(told));
  return statusOf(hostId, { clusterId: foreignId ?? clusterId, epoch: newer, documentHash, vips });
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

const reasonsOf = ({ problem }: Operation): readonly string[] =>
  (problem?.errors ?? []).map((error) => error.code);
const timesAsked = (path: string): readonly number[] =>
  agents.map(({ asked }) => asked.filter((one) => one === path).length);

test("the check says what the order of the same change is refused for, and shows no plan", async () => {
  const { id: vipId, provider, kind, prefixLength, nics } = vip;
  const question = { provider, kind, address: own, prefixLength, port: 3307, nics };
  const { report, plan } = CheckedPlan.parse((await perform("vip.check", { ...question, vipId })).result);
  const check = report.checks.find((one) => one.code === "restored");
  expect(check).toMatchObject({ result: "fail", hostId: null });
  expect(check?.evidence.text).toBe(
    `The requested configuration differs from the configuration of the agents: this console was restored from an older database, or a cluster was removed here while an agent did not answer. The agents hold ${moved}, where this console has ${own}.`,
  );
  expect(plan.steps).toEqual([]);
  expect(timesAsked("/v2/status"), "one question for the look and the plan").toEqual([1, 1]);
  const refused = await perform("vip.change", { vipId, change: { port: 3307 } });
  expect(reasonsOf(refused)).toEqual(expect.arrayContaining(["agents_differ", "topology.differs_address"]));
  expect(timesAsked("/v2/status"), "and one for the order").toEqual([2, 2]);
});

test("what the agents hold passes the check", async () => {
  const { id: vipId, provider, kind, prefixLength, port, nics } = vip;
  const question = { provider, kind, address: moved, prefixLength, port, nics, vipId };
  const { report } = CheckedPlan.parse((await perform("vip.check", question)).result);
  expect(report.checks.map((one) => one.code)).not.toContain("restored");
});

test.each([
  ["vip.change", { change: { enabled: false } }],
  ["vip.remove", {}],
  ["vip.pause", {}],
] as const)("%s is refused, and the agents were asked what they hold once", async (kind, input) => {
  const refused = await perform(kind, { vipId: vip.id, ...input });
  expect(refused).toMatchObject({ state: "failed" });
  expect(timesAsked("/v2/status")).toEqual(kind === "vip.pause" ? [2, 2] : [1, 1]);
});

test("the plan of a removal is made whatever its order is refused for, and nothing is changed", async () => {
  const looked = await perform("vip.check_removal", { vipId: vip.id });
  expect(looked).toMatchObject({ state: "succeeded", problem: null });
  const { steps, consequences } = Plan.parse(looked.result);
  expect(steps.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["vip.disable", "document.plain", "vip.forget"]),
  );
  expect(consequences.map(({ code }) => code)).toContain("consequence.vip_gone");
  expect(await opened.database.vips.listByCluster(clusterId)).toEqual([vip]);
  expect(await perform("vip.check_removal", { vipId: randomUUID() })).toMatchObject({
    state: "failed",
    problem: { code: "vip_gone" },
  });
});

test("a newer agent of another protocol is named, for nobody can compare what it holds", async () => {
  for (const agent of agents) agent.protocol = 1;
  const refused = await perform("vip.remove", { vipId: vip.id });
  expect(reasonsOf(refused)).toEqual(["agents_differ", "topology.differs_unread", "topology.differs_unread"]);
  expect(timesAsked("/v2/status")).toEqual([0, 0]);
});

test("the picture names it too, which no stream tells of", async () => {
  const loaded = await loadCluster(opened.database, clusterId);
  const unread = agents.map((agent) => toUnread(agent.hostId, helloOf({ ...agent, protocol: 1 })));
  const watched = { loaded, observers: [], sights: new ObservationCache(), unread, ssh: [], servers: [] };
  const { problems } = assembleTopology(buildSnapshot(watched, performance.now(), new Date()));
  const codes = problems.map((problem) => problem.code).filter((code) => /agents_differ|differs_/.test(code));
  expect(codes).toEqual(["topology.agents_differ", "topology.differs_unread", "topology.differs_unread"]);
});

test("an agent that holds an address for a forgotten cluster is named, and keeps it until that is decided", async () => {
  const [holder] = agents;
  if (holder === undefined) throw new TypeError("there are agents");
  Object.assign(holder, { foreignId: randomUUID(), isBound: true });
  const hostIds = agents.map(({ hostId }) => hostId);
  const { signal } = new AbortController();
  const named = (mayRelease: boolean): Promise<readonly Message[]> =>
    listForgottenVips(worker, hostIds, signal, { mayRelease });
  expect(await named(false)).toMatchObject([
    { code: "discovery.agents_keep", params: { hosts: "db1", addresses: moved } },
  ]);
  expect(await named(true)).toMatchObject([{ code: "discovery.agents_hold" }]);
  holder.isBound = false;
  expect(await named(false), "what it does not hold it may forget").toEqual([]);

  holder.isBound = true;
  const { wanted } = await loadCluster(opened.database, clusterId);
  const held = await askAgents(worker, await loadCluster(opened.database, clusterId), signal);
  expect(findKept(wanted, held).map(({ hostId }) => hostId)).toEqual([holder.hostId]);
});
