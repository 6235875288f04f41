import type { FaultOutcome, SittingEnd } from "./outcome";
import { type PathOutcome, unseenPath } from "./paths";

/** A way over which nothing was acknowledged for so long around a fault, with what is given instead. */
export function pathOf(gapMs: number | null, given: Partial<PathOutcome> = {}): PathOutcome {
  return { ...unseenPath, gapMs, acked: 250, ...given };
}

/** Reads of one client that saw all that they had to. */
export function readsOf(answered: number, stale = 0): { answered: number; stale: number; behindMs: number } {
  return { answered, stale, behindMs: 0 };
}

/** A clean outcome, with what is given instead. */
export function outcomeOf(number: number, given: Partial<FaultOutcome> = {}): FaultOutcome {
  return {
    ...{ seed: 5, number, build: "b1", lab: "l1", kind: "kill-mysql", row: "F3", target: "db1" },
    ...{ expelSeconds: 0, isEffective: true, observations: [], asked: [], resets: 0 },
    ...{ ackedWrites: 500, lostWrites: [], phantomWrites: [], dualWriterMs: 0, dualHolderMs: 0 },
    wire: { asked: 250, answered: 240, dual: 0 },
    ...{ reads: [readsOf(180), readsOf(180)], disorder: [] },
    ...{ healthyMs: 20_000, heldMs: 19_000, recoveryMs: 300, throughMs: 350, late: [], history: [] },
    byProof: { R1: 1, R2: 1, R3: 1, R4: 0 },
    ...{
      waited: [],
      rejoined: 0,
      heard: [],
      violations: [],
      proxyHolds: { count: 0, dualMs: 0 },
      seconds: { ready: 1, judged: 2 },
    },
    paths: { vip: pathOf(300), router: pathOf(900), haproxy: pathOf(1_400), direct: pathOf(250) },
    ...given,
  };
}

/** A clean end of a sitting of faults 1 to `last`, with what is given instead. */
export function endOf(last: number, given: Partial<SittingEnd> = {}): SittingEnd {
  const verified = Array.from({ length: last }, (_, index) => index + 1);
  const none = { lostWrites: [], phantomWrites: [] };
  const wire = { asked: 20, answered: 20, dual: 0 };
  const clean = { ...none, dualHolderMs: 0, wire, violations: [], beside: { router: none, haproxy: none } };
  return { build: "b1", lab: "l1", verified, ...clean, ...given };
}
