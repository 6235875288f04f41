import { findWithin, quote } from "@primacy/contract";
import type { AgentStatus } from "@primacy/contract/agent";
import type { RecoveryAgent, RecoveryMember, RecoveryServer, RecoverySnapshot } from "@primacy/core/recovery";
import { compareNames, readServerError, wordOfServerError } from "@primacy/core/topology";
import type { MemberRecord } from "@primacy/db";
import { AgentFailure } from "../agent-client/agent-failure";
import { getAccount, type LoadedCluster, targetOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import type { ServerAccount } from "../mysql/connect-server";
import { isConnectionRefused, MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-variables";
import { nameOf, reasonOf, withMember } from "../replication/group-replication/observe-member";
import { readMember } from "../replication/group-replication/read-member";

/** What an agent heard longer ago says nothing of now. */
const heardForMs = 10_000;

interface Seen {
  readonly member: MemberRecord;
  readonly server: RecoveryServer;
  readonly agent: RecoveryAgent;
  readonly status: AgentStatus | null;
}

/** Looks at every member at once, through its server and its agent, for a group that is to go on from one. Changes nothing. */
export async function observeRecovery(
  worker: WorkerContext,
  loaded: LoadedCluster,
  targetMemberId: string,
  signal: AbortSignal,
): Promise<RecoverySnapshot> {
  const { cluster } = loaded;
  const account = await getAccount(worker.db, cluster.id, "admin");
  const seen = await Promise.all(
    byName(cluster.members).map(async (member): Promise<Seen> => {
      const [server, agent] = await Promise.all([
        askServer(member, account, signal),
        askAgent(worker, loaded, member, signal),
      ]);
      return { member, server, ...agent };
    }),
  );
  return {
    targetMemberId,
    groupName: cluster.groupName,
    members: seen.map(({ member, server, agent }): RecoveryMember => {
      const { id: memberId, serverUuid, hostId, address } = member;
      const heardBy = seen.flatMap((one) => (hears(one, hostId) ? [nameOf(one.member)] : []));
      return { memberId, serverUuid, name: nameOf(member), hostId, address, server, agent, heardBy };
    }),
    names: new Map(cluster.members.map((member) => [member.serverUuid.toLowerCase(), nameOf(member)])),
  };
}

function byName(members: readonly MemberRecord[]): readonly MemberRecord[] {
  return [...members].sort((a, b) => compareNames(nameOf(a), nameOf(b)));
}

/** True where an agent got an answer from that host lately, of its kernel (ARP) or of its agent. */
function hears({ status }: Seen, hostId: string | null): boolean {
  if (status === null || hostId === null) return false;
  const nowMs = status.clock.monotonicMs;
  const isLate = (askedMs: number | null): boolean => askedMs === null || nowMs - askedMs > heardForMs;
  return status.peers.some(
    (peer) =>
      peer.hostId === hostId &&
      ((peer.isHostAnswering === true && !isLate(peer.hostAskedMonotonicMs)) ||
        (peer.isAgentAnswering === true && !isLate(peer.agentAskedMonotonicMs))),
  );
}

async function askServer(
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<RecoveryServer> {
  try {
    return await withMember(member, account, signal, async (connection): Promise<RecoveryServer> => {
      const { group, server } = await readMember(connection, { signal });
      const { [localAddressVariable]: localAddress = null, [seedsVariable]: seeds = "" } =
        await readVariables(connection, [localAddressVariable, seedsVariable], { signal });
      const seedHosts = seeds.split(",").map((seed) => seed.trim().replace(/:\d+$/, ""));
      const { uuid, state, groupName, isSuperReadOnly, isOfflineMode, gtids } = server;
      const said = { uuid, state, groupName, isSuperReadOnly, isOfflineMode, gtids };
      return {
        kind: "answering",
        ...said,
        view: group.view,
        localAddress,
        seedHosts: [...new Set(seedHosts)].filter((host) => host !== ""),
      };
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    const reason = reasonOf(error);
    const isRefused = isConnectionRefused(error);
    return { kind: "silent", reason, isRefused, isHostAnswering: !isSilence(error) };
  }
}
const seedsVariable = "group_replication_group_seeds";

/** What the console gets where nobody answers; whatever else it gets came from somebody. */
const silence: ReadonlySet<string> = new Set([
  "why.no_answer",
  "why.no_answer_within",
  "why.no_route_to_host",
  "why.no_route_to_network",
]);

function isSilence({ code, explanation }: MysqlFailure | AgentFailure): boolean {
  if (code === "agent_timeout") return true;
  const reason = findWithin(explanation.params, "reason");
  return (code === "mysql_unreachable" || code === "agent_unreachable") && silence.has(reason?.code ?? "");
}

function silentAgent(isHostAnswering: boolean): Pick<Seen, "agent" | "status"> {
  return { agent: { kind: "silent", isHostAnswering }, status: null };
}
const localAddressVariable = "group_replication_local_address";

async function askAgent(
  worker: WorkerContext,
  loaded: LoadedCluster,
  member: MemberRecord,
  signal: AbortSignal,
): Promise<Pick<Seen, "agent" | "status">> {
  const host = loaded.wanted.hosts.find((one) => one.hostId === member.hostId);
  if (host === undefined) return silentAgent(false);
  const target = targetOf(host);
  try {
    const status = await worker.observer.readStatus(target, signal);
    const error = status.mysql.error ?? quote("-");
    const reason = wordOfServerError(error);
    // Nobody listens where the server would: its process is gone. What only does not answer may hang, and go on later.
    const isServerGone = status.mysql.reach === "down" && readServerError(error)?.kind === "nothing_listens";
    const keyCount = await countKeys(worker, target, signal);
    return { agent: { kind: "answering", isServerGone, reason, keyCount }, status };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure) return silentAgent(!isSilence(error));
    throw error;
  }
}

/** How many operators' keys count on a host; null where its agent does not say. */
async function countKeys(
  worker: WorkerContext,
  target: ReturnType<typeof targetOf>,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const { keys } = await worker.agents.clientFor(target).call("listOperatorKeys", undefined, { signal });
    return keys.length;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure) return null;
    throw error;
  }
}
