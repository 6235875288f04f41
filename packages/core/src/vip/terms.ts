import { computeReleaseAfterMs, findLateRenewal, ORDER_MARGIN_MS } from "./timings";
import type { ActTerms, Evidence, VipConfig, VipPhase, VipState } from "./types";

type Holding = Extract<VipPhase, { status: "HOLDING" }>;

/** The terms of a bind or renewal on fresh evidence: the whole lease, all counted from the evidence's start. */
export function planActTerms({ config: { timings } }: VipState, { startMs }: Evidence): ActTerms {
  return {
    deadlineMs: startMs + timings.evidenceMaxAgeMs + timings.actMs,
    leaseMs: timings.leaseMs,
    releaseAtMs: startMs + computeReleaseAfterMs(timings),
    isLate: false,
  };
}

/**
 * The terms on which the address is taken: on evidence that came late for one second less, as it is renewed then, so that
 * it is gone by the same instant after the evidence's start.
 */
export function planTakingTerms(state: VipState, evidence: Evidence, nowMs: number): ActTerms {
  const { timings } = state.config;
  const late = findLateRenewal(timings);
  if (late === null || nowMs - evidence.startMs <= timings.evidenceMaxAgeMs)
    return planActTerms(state, evidence);
  const { maxAgeMs, leaseMs, releaseAfterMs } = late;
  const deadlineMs = evidence.startMs + maxAgeMs + timings.actMs;
  return { deadlineMs, leaseMs, releaseAtMs: nowMs + releaseAfterMs, isLate: true };
}

/**
 * When a holder is to renew on evidence that came too late for the whole lease: shortly before it would let go, and
 * once more just before the evidence is too old for any renewal. Infinity where there is nothing to be had from it, as
 * from evidence that has served for a whole lease. A vanished address is not put back on it.
 */
export function computeLateRenewalDueMs(state: VipState, phase: Holding): number {
  const { evidence, config } = state;
  const late = findLateRenewal(config.timings);
  if (late === null || evidence === null || phase.vanished) return Number.POSITIVE_INFINITY;
  const lastMs = evidence.startMs + late.maxAgeMs - ORDER_MARGIN_MS;
  if (evidence.startMs > phase.actedEvidenceMs) return Math.min(phase.releaseAtMs - late.leadMs, lastMs);
  const orderedAtMs = phase.releaseAtMs - late.releaseAfterMs;
  return phase.isLate && orderedAtMs < lastMs ? lastMs : Number.POSITIVE_INFINITY;
}

/**
 * The terms of a renewal on late evidence, or null where it is not due, too old, or would not hold longer than what is
 * in force. Evidence that came in time and was not acted on, by a host that was too busy, gives no longer hold than if it had been.
 */
export function planLateTerms(state: VipState, phase: Holding, nowMs: number): ActTerms | null {
  const { evidence, config } = state;
  const late = findLateRenewal(config.timings);
  if (late === null || evidence === null || nowMs < computeLateRenewalDueMs(state, phase)) return null;
  const { timings } = config;
  const cameInTime = evidence.answeredAtMs - evidence.startMs <= timings.evidenceMaxAgeMs;
  const latestMs = cameInTime ? evidence.startMs + computeReleaseAfterMs(timings) : Number.POSITIVE_INFINITY;
  const releaseAtMs = Math.min(nowMs + late.releaseAfterMs, latestMs);
  if (nowMs - evidence.startMs > late.maxAgeMs || releaseAtMs <= phase.releaseAtMs) return null;
  return {
    deadlineMs: evidence.startMs + late.maxAgeMs + timings.actMs,
    leaseMs: late.leaseMs,
    releaseAtMs,
    isLate: true,
  };
}

/** The ports behind the reset gate; none where connections are left alone, for then nobody is to be reset. */
export function listGatedPorts({ guardedPorts, policy }: VipConfig): readonly number[] {
  return policy.onRelease === "cut" ? guardedPorts : [];
}
