import { closeSync, openSync, writeSync } from "node:fs";
import { onPulse } from "../clock/pulse";
import { findLibc } from "../ffi/libc";

/** A build for measurements, in which a frozen agent lives on: what agents cost is the difference to one that stands still. */
declare const PRIMACY_AGENT_UNWATCHED: boolean | undefined;

/**
 * Makes sure that an agent that hangs or is stopped for longer than the limit dies, so that its supervisor
 * lets go of its addresses: by a timer of the kernel, else by a heartbeat file that the supervisor watches.
 * Returns how to end it; after that nobody watches.
 */
export function startWatchdog(limitMs: number, heartbeatFile: string | null): () => void {
  if (typeof PRIMACY_AGENT_UNWATCHED === "boolean" && PRIMACY_AGENT_UNWATCHED) {
    return () => undefined;
  }
  const killTimer = findLibc()?.createKillTimer();
  const beat = killTimer === undefined ? createHeartbeat(heartbeatFile) : () => killTimer.arm(limitMs);
  beat();
  const stopBeating = onPulse(500, beat);
  return () => {
    stopBeating();
    killTimer?.disarm();
  };
}

function createHeartbeat(file: string | null): () => void {
  let count = 0;
  return () => {
    if (file === null) {
      return;
    }
    count += 1;
    try {
      const fd = openSync(file, "w", 0o600);
      writeSync(fd, `${count}\n`);
      closeSync(fd);
    } catch {
      // A heartbeat that cannot be written ends in a restart, which is the safe side.
    }
  };
}
