import { type BenchmarkRun, message, paramsWith } from "@primacy/contract";
import type { BenchmarkInput } from "@primacy/core/benchmark";
import type { SwitchoverParty } from "@primacy/core/switchover";
import { agentOf } from "../../cluster-record/load-cluster";
import { actionIdOf } from "../../host-operator/action-id";
import { OperatorSession } from "../../host-operator/operator-session";
import type { StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";

/** To write what is not on the disk yet may take as long. */
const limitMs = 400_000;

/** Drops the caches of a member's host, once for each run. Throws `StepFailure`, which names the host, and `AgentFailure`. */
export async function dropCaches(
  { worker, operation }: StepContext,
  { clusterId }: BenchmarkInput,
  { run, member }: { readonly run: BenchmarkRun; readonly member: SwitchoverParty },
  signal: AbortSignal,
): Promise<void> {
  const { hostId, name: host } = member;
  if (hostId === null) throw notDropped(host);
  const { epoch } = await worker.db.clusters.get(clusterId);
  const target = agentOf(await worker.db.hosts.get(hostId), null);
  const grantedTo = { who: operation.requestedBy, operationId: operation.id };
  const scope = { clusterId, epoch, grantedTo, kinds: ["caches"], forMs: limitMs } as const;
  const session = await OperatorSession.open(worker, target, scope, signal);
  const actionId = actionIdOf(run.id, `caches ${hostId}`);
  const { state, reason } = await session.act({ kind: "caches" }, { undoAfterMs: limitMs, actionId }, signal);
  if (state !== "kept") throw notDropped(host, reason);
}

function notDropped(
  host: string,
  reason: Parameters<typeof paramsWith>[1]["reason"] | null = null,
): StepFailure {
  const params = paramsWith({ host }, { reason: reason ?? message("topology.no_host", { address: host }) });
  return new StepFailure("failure.benchmark_caches", { params });
}
