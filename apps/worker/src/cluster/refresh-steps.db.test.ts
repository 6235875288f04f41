import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Host, isRefusal, type Refusal } from "@primacy/contract";
import type { AgentHello } from "@primacy/contract/agent";
import { type ClusterRecord, systemActor } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgentClients } from "../agent-client/create-agent-clients";
import { fromRecord } from "../cluster-record/member-draft";
import type { StepContext } from "../operation/executor";
import { makeTestConsole, startTestAgent } from "../testing/test-agent";
import { createTestWorker } from "../testing/test-worker";
import { refreshExecutors } from "./refresh-steps";

const actor = systemActor("test");
const { signal } = new AbortController();

let opened: TestDatabase;
let clients: ReturnType<typeof createAgentClients> | undefined;
let worker: ReturnType<typeof createTestWorker>;
let own: Awaited<ReturnType<typeof makeTestConsole>>;
let hosts: readonly Host[] = [];
let cluster: ClusterRecord;
/** What the agent of the added host was asked to change. */
let asked: string[] = [];
/** The cluster that it holds a document of. */
let heldId: string | null = null;
let stopAgent = async (): Promise<void> => undefined;

beforeAll(async () => {
  opened = await openTestDatabase();
  own = await makeTestConsole(randomUUID());
  clients = createAgentClients(() => own.identity);
  worker = createTestWorker(opened.database, { agents: clients });
});
afterAll(async () => {
  await clients?.close();
  await opened?.close();
});

/** A refresh has added the second of two hosts, and its agent has been told. */
beforeEach(async () => {
  const drafts = [1, 2].map((n) => ({
    name: `db${n}-${randomUUID()}`,
    address: `${randomUUID()}.example`,
    sshPort: 22,
    sshUser: "root",
    credential: { kind: "password", password: "a secret of the host" } as const,
    agentAddress: "127.0.0.1",
    agentPort: 1,
  }));
  hosts = kept(await opened.database.transact(actor, (unit) => unit.hosts.createMany(drafts)));
  const members = hosts.map(({ id: hostId, address }) => ({
    serverUuid: randomUUID(),
    address,
    port: 3306,
    hostId,
  }));
  const group = { name: randomUUID(), kind: "group_replication", groupName: randomUUID(), members } as const;
  cluster = kept(await opened.database.transact(actor, (unit) => unit.clusters.create(group)));
  heldId = cluster.id;
  asked = [];
  const added = hosts[1]?.id ?? "";
  const { port, stop } = await startTestAgent(own.signer, added, (request, response) =>
    answer(added, request, response),
  );
  stopAgent = stop;
  await opened.database.transact(actor, async (unit) => {
    kept(await unit.hosts.change(added, null, { agentAddress: "127.0.0.1", agentPort: port }));
    await unit.agents.setState(added, "answering");
  });
});
afterEach(() => stopAgent());

function kept<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Error(outcome.message.text);
  return outcome;
}

function answer(hostId: string, { method, url }: IncomingMessage, response: ServerResponse): void {
  const clock = { bootId: "boot", monotonicMs: 1, wallMs: 0 };
  const held = { clusterId: heldId, epoch: heldId === null ? null : 5, serverUuid: null, clusters: [] };
  const hello: AgentHello = { protocol: 2, agentVersion: "0.1.0", hostId, clock, abilities: [], ...held };
  if (method === "POST") {
    asked.push(url ?? "");
    heldId = null;
  }
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(url === "/hello" ? hello : {}));
}

let lastAddress = 0;
async function addVip(): Promise<void> {
  lastAddress += 1;
  const vip = {
    provider: "agent",
    kind: "write",
    address: `10.77.0.${lastAddress}`,
    prefixLength: 24,
    port: 3306,
    nics: {},
    onRelease: "cut",
  } as const;
  kept(await opened.database.transact(actor, (unit) => unit.vips.create(cluster.id, vip)));
}

/** Takes the change of the members back, as an operation does whose later step fails. */
function undo(): Promise<void> {
  const members = cluster.members.map(fromRecord);
  const input = { clusterId: cluster.id, members, previous: members.slice(0, 1), vips: [] };
  const context: StepContext = {
    worker,
    operation: {
      id: randomUUID(),
      kind: "cluster.refresh",
      clusterId: cluster.id,
      hostId: null,
      requestedBy: "test",
    },
    signal,
    step: { ordinal: 0, code: "cluster.members", attempt: 1 },
    deadlineAt: new Date(),
    log: async () => undefined,
    findSecret: async () => null,
    listOutputs: async () => [],
    isCancelRequested: () => false,
    report: async () => undefined,
    waitFor: async () => undefined,
    letOthers: async () => undefined,
  };
  return refreshExecutors["cluster.members"].undo(context, input, {}, signal);
}

const hostIdsOf = async (): Promise<readonly (string | null)[]> =>
  (await opened.database.clusters.get(cluster.id)).members.map((member) => member.hostId);

test("a refresh that is taken back lets the host that it added forget the cluster, once", async () => {
  await addVip();
  await undo();
  expect(asked).toEqual(["/v2/forget"]);
  expect(await hostIdsOf()).toEqual([hosts[0]?.id]);
  await undo();
  expect(asked).toEqual(["/v2/forget"]);
});

test("where that host is silent and there is a VIP, it stays a member, and the operation says so", async () => {
  await addVip();
  await stopAgent();
  await expect(undo()).rejects.toMatchObject({
    code: "agent_not_told_leaving",
    explanation: { params: { host: hosts[1]?.name } },
  });
  expect(await hostIdsOf()).toEqual(hosts.map((host) => host.id));
});

test("where that host is silent and there is no VIP, it is a member no more", async () => {
  await stopAgent();
  await undo();
  expect(await hostIdsOf()).toEqual([hosts[0]?.id]);
});
