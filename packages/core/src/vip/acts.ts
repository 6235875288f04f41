import { FIRST_ANNOUNCEMENT } from "./announce";
import { blockWhenFlapping, forgetVanishedSince } from "./flapping";
import { beginRelease, blockOnActuatorError, releaseAgain } from "./release";
import { isInheriting } from "./standing";
import { emit, enter, type Turn, update } from "./turn";
import type { InFlightAct, VipInput, VipPhase } from "./types";

/** Within the margin before the last instant of any renewal, and no more often than a kernel that refuses can bear. */
const RENEWAL_RETRY_MS = 15;

type ActDone = Extract<VipInput, { kind: "act-done" }>;
type Lease = Pick<
  Extract<VipPhase, { status: "HOLDING" }>,
  "actedEvidenceMs" | "releaseAtMs" | "isLate" | "leaseEndsAtMs"
>;
type ActFailed = Extract<VipInput, { kind: "act-failed" }>;

/**
 * T12, the check after the act (I3): a bind or renewal that completed too late, or a bind (or the renewal of an
 * inherited address) that was invalidated while under way, is released at once. A holder's renewal that completed in time keeps its holder even if the generation moved on:
 * the address was held before it and is gone by evidence start + H all the same, and nothing is acknowledged to a
 * peer while it is under way.
 */
export function onActDone(turn: Turn, input: ActDone): void {
  const done = takeInFlight(turn, input.actionId);
  if (done === null) return;
  const { phase, gen } = turn.state;
  const isLate = input.late || input.completedAtMs > done.terms.deadlineMs;
  if (isLate) forgetVanishedSince(turn, done.issuedAtMs);
  if (phase.status === "RELEASING") {
    releaseAgain(turn);
    return;
  }
  if (isLate) {
    beginRelease(turn, "late-action", { kind: "standby", cooldown: true });
  } else if (done.kind === "renew" && phase.status === "HOLDING") {
    confirmRenewal(turn, done);
  } else if (done.kind === "renew" && done.gen !== gen && isInheriting(phase)) {
    // Only a new configuration goes on with an attempt after voiding it: the address stays until the attempt's end.
    update(turn, {
      kernel: { kind: "own", expiresInMs: done.terms.leaseMs },
      kernelChangedAtMs: turn.nowMs,
    });
  } else if (
    phase.status === "PROVING" &&
    done.gen === gen &&
    (done.kind === "renew") === isAdopting(phase)
  ) {
    confirmTaken(turn, done);
  } else {
    beginRelease(turn, "stale-action", { kind: "standby", cooldown: true });
  }
}

function isAdopting({ adoptUntilMs }: Extract<VipPhase, { status: "PROVING" }>): boolean {
  return adoptUntilMs !== null;
}

function confirmTaken(turn: Turn, done: InFlightAct): void {
  const { phase, config, evidence } = turn.state;
  if (phase.status !== "PROVING") return;
  emit(turn, {
    kind: "acquired",
    address: done.target.address,
    proofs: done.proofs,
    evidenceStartMs: done.evidenceStartMs,
    viewId: evidence?.viewId ?? "",
    waitedMs: turn.nowMs - phase.provingSinceMs,
    strangersChecked: config.policy.strangers === "require" && !isAdopting(phase),
    isAdopted: isAdopting(phase),
  });
  update(turn, {
    // An order to take the address without a host's answer serves once.
    fences: {},
    kernel: { kind: "own", expiresInMs: done.terms.leaseMs },
    kernelChangedAtMs: turn.nowMs,
    tombstoneUntilMs: null,
    strangers: { ...turn.state.strangers, nextAtMs: turn.nowMs + config.timings.conflictProbeEveryMs },
  });
  enter(turn, {
    status: "HOLDING",
    sinceMs: turn.nowMs,
    proofs: done.proofs,
    ...describeLease(done),
    renewAtMs: turn.nowMs,
    ...FIRST_ANNOUNCEMENT,
    announceAtMs: turn.nowMs,
    announcedAtMs: Number.NEGATIVE_INFINITY,
    vanished: false,
    contestedBy: [],
  });
}

function describeLease({ evidenceStartMs, issuedAtMs, terms }: InFlightAct): Lease {
  return {
    actedEvidenceMs: evidenceStartMs,
    releaseAtMs: terms.releaseAtMs,
    isLate: terms.isLate,
    // The kernel counts from the system call, which is not before the order: this end is never too late.
    leaseEndsAtMs: issuedAtMs + terms.leaseMs,
  };
}

function confirmRenewal(turn: Turn, done: InFlightAct): void {
  const { phase } = turn.state;
  if (phase.status !== "HOLDING") return;
  const renewed = { ...phase, ...describeLease(done) };
  if (!phase.vanished) {
    enter(turn, renewed);
    return;
  }
  // Neighbours may have seen the gap: announce as after an acquisition.
  emit(turn, { kind: "restored" });
  update(turn, {
    kernel: { kind: "own", expiresInMs: done.terms.leaseMs },
    kernelChangedAtMs: turn.nowMs,
  });
  enter(turn, { ...renewed, vanished: false, ...FIRST_ANNOUNCEMENT, announceAtMs: turn.nowMs });
  blockWhenFlapping(turn);
}

/** The act had no effect, or an unknown one: a failed taking is cleaned up, a failed renewal is repeated after a pause. */
export function onActFailed(turn: Turn, input: ActFailed): void {
  const failed = takeInFlight(turn, input.actionId);
  if (failed === null) return;
  blockOnActuatorError(turn, input.code, input.detail);
  const { phase, standingBlock } = turn.state;
  if (phase.status === "RELEASING") releaseAgain(turn);
  else if (failed.kind === "bind" || phase.status !== "HOLDING" || standingBlock !== null) {
    beginRelease(turn, "action-failed", { kind: "standby", cooldown: true }, input.detail);
  } else {
    enter(turn, { ...phase, renewAtMs: turn.nowMs + RENEWAL_RETRY_MS });
    blockWhenFlapping(turn);
  }
}

/** The act never reached the kernel. */
export function onActCancelled(turn: Turn, actionId: number): void {
  if (takeInFlight(turn, actionId) !== null) blockWhenFlapping(turn);
}

function takeInFlight(turn: Turn, actionId: number): InFlightAct | null {
  const { inFlight } = turn.state;
  if (inFlight === null || inFlight.actionId !== actionId) return null;
  update(turn, { inFlight: null });
  return inFlight;
}
