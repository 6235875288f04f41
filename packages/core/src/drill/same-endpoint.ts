import type { DrillEndpoint } from "@primacy/contract";

/** Whether both are the same address and port. */
export function isSameEndpoint(one: DrillEndpoint, other: DrillEndpoint): boolean {
  return one.address === other.address && one.port === other.port;
}
