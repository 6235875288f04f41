/** Instants of this machine's clock in milliseconds since 1970, free of the steps that `Date` makes within one process. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
