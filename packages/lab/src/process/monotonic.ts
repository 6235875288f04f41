/**
 * Milliseconds of CLOCK_MONOTONIC. All processes of the machine share this clock, in every namespace, so values
 * from different processes may be compared and subtracted.
 */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
