import { type DowntimeEstimate, type Message, message } from "@primacy/contract";

/** A predicted length of time, from its shortest to its longest. */
export type DowntimeSpan = Pick<DowntimeEstimate, "minMs" | "maxMs">;

/** A predicted length in words, the same wherever one stands: `30 ms to 520 ms`, `up to 20 ms`, `400 ms`. */
export function describeSpan({ minMs, maxMs }: DowntimeSpan): Message {
  if (minMs === maxMs) return message("downtime.span_exact", { maxMs });
  return minMs === 0 ? message("downtime.span_up_to", { maxMs }) : message("downtime.span", { minMs, maxMs });
}
