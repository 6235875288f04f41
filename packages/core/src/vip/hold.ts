import { orderAct } from "./acquire";
import { beginRelease } from "./release";
import { findBlock, findFreshEvidence, findMaintenance } from "./standing";
import { planActTerms, planLateTerms } from "./terms";
import { emit, enter, type Turn, update } from "./turn";

/** Of two requests each: a stranger that is there misses none of six in a row. */
const CLEAR_LOOKS = 3;

/**
 * T10, T11: renews on every proof that is young enough, and lets go as soon as the last proof acted on is too old, the
 * carrier is gone, or the operator wants it. Nothing that happens to a peer ends a hold.
 */
export function settleHolding(turn: Turn): void {
  const { state, nowMs } = turn;
  const { phase, maintenance, link, config } = state;
  if (phase.status !== "HOLDING") return;
  if (maintenance === "release") {
    beginRelease(turn, "maintenance", { kind: "standby", cooldown: false });
  } else if (!config.mayBind) {
    beginRelease(turn, "config-changed", { kind: "standby", cooldown: false });
  } else if (state.configProblem !== null) {
    beginRelease(turn, "blocked", { kind: "standby", cooldown: false });
  } else if (link !== null && link.state !== "up" && nowMs - link.sinceMs >= config.timings.carrierLossMs) {
    beginRelease(turn, "carrier-lost", { kind: "standby", cooldown: false });
  } else if (nowMs > phase.releaseAtMs || nowMs >= phase.leaseEndsAtMs) {
    // Also a late turn of the loop ends here: past the lease another host may have taken the address by waiting.
    beginRelease(turn, "evidence-expired", { kind: "standby", cooldown: true });
  } else {
    renewWhenProven(turn);
  }
}

function renewWhenProven(turn: Turn): void {
  const { state, nowMs } = turn;
  const { phase, inFlight, evidence } = state;
  if (phase.status !== "HOLDING" || inFlight !== null || evidence === null) return;
  if (nowMs < phase.renewAtMs) return;
  if (findFreshEvidence(state, nowMs) === null) {
    const terms = planLateTerms(state, phase, nowMs);
    if (terms !== null) orderAct(turn, "renew", evidence, terms, {});
    return;
  }
  // A vanished address goes back on evidence that served before: within its lease nobody else can have taken it.
  if (evidence.startMs > phase.actedEvidenceMs || phase.vanished)
    orderAct(turn, "renew", evidence, planActTerms(state, evidence), {});
}

/** BLOCKED ends when nothing blocks any more; the code follows the first reason that remains. */
export function settleBlocked(turn: Turn): void {
  const { phase, standingBlock } = turn.state;
  if (phase.status !== "BLOCKED") return;
  if (standingBlock !== null && standingBlock.retryAtMs !== null && turn.nowMs >= standingBlock.retryAtMs) {
    update(turn, { standingBlock: null });
  }
  const block = findBlock(turn.state);
  if (block === null) {
    emit(turn, { kind: "unblocked", code: phase.code });
    standByAnew(turn);
  } else if (block.code !== phase.code) {
    emit(turn, { kind: "blocked", ...block });
    enter(turn, { ...phase, ...block });
  }
}

/**
 * T17: a conflict ends when the stranger has left so many questions in a row unanswered, but not where strangers keep coming;
 * and in any case after a quiet time, of which a host that stood still may find that it has passed.
 */
export function settleConflict(turn: Turn): void {
  const { phase, config, strangers } = turn.state;
  if (phase.status !== "CONFLICT" || phase.clearLooks === 0) return;
  const { flapLimit, flapWindowMs, strangerQuietMs } = config.timings;
  const recent = strangers.foundAtMs.filter((atMs) => turn.nowMs - atMs < flapWindowMs);
  const isBelieved = phase.clearLooks >= CLEAR_LOOKS && recent.length < flapLimit;
  if (!isBelieved && turn.nowMs - phase.lastSeenMs < strangerQuietMs) return;
  emit(turn, { kind: "conflict-cleared" });
  enter(turn, { status: "STANDBY" });
}

/** Maintenance without the address, and what a paused VIP leaves, end when the operator says so. */
export function settleMaintenance(turn: Turn): void {
  if (findMaintenance(turn.state) === "off") standByAnew(turn);
}

/** A stranger may have come while this host was out of it, so what it heard on the wire before does not serve. */
function standByAnew(turn: Turn): void {
  update(turn, {
    strangers: { ...turn.state.strangers, running: null, nextAtMs: turn.nowMs, clearAtMs: null },
  });
  enter(turn, { status: "STANDBY" });
}
