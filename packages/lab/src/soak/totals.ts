import { comparePaths, type PathSummaries } from "./comparison";
import type { FaultOutcome, SittingEnd } from "./outcome";
import { skippedFaults } from "./skipped-faults";

/** The last line of a run. */
export interface SoakReport {
  readonly faults: number;
  readonly effective: number;
  /** Parts of the matrix that are not drawn. */
  readonly skipped: number;
  readonly ackedWrites: number;
  readonly lostWrites: number;
  readonly phantomWrites: number;
  readonly dualWriterMs: number;
  readonly dualHolderMs: number;
  readonly unrecovered: number;
  readonly byProof: Readonly<Record<"R1" | "R2" | "R3" | "R4", number>>;
  /** From 0 to 1. */
  readonly heldShare: number;
  readonly seed: number;
  /** What clients went through over each way; only that of the VIP is judged, by the figures above. */
  readonly paths: PathSummaries;
  /** How often two proxies had Keepalived's address at once, and for how long together. */
  readonly proxyHolds: { readonly count: number; readonly dualMs: number };
  /** Questions on the wire, one each 0.1 s, those that a host answered, and those that two did. */
  readonly wire: { readonly asked: number; readonly answered: number; readonly dual: number };
  /** Answered reads through the address, those that were stale, and the longest for which one missed a write of the direct client. */
  readonly reads: { readonly answered: number; readonly stale: number; readonly behindMs: number };
  /** Kinds of breach of the group's order, each once for each fault. */
  readonly disorder: number;
  /** Members that had lost the way to another one and that the lab let join again. */
  readonly rejoined: number;
}

/** Adds up a run: its faults, and what the ends of its sittings found beyond them. A row that is lost counts once. */
export function sumOutcomes(
  seed: number,
  outcomes: readonly FaultOutcome[],
  ends: readonly SittingEnd[] = [],
): SoakReport {
  const sum = (of: (one: FaultOutcome) => number): number =>
    outcomes.reduce((total, one) => total + of(one), 0);
  const healthyMs = sum((one) => one.healthyMs);
  const share = healthyMs === 0 ? 0 : sum((one) => one.heldMs) / healthyMs;
  const wire = (what: "asked" | "answered" | "dual"): number =>
    [...outcomes, ...ends].reduce((total, one) => total + (one.wire?.[what] ?? 0), 0);
  const rows = (of: (one: FaultOutcome | SittingEnd) => readonly string[]): number =>
    new Set([...outcomes, ...ends].flatMap(of)).size;
  return {
    faults: outcomes.length,
    effective: sum((one) => (one.isEffective ? 1 : 0)),
    skipped: skippedFaults.length,
    ackedWrites: sum((one) => one.ackedWrites),
    lostWrites: rows((one) => one.lostWrites),
    phantomWrites: rows((one) => one.phantomWrites),
    dualWriterMs: sum((one) => one.dualWriterMs),
    dualHolderMs: sum((one) => one.dualHolderMs) + ends.reduce((total, one) => total + one.dualHolderMs, 0),
    unrecovered: sum((one) => (one.late.length > 0 ? 1 : 0)),
    byProof: {
      R1: sum((one) => one.byProof.R1),
      R2: sum((one) => one.byProof.R2),
      R3: sum((one) => one.byProof.R3),
      R4: sum((one) => one.byProof.R4),
    },
    heldShare: Math.floor(share * 10_000) / 10_000,
    seed,
    paths: comparePaths(outcomes, ends),
    proxyHolds: {
      count: sum((one) => one.proxyHolds?.count ?? 0),
      dualMs: sum((one) => one.proxyHolds?.dualMs ?? 0),
    },
    wire: { asked: wire("asked"), answered: wire("answered"), dual: wire("dual") },
    reads: {
      answered: sum((one) => sumReads(one, "answered")),
      stale: sum((one) => sumReads(one, "stale")),
      behindMs: Math.max(0, ...outcomes.flatMap(({ reads }) => reads ?? []).map(({ behindMs }) => behindMs)),
    },
    disorder: sum((one) => one.disorder.length),
    rejoined: sum((one) => one.rejoined),
  };
}

/** A count of reads of both clients of one fault together. */
export function sumReads({ reads }: FaultOutcome, what: "answered" | "stale"): number {
  return (reads ?? []).reduce((sum, one) => sum + one[what], 0);
}
