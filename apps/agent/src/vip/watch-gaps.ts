import { readFileSync } from "node:fs";
import { findLibc } from "../ffi/libc";
import { monotonicMs } from "./address/types";

/** Why the process was not running for a while. */
export type GapCause = "suspend" | "sigcont" | "loop";

/** Milliseconds since boot including time spent suspended, to a hundredth of a second; for where libc cannot be called. */
export function readUptimeMs(): number {
  return Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]) * 1000;
}

const checkEveryMs = 500;
/** The two clocks are read one after the other; only a real suspend moves them further apart. */
const clockToleranceMs = 50;

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
  const offset = (): number => readBoottimeMs() - monotonicMs();
  let lastOffsetMs = offset();
  let lastRunMs = monotonicMs();
  const timer = setInterval(() => {
    const nowMs = monotonicMs();
    const offsetMs = offset();
    if (offsetMs - lastOffsetMs > clockToleranceMs) {
      onGap("suspend");
    } else if (nowMs - lastRunMs > gapLimitMs) {
      onGap("loop");
    }
    lastOffsetMs = offsetMs;
    lastRunMs = nowMs;
  }, checkEveryMs);
  timer.unref();
  const onContinue = (): void => {
    onGap("sigcont");
  };
  process.on("SIGCONT", onContinue);
  return () => {
    clearInterval(timer);
    process.off("SIGCONT", onContinue);
  };
}
