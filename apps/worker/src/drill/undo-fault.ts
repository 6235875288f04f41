import { message, paramsWith } from "@primacy/contract";
import { type DrillInput, undoAfterMs } from "@primacy/core/drill";
import { agentOf } from "../cluster-record/load-cluster";
import { actionIdOf } from "../host-operator/action-id";
import { OperatorSession } from "../host-operator/operator-session";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";

/** Longer than the deadline of the fault, so that it can be undone until then. */
const grantSpareMs = 300_000;

/** Has the host heal what the drill did to it; does nothing where it is healed, or was never hit. Throws `StepFailure`. */
export async function undoFault(context: StepContext, input: DrillInput, signal: AbortSignal): Promise<void> {
  const session = await openFaultSession(context, input, signal);
  const { actions } = await session.report(signal);
  const found = actions.find(({ actionId }) => actionId === faultOf(input));
  if (found === undefined || found.state === "undone" || found.state === "failed") return;
  const { state, reason } = await session.undo(found.actionId, signal);
  if (state === "undone" || state === "failed") return;
  throw new StepFailure("failure.drill_unhealed", {
    params: paramsWith({ member: input.target.name }, { reason: reason ?? message("why.no_answer") }),
  });
}

/** The id of the one fault of a drill, always the same. */
export function faultOf({ drillId, target }: DrillInput): string {
  return actionIdOf(drillId, `${target.hostId} fault`);
}

/** A grant for faults on the host that is hit. Throws `AgentFailure` and `StepFailure` where its host operator is off. */
export async function openFaultSession(
  { worker, operation }: StepContext,
  input: DrillInput,
  signal: AbortSignal,
): Promise<OperatorSession> {
  const { epoch } = await worker.db.clusters.get(input.clusterId);
  const target = agentOf(await worker.db.hosts.get(input.target.hostId), null);
  const grantedTo = { who: operation.requestedBy, operationId: operation.id };
  const forMs = undoAfterMs(input) + grantSpareMs;
  const scope = { clusterId: input.clusterId, epoch, grantedTo, kinds: ["fault"], forMs } as const;
  return OperatorSession.open(worker, target, scope, signal);
}
