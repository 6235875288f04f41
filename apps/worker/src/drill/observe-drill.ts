import type { DrillRequest, Host } from "@primacy/contract";
import {
  chooseObserver,
  chooseParties,
  type DrillMember,
  type DrillSnapshot,
  type DrillWaySight,
  namedSecondary,
  type SeenDrillWay,
} from "@primacy/core/drill";
import { type ListedEndpoint, listEndpoints } from "@primacy/core/endpoint";
import type { MemberRecord } from "@primacy/db";
import { agentOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { lookThrough, nameOfMember } from "../endpoint/look-through";
import { observeMembers } from "../switchover-steps/observe-members";
import { observeObserver } from "./observe-observer";
import { type DrillTask, listAddresses, observeOther, observeTarget, toDrillMember } from "./observe-parties";
import { findKilledProxy, observeProxy } from "./observe-proxy";
import { observeSessions } from "./observe-sessions";
import { readEstimate } from "./read-estimate";

/** Looks at the group, the hosts that have a part in the drill, the one that plays the clients, and each way. Changes nothing. */
export async function observeDrill(
  task: DrillTask,
  request: DrillRequest,
  signal: AbortSignal,
): Promise<DrillSnapshot> {
  const { worker, loaded } = task;
  const { cluster } = loaded;
  const seen = await observeMembers(worker, loaded, { targetMemberId: "" }, signal);
  const primaryId = seen.members.find(({ isPrimary }) => isPrimary)?.memberId;
  const candidates = cluster.members.map((record) => ({
    record,
    memberId: record.id,
    name: nameOfMember(record),
    hostId: record.hostId,
    isPrimary: record.id === primaryId,
  }));
  const primary = candidates.find(({ isPrimary }) => isPrimary)?.record ?? null;
  const killed = await findKilledProxy(task, request, signal);
  // The address may go to another host of the proxy, whose own clients would meet nothing of it.
  const setUp =
    killed === null || typeof killed === "string" ? null : await worker.db.proxies.find(killed.proxyId);
  const proxyHostIds = setUp?.hosts.map(({ hostId }) => hostId) ?? [];
  const watching = await chooseWatching(task, request, primary, proxyHostIds);
  const parties = chooseParties(request.fault, candidates, watching?.id ?? null);
  const toMember = (party: { readonly record: MemberRecord } | null | undefined): DrillMember | null =>
    party == null ? null : toDrillMember(party.record);
  const [target, other] = [toMember(parties?.target), toMember(parties?.other)];
  const rest = cluster.members.filter(({ id }) => id !== target?.memberId);
  const look = (endpoints: DrillRequest["endpoints"]): Promise<readonly SeenDrillWay[]> =>
    observeWays(task, endpoints, primary, signal);
  const [seenTarget, proxy, seenOther, addresses, observer, [ways, readWays], forecast, sessions] =
    await Promise.all([
      target === null ? null : observeTarget(task, request.fault, target, signal),
      observeProxy(task, killed, primary, signal),
      other === null ? null : observeOther(task, other, signal),
      listAddresses(
        task,
        rest.map(({ address, hostId }) => ({ address, hostId: hostId ?? "" })),
        signal,
      ),
      watching === null
        ? null
        : observeObserver(worker, agentOf(watching, null), request.readEndpoints.length > 0, signal),
      Promise.all([look(request.endpoints), look(request.readEndpoints)]),
      readEstimate(worker, loaded, { ...request, targetHostId: target?.hostId ?? null }, signal),
      observeSessions(task, request.fault, primary, signal),
    ]);
  return {
    request,
    clusterName: cluster.name,
    allowsDrills: cluster.allowsDrills,
    isSinglePrimary: seen.isSinglePrimary,
    members: seen.members.map(({ name, state }) => ({ name, state })),
    primary: primary === null ? null : toDrillMember(primary),
    target: seenTarget,
    other: seenOther,
    proxy,
    othersAddresses: addresses.flat(),
    observer,
    ways,
    readWays,
    ...forecast,
    ...sessions,
  };
}

/** The host that is to play the clients; null where there is none that has no part in the drill. */
async function chooseWatching(
  { worker, loaded }: DrillTask,
  { observerHostId, fault }: DrillRequest,
  primary: MemberRecord | null,
  proxyHostIds: readonly string[],
): Promise<Host | null> {
  const { members } = loaded.cluster;
  const named = members.find(({ id }) => id === namedSecondary(fault));
  const hosts = await worker.db.hosts.listAll();
  const chosen = chooseObserver(
    hosts.map((host) => ({ host, hostId: host.id, name: host.name, hasAgent: host.agentState !== "none" })),
    {
      askedHostId: observerHostId,
      partyHostIds: [primary?.hostId, named?.hostId, ...proxyHostIds].flatMap((id) => id ?? []),
      memberHostIds: members.flatMap(({ hostId }) => hostId ?? []),
    },
  );
  return chosen?.host ?? null;
}

async function observeWays(
  { worker, loaded }: DrillTask,
  endpoints: DrillRequest["endpoints"],
  primary: MemberRecord | null,
  signal: AbortSignal,
): Promise<readonly SeenDrillWay[]> {
  const { cluster, vips } = loaded;
  const known = listEndpoints({
    members: cluster.members,
    vips,
    proxies: await worker.db.proxies.listByCluster(cluster.id),
    custom: await worker.db.endpoints.listCustom(cluster.id),
  });
  return Promise.all(
    endpoints.map(async (endpoint): Promise<SeenDrillWay> => {
      const listed = known.find(
        ({ address, port }) => address === endpoint.address && port === endpoint.port,
      );
      const label = listed?.name ?? endpoint.address;
      const isVip = listed?.way === "write_vip" || listed?.way === "read_vip";
      return { endpoint, label, isVip, sight: await lookAlong(worker, cluster.id, listed, primary, signal) };
    }),
  );
}

async function lookAlong(
  worker: WorkerContext,
  clusterId: string,
  listed: ListedEndpoint | undefined,
  primary: MemberRecord | null,
  signal: AbortSignal,
): Promise<DrillWaySight> {
  if (listed === undefined) return { kind: "unknown" };
  const sight = await lookThrough(worker, clusterId, listed, primary, signal);
  if (sight.kind === "unreached") return sight;
  return { kind: "reached", member: nameOfMember(sight.member), isPrimary: sight.isPrimary };
}
