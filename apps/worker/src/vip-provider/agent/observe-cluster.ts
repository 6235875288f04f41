import type { Host, Message, VipRequest } from "@primacy/contract";
import { type AgentStatus, agentProtocol, type HostObservation } from "@primacy/contract/agent";
import type { CheckedMember, HostSight, LongTransactions, VipCheckSnapshot } from "@primacy/core/check";
import type { GroupView } from "@primacy/core/cluster";
import { type HeldDocument, unheard } from "@primacy/core/plan";
import { compareNames } from "@primacy/core/topology";
import type { MemberRecord } from "@primacy/db";
import type { AgentTarget } from "../../agent-client/agent-client";
import { AgentFailure } from "../../agent-client/agent-failure";
import { addressesOf } from "../../cluster-record/addresses-of";
import type { LoadedCluster } from "../../cluster-record/load-cluster";
import { agentOf } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import type { ServerAccount } from "../../mysql/connect-server";
import { helloOf } from "../../observe/greet-agent";
import { toHolding, toUnread } from "../../observe/held-document";
import type { ObservedCluster, ObservedClusterVip } from "../vip-provider";
import { askServer } from "./observe-server";
import { observeTables } from "./observe-tables";

const observeTimeoutMs = 8_000;
/** As many as an agent takes in one question. */
const maxPeers = 16;

/**
 * Looks at every member at once, through its agent and its server. A member that does not answer delays nobody by more
 * than its own limit and becomes its own failed check. Changes nothing.
 */
export async function observeCluster(
  worker: WorkerContext,
  loaded: LoadedCluster,
  { request, vipId, currentAddress }: ObservedClusterVip,
  signal: AbortSignal,
): Promise<ObservedCluster> {
  const account = await worker.db.clusters.findCredential(loaded.cluster.id, "admin");
  const [seen, tables] = await Promise.all([
    Promise.all(
      loaded.cluster.members.map((member) => observeMember(worker, loaded, member, request, account, signal)),
    ),
    observeTables(worker, loaded, signal),
  ]);
  const members = seen.map((one) => one.member).sort((a, b) => compareNames(a.name, b.name));
  const { primaryUuid } = worker.replication[loaded.cluster.kind].judge(
    seen.flatMap((one) => one.view ?? []),
  );
  return {
    request,
    currentAddress: findOwnAddress(loaded, members, request.address) ?? currentAddress,
    members,
    views: seen.flatMap((one) => one.view ?? []),
    otherVips: await listOtherVips(worker, vipId),
    otherAddresses: await listOtherAddresses(worker, loaded),
    timings: loaded.wanted.timings,
    agentProtocol,
    tables,
    longTransactions: seen.find((one) => one.member.serverUuid === primaryUuid)?.open ?? null,
    told: seen.flatMap((one) => one.silence ?? []),
    held: seen.flatMap((one) => one.held ?? []),
  };
}

/**
 * The address, where the cluster's own agents have it as a VIP, also where the console does not know it, or has another
 * one: it was restored from an older database, and asking for the address takes it over.
 */
function findOwnAddress(
  loaded: LoadedCluster,
  members: readonly CheckedMember[],
  address: string,
): string | null {
  const isOwn = members.some(
    ({ sight }) =>
      sight.kind === "observed" &&
      sight.status?.clusterId === loaded.cluster.id &&
      sight.status.vips.some((vip) => vip.address === address),
  );
  return isOwn ? address : null;
}

interface SeenMember {
  readonly member: CheckedMember;
  readonly view: GroupView | null;
  readonly open: LongTransactions | null;
  /** Why its agent cannot be reached; null where it can, or there is none. */
  readonly silence: Message | null;
  /** What its agent holds; null where there is no host. */
  readonly held: HeldDocument | null;
}

/** What was seen through an agent, with the whole message of why it cannot be reached. */
type AgentSight =
  | Exclude<HostSight, { readonly kind: "unreachable" }>
  | (Extract<HostSight, { readonly kind: "unreachable" }> & { readonly silence: Message });

