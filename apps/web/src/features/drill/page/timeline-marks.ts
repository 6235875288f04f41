import type { DrillPhaseName } from "@primacy/contract";

/** Marks of a drill that the eye looks for; the table has them all. */
export const drillMarks: ReadonlySet<DrillPhaseName> = new Set([
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

/** An instant in milliseconds, which may have been `errorMs` earlier or later. */
interface TimelineMark<P extends string> {
  readonly phase: P;
  readonly atMs: number;
  readonly errorMs: number;
}

/** A mark as it is drawn, in shares of the width from 0 to 100. */
export interface DrawnMark<P extends string = string> extends TimelineMark<P> {
  readonly at: number;
  /** As early and as late as it may have been. */
  readonly low: number;
  readonly high: number;
  /** Its words stand before it: there is no room behind it. */
  readonly isBefore: boolean;
}

/** Words of a mark that lies further than this to the right stand before it. */
const roomBehind = 78;

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Where an instant stands over a stretch of the clock, from 0 to 100; beyond it, at its end. */
export function shareOf(ms: number, { fromMs, toMs }: Stretch): number {
  return ((Math.min(Math.max(ms, fromMs), toMs) - fromMs) / (toMs - fromMs)) * 100;
}

/** The marks to draw over a stretch of the clock, in the order of their instants: each has a row of its own. */
export function placeMarks<P extends string>(
  marks: readonly TimelineMark<P>[],
  drawn: ReadonlySet<P>,
  span: Stretch,
): readonly DrawnMark<P>[] {
  const share = (ms: number): number => shareOf(ms, span);
  const { fromMs, toMs } = span;
  return marks
    .filter(({ phase, atMs }) => drawn.has(phase) && atMs >= fromMs && atMs <= toMs)
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ phase, atMs, errorMs }) => ({
      ...{ phase, atMs, errorMs, at: share(atMs) },
      ...{ low: share(atMs - errorMs), high: share(atMs + errorMs) },
      isBefore: share(atMs) > roomBehind,
    }));
}
