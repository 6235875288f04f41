import type { BenchmarkRunState, BenchmarkState } from "@primacy/contract";
import type { Tone } from "@primacy/ui";

/** How the state of a benchmark is drawn. */
export const benchmarkTone: Readonly<Record<BenchmarkState, Tone>> = {
  preparing: "busy",
  running: "busy",
  succeeded: "ok",
  failed: "failed",
  cancelled: "unknown",
};

/** How the state of a run is drawn. */
export const runTone: Readonly<Record<BenchmarkRunState, Tone>> = {
  waiting: "unknown",
  running: "busy",
  done: "ok",
  void: "warning",
  failed: "failed",
};

/** Whether a benchmark may still change. */
export function isUnderWay({ state }: { readonly state: BenchmarkState }): boolean {
  return state === "preparing" || state === "running";
}
