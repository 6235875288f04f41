import type { HostActionRecord } from "@primacy/contract/agent";
import { type DrillInput, hostFaultOf, undoAfterMs } from "@primacy/core/drill";
import { AgentFailure } from "../agent-client/agent-failure";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { faultOf, openFaultSession } from "./fault-session";

/**
 * Orders the fault of its host, and returns what that tells. Ordered again, it tells what came of the first order and does nothing. `onOrder`
 * is called right before. Throws `AgentFailure` and `StepFailure`.
 */
export async function orderFault(
  context: StepContext,
  input: DrillInput,
  onOrder: () => void,
  signal: AbortSignal,
): Promise<HostActionRecord> {
  const fault = hostFaultOf(input);
  if (fault === null) throw new Error("no host is asked for this fault");
  const session = await openFaultSession(context, input, signal);
  onOrder();
  const terms = { undoAfterMs: undoAfterMs(input), actionId: faultOf(input) };
  return session.act({ kind: "fault", fault }, terms, signal);
}

/** The same, of a host whose agent may be the one that is hit: null where nobody answers within `limitMs`. */
export async function askFault(
  context: StepContext,
  input: DrillInput,
  limitMs: number,
  signal: AbortSignal,
): Promise<HostActionRecord | null> {
  return withinSilence(limitMs, signal, (within) => orderFault(context, input, () => undefined, within));
}

/** What is done through an agent that may be away; null where that does not answer within `limitMs`. Throws what it refuses. */
export async function withinSilence<T>(
  limitMs: number,
  signal: AbortSignal,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await act(AbortSignal.any([signal, limit]));
  } catch (error) {
    signal.throwIfAborted();
    const isAway = (error instanceof AgentFailure || error instanceof StepFailure) && error.retryable;
    if (limit.aborted || isAway) return null;
    throw error;
  }
}
