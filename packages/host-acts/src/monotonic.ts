/** Milliseconds of CLOCK_MONOTONIC, which all processes of the machine share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
