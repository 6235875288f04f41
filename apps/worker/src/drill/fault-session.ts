import { type DrillInput, hitPlaceOf, undoAfterMs } from "@primacy/core/drill";
import { agentOf } from "../cluster-record/load-cluster";
import { actionIdOf } from "../host-operator/action-id";
import { OperatorSession } from "../host-operator/operator-session";
import type { StepContext } from "../operation/executor";

/** Longer than the deadline of the fault, so that it can be undone until then. */
const grantSpareMs = 300_000;

/** The id of the one fault of a drill, always the same. */
export function faultOf(input: DrillInput): string {
  return actionIdOf(input.drillId, `${hitPlaceOf(input).hostId} fault`);
}

/** A grant for faults on the host that is hit. Throws `AgentFailure` and `StepFailure` where its host operator is off. */
export async function openFaultSession(
  { worker, operation }: Pick<StepContext, "worker" | "operation">,
  input: DrillInput,
  signal: AbortSignal,
): Promise<OperatorSession> {
  const { epoch } = await worker.db.clusters.get(input.clusterId);
  const target = agentOf(await worker.db.hosts.get(hitPlaceOf(input).hostId), null);
  const grantedTo = { who: operation.requestedBy, operationId: operation.id };
  const forMs = undoAfterMs(input) + grantSpareMs;
  const scope = { clusterId: input.clusterId, epoch, grantedTo, kinds: ["fault"], forMs } as const;
  return OperatorSession.open(worker, target, scope, signal);
}
