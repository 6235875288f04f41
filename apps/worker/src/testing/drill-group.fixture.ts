import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isRefusal } from "@primacy/contract";
import type { HostActionRecord, MemberView, MysqlStatus } from "@primacy/contract/agent";
import type { DrillInput, DrillMember } from "@primacy/core/drill";
import { newId, systemActor } from "@primacy/db";
import type { TestDatabase } from "@primacy/db/testing";
import { expect } from "vitest";
import type { AgentClients, AgentTarget } from "../agent-client/agent-client";
import { beginRecorder, type DrillRecorder } from "../drill/drill-recorder";
import type { ServerConnection } from "../mysql/connect-server";
import type { StepContext } from "../operation/executor";
import { replicationAdapters } from "../replication/adapters";
import type { ReplicationAdapter } from "../replication/replication-adapter";
import { statusOf } from "./agent-status.fixture";
import { createTestWorker } from "./test-worker";

/** What befalls a group of three, of which db1 is the primary of the plan. What is not said is as it should be. */
export interface DrillGroupDay {
  /** What servers and agents show of a member, by its name; absent: ONLINE. */
  readonly states?: Readonly<Record<string, string>>;
  /** Who is the primary by now; absent: db1. */
  readonly primary?: string;
  /** What the agent of a host says of its own server, by its name. */
  readonly own?: Readonly<Record<string, Partial<MysqlStatus>>>;
}

/** The group on one day: servers and agents are played, so that the steps of a drill are the real ones. */
export interface DrillGroup {
  readonly worker: ReturnType<typeof createTestWorker>;
  /** What was ordered of the host operators. */
  readonly orders: readonly unknown[];
  /** What a drill that freezes mysqld of db1 has for its steps. */
  inputOf(context: Pick<StepContext, "operation">): DrillInput;
  /** Records that drill until it is settled. Returns once every agent and every clock was heard. */
  record(input: DrillInput): Promise<DrillRecorder>;
}

type Registered = Awaited<ReturnType<typeof registerGroup>>;

/** Registers the group with its hosts, once for a database. Nothing listens where its servers should be. */
export async function registerGroup({ database }: Pick<TestDatabase, "database">): Promise<{
  readonly clusterId: string;
  readonly members: readonly DrillMember[];
  readonly observer: AgentTarget;
}> {
  const names = ["db1", "db2", "db3", "app1"];
  return database.transact(systemActor("test"), async (unit) => {
    const hosts = await unit.hosts.createMany(
      names.map((name) => ({
        ...{ name, address: `${name}.example`, sshPort: 22, sshUser: "root", agentPort: 7433 },
        credential: { kind: "password" as const, password: "tall blue kettle" },
      })),
    );
    if (isRefusal(hosts)) throw new Error(hosts.message.text);
    const members = hosts.slice(0, 3).map(({ id: hostId, name }, at) => ({
      ...{ name, hostId, serverUuid: randomUUID(), address: "127.0.0.1", port: at + 1 },
    }));
    const cluster = await unit.clusters.create({
      ...{ name: "orders", kind: "group_replication", groupName: newId(), members },
    });
    if (isRefusal(cluster)) throw new Error(cluster.message.text);
    await unit.clusters.setCredential(cluster.id, "admin", { user: "primacy_admin", password: "a password" });
    const idOf = (uuid: string): string =>
      cluster.members.find(({ serverUuid }) => serverUuid === uuid)?.id ?? "";
    return {
      clusterId: cluster.id,
      members: members.map((one) => ({ ...one, memberId: idOf(one.serverUuid) })),
      observer: targetOf({ hostId: hosts[3]?.id ?? "", name: "app1" }),
    };
  });
}

/** Plays a day of a registered group. */
export async function playGroup(
  { database }: Pick<TestDatabase, "database">,
  { clusterId, members, observer }: Registered,
  day: DrillGroupDay = {},
): Promise<DrillGroup> {
  const [db1] = members;
  if (db1 === undefined) throw new Error("a group of three");
  const view = members.map((one) => showMember(one, day));
  const orders: unknown[] = [];
  const worker = createTestWorker(database, {
    agents: playAgents(members, view, day, orders),
    replication: { group_replication: playServers(members, view, day) },
  });
  await worker.consoleCertificates.load();
  return {
    worker,
    orders,
    inputOf: ({ operation }) => ({
      ...{ drillId: operation.id, clusterId, fault: { kind: "freeze_mysqld" }, primary: db1 },
      ...{ target: { ...db1, service: null }, other: null, proxy: null, consoleAddress: null },
      ...{ observer: { hostId: observer.hostId, name: observer.hostName }, ways: [], readWays: [] },
      ...{ objectiveMs: 30_000, waitMs: 60_000 },
    }),
    record: async (input) => {
      const recorder = await beginRecorder({
        ...{ worker, input, observer, proxyHost: null, proxies: [] },
        hosts: members.map((one) => ({ ...one, agent: targetOf(one) })),
        forecast: {
          ...{ estimate: null, wayEstimates: [], group: null },
          system: { primacyVersion: "1.0.0", servers: [], timings: {} },
        },
      });
      await expect.poll(() => recorder.hasHeardAll, { timeout: 30_000 }).toBe(true);
      return recorder;
    },
  };
}

