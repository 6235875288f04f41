import type { HostActionRecord } from "@primacy/contract/agent";
import { actionIdOf } from "../host-operator/action-id";
import type { OperatorSession } from "../host-operator/operator-session";
import { StepFailure } from "../operation/failure";

/** How often one thing is ordered anew after it came to nothing, or was taken back by the host itself. */
const mostOrders = 5;
const openStates: readonly HostActionRecord["state"][] = ["planned", "acted", "undo_failed"];

/**
 * The ids under which an operation orders one thing, in turn: the same for whichever worker and whichever attempt, so that what one
 * ordered and did not live to keep is found by the next.
 */
export function ordersOf(operationId: string, what: string): readonly string[] {
  return Array.from({ length: mostOrders }, (_, n) =>
    actionIdOf(operationId, n === 0 ? what : `${what}, ${n + 1}`),
  );
}

/**
 * Keeps what was ordered before under one of these ids, after it has come to its end. Returns the id for another order; null: none is
 * left. May run twice. Throws as `OperatorSession` does.
 */
export async function keepOrdered(
  session: Pick<OperatorSession, "report" | "keep" | "undo">,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const { actions } = await session.report(signal);
  const known = actions.filter(({ actionId }) => ids.includes(actionId));
  for (const { actionId, state } of known.filter((one) => openStates.includes(one.state))) {
    if (state === "undo_failed") await session.undo(actionId, signal);
    else await keepIfActed(session, actionId, signal);
  }
  return ids.find((id) => !known.some(({ actionId }) => actionId === id)) ?? null;
}

/** What came to nothing meanwhile cannot be kept: how things are is seen next. */
async function keepIfActed(
  session: Pick<OperatorSession, "keep">,
  actionId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await session.keep(actionId, signal);
  } catch (error) {
    if (!(error instanceof StepFailure) || error.retryable) throw error;
  }
}

/** Takes back which of these acts are still to be taken back; one that is kept, over or forgotten is left. */
export async function undoOrdered(
  session: Pick<OperatorSession, "report" | "undo">,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (ids.length === 0) return;
  const { actions } = await session.report(signal);
  const open = actions.filter(({ actionId, state }) => ids.includes(actionId) && openStates.includes(state));
  for (const { actionId } of open) await session.undo(actionId, signal);
}
