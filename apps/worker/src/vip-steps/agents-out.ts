import type { PluginStepInput, WantedHost } from "@primacy/core/plan";
import { loadCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { poll } from "../operation/poll";

const limitMs = 15_000;
const everyMs = 200;

/** The hosts whose agent knows a VIP with the address, or does not answer: one of them may take it. */
export async function listInside(
  worker: Pick<WorkerContext, "observer">,
  hosts: readonly WantedHost[],
  address: string,
  signal: AbortSignal,
): Promise<readonly WantedHost[]> {
  const { words, silentHosts } = await worker.observer.readHolding(hosts, address, signal);
  return [...words.flatMap((word) => (word.vip === null ? [] : [word.host])), ...silentHosts];
}

/**
 * Waits, 15 s at most, until every agent says that it knows no VIP with the address: before a plugin, which binds without asking, is
 * loaded on a host again. Throws `StepFailure` `vip_agents_not_out`.
 */
export async function awaitAgentsOut(
  { worker }: Pick<OperationContext, "worker">,
  { clusterId, address, hostName: host }: PluginStepInput,
  signal: AbortSignal,
): Promise<void> {
  const { wanted } = await loadCluster(worker.db, clusterId);
  let inside: readonly WantedHost[] = [];
  const isOut = await poll({ everyMs, limitMs, signal }, async () => {
    inside = await listInside(worker, wanted.hosts, address, signal);
    return inside.length === 0 ? true : null;
  });
  if (isOut === true) return;
  const hosts = inside.map(({ name }) => name).join(", ");
  const params = { hosts, address, host, seconds: limitMs / 1000 };
  throw new StepFailure("failure.vip_agents_not_out", { params });
}
