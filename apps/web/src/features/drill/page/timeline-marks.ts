import type { DrillFindings, DrillMark, DrillPhaseName } from "@primacy/contract";

/** Marks that the eye looks for; the table has them all. */
const drawn: ReadonlySet<DrillPhaseName> = new Set([
  "injected",
  "in_effect",
  "expelled",
  "elected",
  "vip_taken",
  "arp_seen",
  "first_write",
  "heal_begun",
  "healed",
]);

/** A mark as it is drawn, in shares of the width from 0 to 100. */
export interface DrawnMark extends Pick<DrillMark, "phase" | "atMs" | "errorMs"> {
  readonly at: number;
  /** As early and as late as it may have been. */
  readonly low: number;
  readonly high: number;
  /** Its words stand before it: there is no room behind it. */
  readonly isBefore: boolean;
}

/** Words of a mark that lies further than this to the right stand before it. */
const roomBehind = 78;

/** The marks to draw over a stretch of the clock, in the order of their instants: each has a row of its own. */
export function placeMarks(
  { marks }: Pick<DrillFindings, "marks">,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): readonly DrawnMark[] {
  const share = (ms: number): number =>
    ((Math.min(Math.max(ms, fromMs), toMs) - fromMs) / (toMs - fromMs)) * 100;
  return marks
    .filter(({ phase, atMs }) => drawn.has(phase) && atMs >= fromMs && atMs <= toMs)
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ phase, atMs, errorMs }) => ({
      ...{ phase, atMs, errorMs, at: share(atMs) },
      ...{ low: share(atMs - errorMs), high: share(atMs + errorMs) },
      isBefore: share(atMs) > roomBehind,
    }));
}
