import type { ClusterProxy, DrillRequest } from "@primacy/contract";
import {
  type ChosenProxy,
  chooseProxy,
  type DrillProxySight,
  type DrillSnapshot,
  leadsThrough,
  placeOnProxy,
} from "@primacy/core/drill";
import type { MemberRecord } from "@primacy/db";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf, type LoadedCluster } from "../cluster-record/load-cluster";
import { lookThrough } from "../endpoint/look-through";
import { OperatorSession } from "../host-operator/operator-session";
import { greetAgent } from "../observe/greet-agent";
import { hasAddress } from "../observe/has-address";
import { StepFailure } from "../operation/failure";
import type { DrillTask } from "./observe-parties";
import { observeProxyEndpoints } from "./observe-proxy-endpoints";
import { readTakeover } from "./read-takeover";

const lookMs = 60_000;

/** The program that a fault would kill, on the host that clients reach; see `DrillSnapshot`. Changes nothing. */
export async function findKilledProxy(
  { worker, loaded }: Pick<DrillTask, "worker"> & { readonly loaded: Pick<LoadedCluster, "cluster"> },
  request: Pick<DrillRequest, "fault" | "endpoints" | "readEndpoints">,
  signal: AbortSignal,
): Promise<(ChosenProxy & { readonly isWatched: boolean }) | "none" | "unheld" | null> {
  const { fault, endpoints, readEndpoints } = request;
  if (fault.kind !== "kill_proxy") return null;
  const proxies = await worker.db.proxies.listByCluster(loaded.cluster.id);
  const proxy = chooseProxy(fault, proxies, request);
  if (proxy === null) return "none";
  const host = await findReached({ worker }, proxy, signal);
  if (host === null) return "unheld";
  const isWatched = leadsThrough(proxy, [...endpoints, ...readEndpoints]);
  return { ...placeOnProxy(fault, proxy, host), isWatched };
}

/** What its host can do, and which of its endpoints lead to the primary. Changes nothing. */
export async function observeProxy(
  task: DrillTask,
  killed: Awaited<ReturnType<typeof findKilledProxy>>,
  primary: MemberRecord | null,
  signal: AbortSignal,
): Promise<DrillSnapshot["proxy"]> {
  if (killed === null || typeof killed === "string") return killed;
  const { worker, loaded } = task;
  const host = await worker.db.hosts.find(killed.hostId);
  if (host === null) return "none";
  const [takeover, leading, able] = await Promise.all([
    readTakeover(task, killed, signal),
    observeProxyEndpoints(killed.doors, (endpoint) =>
      lookThrough(worker, loaded.cluster.id, endpoint, primary, signal),
    ),
    observeHost(task, agentOf(host, null), killed, signal),
  ]);
  return { ...killed, ...leading, ...able, takeover };
}

async function observeHost(
  task: DrillTask,
  agent: AgentTarget,
  killed: Pick<ChosenProxy, "program">,
  signal: AbortSignal,
): Promise<Pick<DrillProxySight, "operator" | "canFault" | "isRunning">> {
  try {
    const { operator: told, abilities } = await greetAgent(task.worker, agent, signal);
    const operator = told?.state ?? "off";
    const canFault = abilities.includes("host_fault_proxy");
    const isRunning = operator === "running" ? await isServiceRunning(task, agent, killed, signal) : null;
    return { operator, canFault, isRunning };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    const operator = { kind: "agent", reason: error.explanation } as const;
    return { operator, canFault: false, isRunning: null };
  }
}

/** Whether clients still reach the chosen program on its host: the address of its proxy may have moved since it was chosen. Changes nothing. */
export async function isStillReached(
  { worker }: Pick<DrillTask, "worker">,
  { proxyId, hostId }: Pick<ChosenProxy, "proxyId" | "hostId">,
  signal: AbortSignal,
): Promise<boolean> {
  const proxy = await worker.db.proxies.find(proxyId);
  const reached = proxy && (await findReached({ worker }, proxy, signal));
  return reached?.hostId === hostId;
}

/** The host that has the address of a proxy, or its only one; null where no agent says that its host has it. */
async function findReached(
  { worker }: Pick<DrillTask, "worker">,
  { address, hosts }: ClusterProxy,
  signal: AbortSignal,
): Promise<ClusterProxy["hosts"][number] | null> {
  if (address === null) return hosts[0] ?? null;
  const holding = await Promise.all(hosts.map(({ hostId }) => hasAddress(worker, hostId, address, signal)));
  return hosts.find((_host, at) => holding[at] === true) ?? null;
}

async function isServiceRunning(
  { worker, loaded, operationId, requestedBy }: DrillTask,
  agent: AgentTarget,
  { program }: Pick<ChosenProxy, "program">,
  signal: AbortSignal,
): Promise<boolean> {
  const { id: clusterId, epoch } = loaded.cluster;
  const grantedTo = { who: requestedBy, operationId };
  const scope = { clusterId, epoch, grantedTo, kinds: ["service"], forMs: lookMs } as const;
  try {
    const session = await OperatorSession.open(worker, agent, scope, signal);
    return (await session.readService(program, signal)) === "running";
  } catch (error) {
    signal.throwIfAborted();
    // The host has none of that name, or it is on its way.
    if (!(error instanceof StepFailure)) throw error;
    return false;
  }
}
