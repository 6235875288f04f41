import { onPulse } from "../clock/pulse";
import { findLibc } from "../ffi/libc";

/**
 * Makes sure that a process that hangs or is stopped for longer than the limit dies, so that its supervisor
 * lets go of its addresses: by a timer of the kernel, else by `tell`, which the supervisor sees not to come.
 * Returns how to end it; after that nobody watches.
 */
export function startWatchdog(limitMs: number, tell: () => void): () => void {
  const killTimer = findLibc()?.createKillTimer();
  const beat = killTimer === undefined ? tell : () => killTimer.arm(limitMs);
  beat();
  const stopBeating = onPulse(500, beat);
  return () => {
    stopBeating();
    killTimer?.disarm();
  };
}
