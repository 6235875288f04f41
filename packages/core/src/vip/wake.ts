import { CONFLICT_ANSWER_LIMIT_MS } from "./observe-host";
import { canProbe, computeProbeDueMs } from "./probing";
import { WITNESS_RETRY_MS } from "./silence";
import { getProofWaitMs, listMissingProofs } from "./standing";
import { computeLateRenewalDueMs } from "./terms";
import type { VipState } from "./types";

/**
 * The instant at which `tick` is due if nothing else happens before: always after the last step, and soon enough after it
 * that a gap in the loop cannot go unnoticed. A later tick is safe, only slower.
 */
export function nextVipWakeMs(state: VipState): number {
  const { lastStepMs } = state;
  let wakeMs = lastStepMs + longestRestMs(state);
  for (const dueMs of listDueMs(state)) {
    // What is due but did not happen waits for something other than time.
    if (dueMs > lastStepMs && dueMs < wakeMs) wakeMs = dueMs;
  }
  return wakeMs;
}

/** Of a holder everything that is due is listed, and its probes are further apart than others': it need not look in between. */
function longestRestMs({ phase, config: { timings } }: VipState): number {
  const halfGapMs = timings.loopGapMs / 2;
  return phase.status === "HOLDING" ? halfGapMs : Math.min(timings.pollMs, halfGapMs);
}

function listDueMs(state: VipState): number[] {
  const { running, nextAtMs } = state.strangers;
  const due = [nextAtMs];
  if (running !== null) due.push(running.sinceMs + CONFLICT_ANSWER_LIMIT_MS);
  if (canProbe(state)) due.push(computeProbeDueMs(state, state.lastStepMs));
  const { phase, config, link } = state;
  const { timings } = config;
  switch (phase.status) {
    case "INIT":
      if (phase.adoptUntilMs !== null) due.push(phase.adoptUntilMs);
      break;
    case "PROVING":
      if (phase.adoptUntilMs !== null) due.push(phase.adoptUntilMs);
      due.push(phase.provingSinceMs + getProofWaitMs(state), state.cooldownUntilMs);
      for (const peer of listMissingProofs(state, phase)) {
        const ask = phase.asks[peer];
        if (ask !== undefined && ask.askedAtMs === null) due.push(ask.retryAtMs);
      }
      for (const { testimony } of Object.values(phase.asks))
        if (testimony !== null) due.push(testimony.atMs + WITNESS_RETRY_MS);
      break;
    case "HOLDING":
      due.push(
        phase.announceAtMs,
        phase.releaseAtMs + 1,
        phase.leaseEndsAtMs,
        phase.renewAtMs,
        computeLateRenewalDueMs(state, phase),
      );
      if (link !== null && link.state !== "up") due.push(link.sinceMs + timings.carrierLossMs);
      break;
    case "RELEASING":
      due.push(phase.retryAtMs);
      break;
    case "STANDBY":
      if (state.refusal !== null) due.push(state.refusal.untilMs);
      break;
    case "BLOCKED":
      if (state.standingBlock?.retryAtMs != null) due.push(state.standingBlock.retryAtMs);
      break;
    default:
      break;
  }
  return due;
}
