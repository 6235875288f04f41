import type { EndpointWay, MeasuredArm } from "@primacy/contract";
import type { SeriesKind } from "@primacy/ui";

/** The kind of line that a way to the database is drawn as. */
export const kindOfWay: Readonly<Record<EndpointWay, SeriesKind>> = {
  direct: "direct",
  write_vip: "vip",
  read_vip: "vip-read",
  haproxy_write: "haproxy",
  haproxy_read: "haproxy",
  router_write: "router",
  router_read: "router",
  router_split: "router",
  custom: "control",
};

/** How an arm is drawn: in the colour of its way; of several arms of one way, each with another dash. */
export interface ArmLook {
  readonly kind: SeriesKind;
  readonly nth: number;
}

/** The looks of arms, in their order. */
export function looksOf(arms: readonly MeasuredArm[]): readonly ArmLook[] {
  const seen = new Map<SeriesKind, number>();
  return arms.map(({ endpoints: [first] }) => {
    const kind = kindOfWay[first?.way ?? "custom"];
    const nth = seen.get(kind) ?? 0;
    seen.set(kind, nth + 1);
    return { kind, nth };
  });
}

/** The number of a block as people count: from 1. */
export function blockNumber(block: number): number {
  return block + 1;
}
