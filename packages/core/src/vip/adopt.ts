import { startProving } from "./acquire";
import { beginRelease } from "./release";
import { findBlock, findFreshEvidence } from "./standing";
import { enter, type Turn, update } from "./turn";
import type { KernelObservation, VipState } from "./types";

type Own = Extract<KernelObservation, { kind: "own" }>;

/**
 * T2, T3: an address that an earlier run of this agent left with a lease is kept if this run earns it within the lease
 * as any other would: by evidence of its own, and then a proof for every peer. A permanent address is never kept, nor
 * one to which nothing gives a right now. The kernel goes on counting meanwhile.
 */
export function settleInherited(turn: Turn, kernel: Own): void {
  const { state, nowMs } = turn;
  const { phase, config } = state;
  if (phase.status !== "INIT") return;
  const leftMs = Math.min(kernel.expiresInMs ?? 0, config.timings.releaseAfterMs);
  const adoptUntilMs = phase.adoptUntilMs ?? nowMs + leftMs;
  if (!mayAdopt(state) || nowMs >= adoptUntilMs) {
    beginRelease(turn, "found-at-start", { kind: "standby", cooldown: false });
    return;
  }
  if (findFreshEvidence(state, nowMs) !== null) {
    startProving(turn, adoptUntilMs);
  } else if (phase.adoptUntilMs === null) {
    enter(turn, { ...phase, adoptUntilMs });
    update(turn, { probe: { ...state.probe, wantedMs: nowMs } });
  }
}

/** Nothing forbids to hold; that somebody else asks for the address is reason enough to let it go. */
export function mayAdopt(state: VipState): boolean {
  return (
    state.maintenance !== "release" &&
    state.config.mayBind &&
    state.pendingConfig === null &&
    Object.keys(state.requests).length === 0 &&
    findBlock(state) === null
  );
}