function targetOf({ hostId, name }: Pick<DrillMember, "hostId" | "name">): AgentTarget {
  return { hostId, hostName: name, address: `${name}.example`, port: 7433 };
}

function showMember(
  { name, serverUuid, port }: DrillMember,
  { states, primary = "db1" }: DrillGroupDay,
): MemberView {
  const role = name === primary ? "PRIMARY" : "SECONDARY";
  return { serverUuid, host: name, port, state: states?.[name] ?? "ONLINE", role, version: "8.4.6" };
}

/** No server answers the console itself: what they would say is judged as if they had. */
function playServers(
  members: readonly DrillMember[],
  view: readonly MemberView[],
  { primary = "db1" }: DrillGroupDay,
): ReplicationAdapter {
  const known = replicationAdapters.group_replication;
  const viewOf = (observer: string) => ({ observer, isSinglePrimary: true, members: view });
  return {
    ...known,
    judge: () => known.judge(members.map(({ serverUuid }) => viewOf(serverUuid))),
    findPrimary: async () => {
      const serverUuid = members.find(({ name }) => name === primary)?.serverUuid ?? "";
      const reading = { serverUuid, version: "8.4.6", isSuperReadOnly: false, groupName: "g", queue: 0 };
      return { connection: unused, reading: { ...reading, view: viewOf(serverUuid) } };
    },
  };
}

const unused: ServerConnection = {
  server: { address: "127.0.0.1", port: 1, authority: null },
  query: async () => [],
  run: async () => undefined,
  close: () => undefined,
  leave: () => undefined,
};

const bootId = "b1";
const frameEveryMs = 200;
/** The first look that an agent tells of was so long before. */
const firstLookMs = 1_500;

/** The agents of all hosts, by the clock of this process; a fault that is ordered takes effect at once. */
function playAgents(
  members: readonly DrillMember[],
  view: readonly MemberView[],
  day: DrillGroupDay,
  orders: unknown[],
): AgentClients {
  const statusFrom = ({ hostId }: AgentTarget, lookedMs: number) => {
    const clock = { bootId, monotonicMs: lookedMs, wallMs: 0 };
    const member = members.find((one) => one.hostId === hostId);
    const shown = view.find(({ serverUuid }) => serverUuid === member?.serverUuid);
    const idle = statusOf(hostId, { clock });
    if (member === undefined || shown === undefined) return idle;
    const mysql: MysqlStatus = {
      ...{ ...idle.mysql, reach: "up", observedMonotonicMs: lookedMs, serverUuid: member.serverUuid },
      ...{ memberState: shown.state, memberRole: shown.role, members: [...view], isSinglePrimary: true },
      ...day.own?.[member.name],
    };
    return { ...idle, mysql };
  };
  const answer = (target: AgentTarget, name: string, body: unknown): unknown => {
    const nowMs = performance.now();
    const clock = { bootId, monotonicMs: nowMs, wallMs: 0 };
    switch (name) {
      case "hello":
        return { protocol: 2, hostId: target.hostId, clock, abilities: [] };
      case "status":
        return statusFrom(target, nowMs);
      case "readProbe":
        return { state: "running", reason: null, clock, samples: [], next: 0, hasMore: false };
      case "reportOperator":
        return { state: "running", clock, actions: [] };
      case "orderOperator":
        orders.push(body);
        return { kind: "action", action: madeAt(nowMs) };
      default:
        throw new Error(`unexpected call ${name}`);
    }
  };
  return {
    clientFor: (target) => ({
      target,
      call: async (name, body) => JSON.parse(JSON.stringify(answer(target, name, body))),
      readStream: async ({ signal, onFrame }) => {
        onFrame({ kind: "status", status: statusFrom(target, performance.now() - firstLookMs) });
        while (!signal.aborted) {
          onFrame({ kind: "status", status: statusFrom(target, performance.now()) });
          await delay(frameEveryMs, undefined, { signal }).catch(() => undefined);
        }
      },
    }),
  };
}

function madeAt(nowMs: number): HostActionRecord {
  return {
    ...{ actionId: newId(), clusterId: newId(), kind: "fault", target: "mysqld", state: "acted", bootId },
    ...{ grantedTo: { who: "alice", operationId: null }, startedAt: new Date().toISOString() },
    ...{ undoAtMs: nowMs + 60_000, reason: null, byHand: [], settle: "rm record", process: null },
    evidence: { actedMs: nowMs, seenMs: nowMs, seen: [] },
  };
}