async function observeMember(
  worker: WorkerContext,
  loaded: LoadedCluster,
  member: MemberRecord,
  request: VipRequest,
  account: ServerAccount | null,
  signal: AbortSignal,
): Promise<SeenMember> {
  const host = loaded.hosts.find((one) => one.id === member.hostId) ?? null;
  const peers = loaded.hosts.filter((one) => one.id !== host?.id && one.agentState !== "none");
  const [{ sight, held }, server] = await Promise.all([
    lookThroughAgent(worker, loaded.cluster.id, host, peers, request, signal),
    account === null ? null : askServer(worker.replication[loaded.cluster.kind], member, account, signal),
  ]);
  return {
    member: {
      memberId: member.id,
      serverUuid: member.serverUuid,
      address: member.address,
      port: member.port,
      hostId: host?.id ?? null,
      name: host?.name ?? member.address,
      agentAddress: host?.agentAddress ?? member.address,
      agentPort: host?.agentPort ?? 0,
      sight: withVariables(sight, server?.variables ?? {}),
      queue: server?.queue ?? null,
    },
    view: server?.view ?? viewOf(member, sight),
    open: server?.open ?? null,
    silence: sight.kind === "unreachable" ? sight.silence : null,
    held,
  };
}

async function lookThroughAgent(
  worker: WorkerContext,
  clusterId: string,
  host: Host | null,
  peers: readonly Host[],
  request: VipRequest,
  signal: AbortSignal,
): Promise<{ readonly sight: AgentSight; readonly held: HeldDocument | null }> {
  if (host === null) return { sight: { kind: "no_host" }, held: null };
  let held = unheard(host.id);
  if (host.agentState === "none") return { sight: { kind: "no_agent" }, held };
  const target = agentOf(host, clusterId);
  try {
    const askedMs = Date.now();
    const hello = await helloOf(worker, target, signal);
    if (hello.protocol !== agentProtocol)
      return { sight: { kind: "outdated", protocol: hello.protocol }, held: toUnread(host.id, hello) };
    // It answered halfway, as far as anybody can say.
    const clockOffsetMs = hello.clock.wallMs - (askedMs + Date.now()) / 2;
    const [observed, read] = await Promise.allSettled([
      observe(worker, target, { request, connectTo: peers }, signal),
      worker.observer.readStatus(target, signal),
    ]);
    if (read.status === "rejected") throw read.reason;
    held = toHolding(host.id, read.value, true);
    if (observed.status === "rejected") throw observed.reason;
    return {
      sight: {
        kind: "observed",
        observation: observed.value,
        status: read.value,
        clockOffsetMs,
      },
      held,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    const { explanation } = error;
    // Whoever does not even know the first question does not say which protocol it speaks.
    return error.code === "agent_outdated"
      ? { sight: { kind: "outdated", protocol: 0 }, held }
      : { sight: { kind: "unreachable", reason: explanation.text, silence: explanation }, held };
  }
}

function observe(
  worker: WorkerContext,
  target: AgentTarget,
  { request, connectTo }: { readonly request: VipRequest; readonly connectTo: readonly Host[] },
  signal: AbortSignal,
): Promise<HostObservation> {
  const targets = connectTo
    .slice(0, maxPeers)
    .map(({ agentAddress, agentPort }) => ({ address: agentAddress, port: agentPort }));
  const body = {
    addresses: [request.address],
    nic: request.nics[target.hostId] ?? null,
    ...(targets.length === 0 ? {} : { connectTo: targets }),
  };
  return worker.agents.clientFor(target).call("observe", body, { signal, timeoutMs: observeTimeoutMs });
}

function withVariables(sight: HostSight, variables: Readonly<Record<string, string>>): HostSight {
  if (sight.kind !== "observed") return sight;
  const { observation } = sight;
  return {
    ...sight,
    observation: { ...observation, variables: { ...variables, ...observation.variables } },
  };
}

function viewOf(member: MemberRecord, sight: HostSight): GroupView | null {
  const status: AgentStatus | null = sight.kind === "observed" ? sight.status : null;
  if (status === null || status.mysql.reach !== "up" || status.mysql.members.length === 0) return null;
  const { isSinglePrimary, members } = status.mysql;
  return { observer: member.serverUuid, isSinglePrimary, members };
}

async function listOtherVips(
  worker: WorkerContext,
  vipId: string | null,
): Promise<VipCheckSnapshot["otherVips"]> {
  const clusters = await worker.db.clusters.listAll();
  const lists = await Promise.all(
    clusters.map(async (cluster) => {
      const vips = await worker.db.vips.listByCluster(cluster.id);
      return vips.map((vip) => ({ id: vip.id, address: vip.address, clusterName: cluster.name }));
    }),
  );
  return lists.flat().filter((vip) => vip.id !== vipId);
}

async function listOtherAddresses(
  worker: WorkerContext,
  loaded: LoadedCluster,
): Promise<VipCheckSnapshot["otherAddresses"]> {
  const hosts = await worker.db.hosts.listAll();
  return hosts
    .filter((host) => !loaded.hosts.some((one) => one.id === host.id))
    .flatMap((host) => addressesOf(host).map((address) => ({ address, owner: host.name })));
}
