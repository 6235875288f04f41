import { type Message, message, type Tone } from "@primacy/contract";
import type { FinalState } from "../operation/definition";
import type { OperationContext } from "../operation/operation-context";

const tones: Readonly<Record<FinalState, Tone>> = {
  succeeded: "ok",
  cancelled: "warning",
  undone: "warning",
  failed: "failed",
};
const remembered = 50;

/**
 * Adds to the cluster's history how an operation ended, in words of its own where it has some; once, though settling may
 * run twice. A cluster that is gone has none.
 */
export async function noteFinished(
  { worker, operation }: OperationContext,
  _input: unknown,
  state: FinalState,
  text: Message = message("event.operation_finished", { operation: operation.kind, outcome: state }),
): Promise<void> {
  const { clusterId, id: operationId, kind } = operation;
  if (clusterId === null) return;
  await worker.db.transact(worker.actor, async (unit) => {
    if ((await unit.clusters.find(clusterId)) === null) return;
    const page = { after: null, limit: remembered };
    const { items } = await unit.events.list(clusterId, "operation_finished", page);
    if (items.some((event) => event.detail.operationId === operationId)) return;
    await unit.events.append({
      clusterId,
      kind: "operation_finished",
      tone: tones[state],
      at: worker.now(),
      message: text,
      detail: { operationId, operation: kind, outcome: state },
    });
  });
}
