import type { ChosenProxy } from "@primacy/core/drill";
import { predictTakeover, proxyFiles, type VrrpTakeover } from "@primacy/core/proxy";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf } from "../cluster-record/load-cluster";
import { OperatorSession } from "../host-operator/operator-session";
import { findExplainedFailure } from "../operation/failure";
import type { DrillTask } from "./observe-parties";

const lookMs = 60_000;

/** When another Keepalived takes the address of a proxy, by the configurations of its other hosts; null where one cannot be read. */
export async function readTakeover(
  task: DrillTask,
  { program, proxyId, hostId }: ChosenProxy,
  signal: AbortSignal,
): Promise<VrrpTakeover | null> {
  if (program !== "keepalived") return null;
  const proxy = await task.worker.db.proxies.find(proxyId);
  if (proxy === null || proxy.address === null) return null;
  const others = proxy.hosts.filter((one) => one.hostId !== hostId);
  const texts = await Promise.all(others.map((one) => readConfiguration(task, one.hostId, signal)));
  return predictTakeover(texts, proxy.address);
}

async function readConfiguration(
  { worker, loaded, operationId, requestedBy }: DrillTask,
  hostId: string,
  signal: AbortSignal,
): Promise<string | null> {
  const host = await worker.db.hosts.find(hostId);
  if (host === null) return null;
  const { id: clusterId, epoch } = loaded.cluster;
  const grantedTo = { who: requestedBy, operationId };
  const scope = { clusterId, epoch, grantedTo, kinds: ["file"], forMs: lookMs } as const;
  try {
    const session = await OperatorSession.open(worker, agentOf(host, null), scope, signal);
    return (await session.readFile(proxyFiles.keepalived, signal))?.text ?? null;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure) && findExplainedFailure(error) === null) throw error;
    return null;
  }
}
