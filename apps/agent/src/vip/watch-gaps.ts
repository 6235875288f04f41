import { readFileSync } from "node:fs";
import { onPulse } from "../clock/pulse";
import { findLibc } from "../ffi/libc";
import { monotonicMs } from "./address/types";

/** Why the process was not running for a while. */
export type GapCause = "suspend" | "sigcont" | "loop";

/** Milliseconds since boot including time spent suspended, to a hundredth of a second; for where libc cannot be called. */
export function readUptimeMs(): number {
  return Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]) * 1000;
}

/** Only a real suspend moves the two clocks further apart than this. */
const clockToleranceMs = 50;
const readingLimitMs = 10;
const readings = 5;

/**
 * Reports each time this process, or the whole machine, was not running: evidence from before is void.
 * A suspend shows as the boot-time clock running ahead of the monotonic one, a stopped process as
 * SIGCONT, anything else as a late timer. Returns the function that ends the watch.
 */
export function watchGaps(
  gapLimitMs: number,
  onGap: (cause: GapCause) => void,
  readBoottimeMs: () => number = findLibc()?.boottimeMs ?? readUptimeMs,
): () => void {
  const offset = (): number => readOffset(readBoottimeMs);
  let lastOffsetMs = offset();
  let lastRunMs = monotonicMs();
  const stopChecking = onPulse(500, () => {
    const nowMs = monotonicMs();
    const offsetMs = offset();
    if (offsetMs - lastOffsetMs > clockToleranceMs) {
      onGap("suspend");
    } else if (nowMs - lastRunMs > gapLimitMs) {
      onGap("loop");
    }
    lastOffsetMs = offsetMs;
    lastRunMs = nowMs;
  });
  const onContinue = (): void => {
    onGap("sigcont");
  };
  const stopListening = onSigcont(onContinue);
  return () => {
    stopChecking();
    stopListening();
  };
}

const sigcontListeners = new Set<() => void>();
const tellSigcont = (): void => {
  for (const listener of sigcontListeners) {
    listener();
  }
};

/** One listener of the process for however many watches. */
function onSigcont(listener: () => void): () => void {
  if (sigcontListeners.size === 0) {
    process.on("SIGCONT", tellSigcont);
  }
  sigcontListeners.add(listener);
  return () => {
    sigcontListeners.delete(listener);
    if (sigcontListeners.size === 0) {
      process.off("SIGCONT", tellSigcont);
    }
  };
}

/**
 * How far the boot-time clock is ahead of the monotonic one. A thread that is held up between its readings would see a
 * suspend where there was none, so they are taken again; on a machine that never lets it read in time, the last counts.
 */
function readOffset(readBoottimeMs: () => number): number {
  for (let left = readings - 1; ; left -= 1) {
    const beforeMs = monotonicMs();
    const boottimeMs = readBoottimeMs();
    const afterMs = monotonicMs();
    if (afterMs - beforeMs < readingLimitMs || left === 0) {
      return boottimeMs - afterMs;
    }
  }
}
