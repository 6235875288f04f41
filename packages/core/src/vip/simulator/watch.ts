import type { VipEvent } from "../types";

/** A broken promise, found by the observer of a simulated world. */
export interface Finding {
  readonly atMs: number;
  readonly invariant: string;
  readonly message: string;
}

/** What a run was worth: how long the address was held, by which proofs it was taken. */
export interface Figures {
  heldMs: number;
  absentMs: number;
  acquisitions: number;
  byR1Only: number;
  /** With at least one proof of the kind. */
  byR2: number;
  byR3: number;
  byR4: number;
  /** Acquisitions that kept what an earlier run of the agent held. */
  adoptions: number;
  renewals: number;
  announcements: number;
  /** Of those, the ones on evidence too old for the whole lease. */
  lateRenewals: number;
  /** Takings on evidence that came late. */
  lateTakings: number;
  /** Evidence of a read VIP that came through the server of another host. */
  peersWords: number;
  lateActs: number;
  releases: number;
  refusals: number;
  conflicts: number;
  /** From each undisturbed switchover to the address bound on the new primary. */
  readonly switchGapsMs: number[];
  /** Longest time with the address on a host that was not the primary. */
  longestWrongMs: number;
  /** Longest time with the address on a host whose server reached no majority. */
  longestWithoutQuorumMs: number;
  /** Longest overlap after the resume of a paused machine, counted from the resume. */
  longestAfterPauseMs: number;
  steps: number;
}

/** Fresh figures, all zero. */
export function createFigures(): Figures {
  return {
    heldMs: 0,
    absentMs: 0,
    acquisitions: 0,
    byR1Only: 0,
    byR2: 0,
    byR3: 0,
    byR4: 0,
    adoptions: 0,
    renewals: 0,
    announcements: 0,
    lateRenewals: 0,
    lateTakings: 0,
    peersWords: 0,
    lateActs: 0,
    releases: 0,
    refusals: 0,
    conflicts: 0,
    switchGapsMs: [],
    longestWrongMs: 0,
    longestWithoutQuorumMs: 0,
    longestAfterPauseMs: 0,
    steps: 0,
  };
}

/** Adds the figures of another run. */
export function addFigures(sum: Figures, one: Figures): void {
  sum.heldMs += one.heldMs;
  sum.absentMs += one.absentMs;
  sum.acquisitions += one.acquisitions;
  sum.byR1Only += one.byR1Only;
  sum.byR2 += one.byR2;
  sum.byR3 += one.byR3;
  sum.byR4 += one.byR4;
  sum.adoptions += one.adoptions;
  sum.renewals += one.renewals;
  sum.announcements += one.announcements;
  sum.lateRenewals += one.lateRenewals;
  sum.lateTakings += one.lateTakings;
  sum.peersWords += one.peersWords;
  sum.lateActs += one.lateActs;
  sum.releases += one.releases;
  sum.refusals += one.refusals;
  sum.conflicts += one.conflicts;
  sum.switchGapsMs.push(...one.switchGapsMs);
  sum.longestWrongMs = Math.max(sum.longestWrongMs, one.longestWrongMs);
  sum.longestWithoutQuorumMs = Math.max(sum.longestWithoutQuorumMs, one.longestWithoutQuorumMs);
  sum.longestAfterPauseMs = Math.max(sum.longestAfterPauseMs, one.longestAfterPauseMs);
  sum.steps += one.steps;
}

/** Counts an event of one agent. */
export function countEvent(figures: Figures, event: VipEvent): void {
  if (event.kind === "acquired") {
    figures.acquisitions += 1;
    const kinds = new Set(Object.values(event.proofs).map((proof) => proof.kind));
    if (kinds.has("R2")) figures.byR2 += 1;
    if (kinds.has("R3")) figures.byR3 += 1;
    if (kinds.has("R4")) figures.byR4 += 1;
    if (kinds.size === 1 && kinds.has("R1")) figures.byR1Only += 1;
    if (event.isAdopted) figures.adoptions += 1;
  } else if (event.kind === "released") {
    figures.releases += 1;
    if (event.reason === "late-action") figures.lateActs += 1;
  } else if (event.kind === "peer-refused-us") figures.refusals += 1;
  else if (event.kind === "conflict") figures.conflicts += 1;
}
