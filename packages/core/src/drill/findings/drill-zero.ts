import type { DrillRecord } from "./drill-record";

/** What every instant of a drill counts from, on the console's clock: the fault, and before one was made when it was armed, or the beginning. */
export function zeroOf({ injection, armedMs, startedMs }: DrillRecord): number {
  return injection?.actedMs ?? armedMs ?? startedMs;
}

/** An instant in milliseconds as it is told: to a tenth, which keeps the order of any two. */
export function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}
