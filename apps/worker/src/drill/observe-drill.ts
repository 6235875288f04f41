import type { DowntimeEstimate, DrillRequest, Host } from "@primacy/contract";
import {
  chooseObserver,
  type DrillObserverSight,
  type DrillSnapshot,
  type DrillTargetSight,
  type DrillWaySight,
  type SeenDrillWay,
} from "@primacy/core/drill";
import { type ListedEndpoint, listEndpoints } from "@primacy/core/endpoint";
import type { MemberRecord } from "@primacy/db";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { lookThrough, nameOfMember } from "../endpoint/look-through";
import { OperatorSession } from "../host-operator/operator-session";
import { greetAgent } from "../observe/greet-agent";
import { StepFailure } from "../operation/failure";
import { observeMembers } from "../switchover-steps/observe-members";
import { readEstimate } from "./read-estimate";

/** For whom is looked. */
export interface DrillTask {
  readonly worker: WorkerContext;
  readonly loaded: LoadedCluster;
  readonly operationId: string;
  readonly requestedBy: string;
}

const lookMs = 60_000;
/** By which name the service manager may know the server. */
const services = ["mysql", "mysqld", "mariadb"] as const;

/** Looks at the group, the host that is to be hit, the one that plays the clients, and each way. Changes nothing. */
export async function observeDrill(
  task: DrillTask,
  request: DrillRequest,
  signal: AbortSignal,
): Promise<DrillSnapshot> {
  const { worker, loaded } = task;
  const { cluster } = loaded;
  const seen = await observeMembers(worker, loaded, { targetMemberId: "" }, signal);
  const primaryId = seen.members.find(({ isPrimary }) => isPrimary)?.memberId;
  const primary = cluster.members.find(({ id }) => id === primaryId) ?? null;
  const [target, observer, ways, estimate]: readonly [
    DrillTargetSight | null,
    DrillObserverSight | null,
    readonly SeenDrillWay[],
    DowntimeEstimate | null,
  ] = await Promise.all([
    observeTarget(task, primary, signal),
    observeObserver(task, request, primary, signal),
    observeWays(task, request, primary, signal),
    readEstimate(worker, loaded, request.fault, signal),
  ]);
  return {
    request,
    clusterName: cluster.name,
    allowsDrills: cluster.allowsDrills,
    isSinglePrimary: seen.isSinglePrimary,
    members: seen.members.map(({ name, state }) => ({ name, state })),
    target,
    observer,
    ways,
    estimate,
  };
}

async function observeTarget(
  task: DrillTask,
  primary: MemberRecord | null,
  signal: AbortSignal,
): Promise<DrillTargetSight | null> {
  const host = task.loaded.hosts.find(({ id }) => id === primary?.hostId);
  if (primary === null || host === undefined) return null;
  const { id: memberId, serverUuid, address, port } = primary;
  const about = { memberId, serverUuid, name: nameOfMember(primary), address, port, hostId: host.id };
  try {
    const hello = await greetAgent(task.worker, agentOf(host, null), signal);
    const operator = hello.operator?.state ?? "off";
    const canFault = hello.abilities.includes("host_fault");
    const service = operator === "running" ? await findService(task, host, signal) : null;
    return { ...about, operator, canFault, service };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    const operator = { kind: "agent", reason: error.explanation } as const;
    return { ...about, operator, canFault: false, service: null };
  }
}

/** The service that runs on the host, of those that are a MySQL server. */
async function findService(
  { worker, loaded, operationId, requestedBy }: DrillTask,
  host: Host,
  signal: AbortSignal,
): Promise<string | null> {
  const { id: clusterId, epoch } = loaded.cluster;
  const grantedTo = { who: requestedBy, operationId };
  const scope = { clusterId, epoch, grantedTo, kinds: ["service"], forMs: lookMs } as const;
  const session = await OperatorSession.open(worker, agentOf(host, null), scope, signal);
  for (const service of services) {
    try {
      if ((await session.readService(service, signal)) === "running") return service;
    } catch (error) {
      signal.throwIfAborted();
      // The host has none of that name, or it is on its way.
      if (!(error instanceof StepFailure)) throw error;
    }
  }
  return null;
}

async function observeObserver(
  { worker, loaded }: DrillTask,
  { observerHostId }: DrillRequest,
  primary: MemberRecord | null,
  signal: AbortSignal,
): Promise<DrillObserverSight | null> {
  const hosts = await worker.db.hosts.listAll();
  const chosen = chooseObserver(
    hosts.map((host) => ({ host, hostId: host.id, name: host.name, hasAgent: host.agentState !== "none" })),
    {
      askedHostId: observerHostId,
      targetHostId: primary?.hostId ?? null,
      memberHostIds: loaded.cluster.members.flatMap(({ hostId }) => hostId ?? []),
    },
  );
  if (chosen === null) return null;
  const about = { hostId: chosen.hostId, name: chosen.name };
  try {
    const { abilities } = await greetAgent(worker, agentOf(chosen.host, null), signal);
    return { ...about, agent: abilities.includes("drill_probe") ? "ready" : "outdated" };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    return { ...about, agent: { kind: "silent", reason: error.explanation } };
  }
}

async function observeWays(
  { worker, loaded }: DrillTask,
  { endpoints }: DrillRequest,
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
