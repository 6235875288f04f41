import { onPulse } from "../clock/pulse";
import { findLibc } from "../ffi/libc";

/** For how long one of the agent's standing processes may stand still. */
export const watchdogLimitMs = 2000;

/** A build for measurements, in which a frozen agent lives on: what agents cost is the difference to one that stands still. */
declare const PRIMACY_AGENT_UNWATCHED: boolean | undefined;

/**
 * Makes sure that a process that hangs or is stopped for longer than the limit dies, so that its supervisor
 * lets go of its addresses: by a timer of the kernel, else by `tell`, which the supervisor sees not to come.
 * Returns how to end it; after that nobody watches.
 */
export function startWatchdog(limitMs: number, tell: () => void): () => void {
  if (typeof PRIMACY_AGENT_UNWATCHED === "boolean" && PRIMACY_AGENT_UNWATCHED) {
    return () => undefined;
  }
  const killTimer = findLibc()?.createKillTimer();
  const beat = killTimer === undefined ? tell : () => killTimer.arm(limitMs);
  beat();
  const stopBeating = onPulse(500, beat);
  return () => {
    stopBeating();
    killTimer?.disarm();
  };
}
