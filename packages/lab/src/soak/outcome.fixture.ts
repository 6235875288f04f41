import type { FaultOutcome, SittingEnd } from "./outcome";

/** A clean outcome, with what is given instead. */
export function outcomeOf(number: number, given: Partial<FaultOutcome> = {}): FaultOutcome {
  return {
    ...{ seed: 5, number, build: "b1", lab: "l1", kind: "kill-mysql", row: "F3", target: "db1" },
    ...{ expelSeconds: 0, isEffective: true, observations: [], asked: [], resets: 0 },
    ...{ ackedWrites: 500, lostWrites: [], phantomWrites: [], dualWriterMs: 0, dualHolderMs: 0 },
    ...{ healthyMs: 20_000, heldMs: 19_000, recoveryMs: 300, throughMs: 350, late: [], history: [] },
    byProof: { R1: 1, R2: 1, R3: 1, R4: 0 },
    violations: [],
    ...given,
  };
}

/** A clean end of a sitting of faults 1 to `last`, with what is given instead. */
export function endOf(last: number, given: Partial<SittingEnd> = {}): SittingEnd {
  const verified = Array.from({ length: last }, (_, index) => index + 1);
  const clean = { lostWrites: [], phantomWrites: [], dualHolderMs: 0, violations: [] };
  return { build: "b1", lab: "l1", verified, ...clean, ...given };
}
