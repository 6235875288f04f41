import { type Drain, joinMessages, type Message, message } from "@primacy/contract";
import type { VipStatus } from "@primacy/contract/agent";
import {
  type CheckpointSettings,
  checkpointSettingsOf,
  checkpointVariables,
  checkpointWaitMs,
  listUnregistered,
} from "@primacy/core/check";
import {
  type SwitchoverAgent,
  type SwitchoverSnapshot,
  unwilling,
  type WantedDrain,
} from "@primacy/core/switchover";
import type { MemberRecord } from "@primacy/db";
import { AgentFailure } from "../agent-client/agent-failure";
import { findWriteVip, listAgentWriteVips } from "../cluster-record/find-write-vip";
import { endpointOf, getAccount, type LoadedCluster, targetOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { isUntrusted, MysqlFailure } from "../mysql/mysql-failure";
import { readOpenTransactions } from "../mysql/read-open-transactions";
import { readVariables } from "../mysql/read-variables";
import { greetAgent } from "../observe/greet-agent";
import type { ReplicationAdapter, ServerReading } from "../replication/replication-adapter";
import { observeDrain } from "./drain-vip";

/** What a member's own server says. */
interface SeenServer {
  readonly reading: ServerReading | null;
  readonly open: SwitchoverSnapshot["longTransactions"];
  readonly checkpoint: CheckpointSettings;
}

interface SeenMember extends SeenServer {
  readonly member: MemberRecord;
  readonly lagMs: number | null;
  readonly agent: SwitchoverAgent;
  readonly told: Message;
}

/** What was seen of the members. */
export interface ObservedMembers extends SwitchoverSnapshot {
  /** Why agents are silent or what they decided, of which each has the text. */
  readonly told: readonly Message[];
}

/**
 * Looks at every member at once, through its server and its agent, for a switchover to `targetMemberId` that drains the
 * address first where `drain` says how. Changes nothing.
 */
export async function observeMembers(
  worker: WorkerContext,
  loaded: LoadedCluster,
  { targetMemberId, drain = null }: { readonly targetMemberId: string; readonly drain?: Drain | null },
  signal: AbortSignal,
): Promise<ObservedMembers> {
  const account = await getAccount(worker.db, loaded.cluster.id, "admin");
  const addresses = listAgentWriteVips(loaded.vips).map((vip) => vip.address);
  const seen = await Promise.all(
    loaded.cluster.members.map((member) => observeMember(worker, loaded, member, addresses, account, signal)),
  );
  const group = worker.replication[loaded.cluster.kind].judge(seen.flatMap((one) => one.reading?.view ?? []));
  const primary = loaded.cluster.members.find((member) => member.serverUuid === group.primaryUuid);
  const seenDrain = await observeWanted(worker, loaded, drain, primary?.hostId ?? null, signal);
  return {
    targetMemberId,
    isSinglePrimary: group.isSinglePrimary,
    onlineCount: group.onlineCount,
    voterCount: group.voterCount,
    unregistered: listUnregistered(
      group,
      loaded.cluster.members.map((member) => member.serverUuid),
    ),
    vipAddress: addresses[0] ?? null,
    pluginAddress: addresses.length > 0 ? null : (findWriteVip(loaded.vips)?.address ?? null),
    longTransactions: seen.find((one) => one.member.serverUuid === group.primaryUuid)?.open ?? null,
    timings: loaded.wanted.timings,
    drain: seenDrain.drain,
    members: seen.map(({ member, reading, checkpoint, lagMs, agent }) => ({
      memberId: member.id,
      name: member.hostName ?? member.address,
      state: group.members.find((one) => one.serverUuid === member.serverUuid)?.state ?? null,
      isPrimary: member.serverUuid === group.primaryUuid,
      queue: reading?.queue ?? null,
      lagMs,
      checkpointMs: checkpointWaitMs(checkpoint),
      agent,
    })),
    told: [...seen.map((one) => one.told), ...seenDrain.drainTold],
  };
}

interface SeenDrain {
  readonly drain: WantedDrain | null;
  readonly drainTold: readonly Message[];
}

async function observeWanted(
  worker: WorkerContext,
  loaded: LoadedCluster,
  terms: Drain | null,
  hostId: string | null,
  signal: AbortSignal,
): Promise<SeenDrain> {
  if (terms === null) return { drain: null, drainTold: [] };
  const vipIds = listAgentWriteVips(loaded.vips).map((vip) => vip.id);
  if (vipIds.length === 0) return { drain: { terms, sight: null }, drainTold: [] };
  try {
    const sight = await observeDrain(worker, loaded, { hostId, vipIds }, signal);
    return { drain: { terms, sight }, drainTold: [] };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    const told = error.explanation;
    return { drain: { terms, sight: { kind: "silent", reason: told.text } }, drainTold: [told] };
  }
}

async function observeMember(
  worker: WorkerContext,
  loaded: LoadedCluster,
  member: MemberRecord,
  addresses: readonly string[],
  account: ServerAccount,
  signal: AbortSignal,
): Promise<SeenMember> {
  const [server, agent] = await Promise.all([
    askServer(worker.replication[loaded.cluster.kind], member, account, signal),
    askAgent(worker, loaded, member, addresses, signal),
  ]);
  return { member, ...server, ...agent };
}

const silentServer: SeenServer = {
  reading: null,
  open: null,
  checkpoint: { periodMs: null, workers: null },
};

async function askServer(
  replication: ReplicationAdapter,
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<SeenServer> {
  try {
    const connection = await connectServer(endpointOf(member), account, signal);
    try {
      const reading = await replication.observe(connection, { signal });
      const open = await readOpenTransactions(connection, signal);
      const variables = await readVariables(connection, checkpointVariables, { signal });
      return { reading, open, checkpoint: checkpointSettingsOf({ variables }) };
    } finally {
      connection.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    // Who answers there is not known: nothing is planned on it.
    if (error instanceof MysqlFailure && !isUntrusted(error)) return silentServer;
    throw error;
  }
}

async function askAgent(
  worker: WorkerContext,
  loaded: LoadedCluster,
  member: MemberRecord,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Pick<SeenMember, "agent" | "lagMs" | "told">> {
  const host = loaded.wanted.hosts.find((one) => one.hostId === member.hostId);
  if (host === undefined) return silentAgent(message("topology.no_host", { address: member.address }));
  try {
    const target = targetOf(host);
    await greetAgent(worker, target, signal);
    const status = await worker.observer.readStatus(target, signal);
    const vip = findTelling(addresses.map((address) => status.vips.find((one) => one.address === address)));
    const told = joinMessages(vip?.reasons ?? []);
    return {
      lagMs: status.mysql.appliedLagMs,
      agent: {
        kind: "answering",
        vip: vip === undefined ? null : { state: vip.state, isBound: vip.isBound, reason: told.text },
      },
      told,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    return silentAgent(error.explanation);
  }
}

/** Of several write VIPs, the one that the agent does not know or would not take says most; else the first. */
function findTelling(vips: readonly (VipStatus | undefined)[]): VipStatus | undefined {
  if (vips.includes(undefined)) return undefined;
  return vips.find((vip) => vip !== undefined && unwilling.includes(vip.state)) ?? vips[0];
}

function silentAgent(told: Message): Pick<SeenMember, "agent" | "lagMs" | "told"> {
  return { agent: { kind: "silent", reason: told.text }, lagMs: null, told };
}
