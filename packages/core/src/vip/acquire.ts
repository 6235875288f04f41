import { proveByFence } from "./fence";
import { beginRelease } from "./release";
import { findSilenceProof, listWitnessesToAsk } from "./silence";
import {
  findBlock,
  findFreshEvidence,
  findMaintenance,
  findTakingEvidence,
  getProofWaitMs,
  isWireClear,
  listMissingProofs,
  listPeersToProve,
} from "./standing";
import { listGatedPorts, planTakingTerms } from "./terms";
import { computeAttemptLimitMs, computeProofWaitMs } from "./timings";
import { act, emit, enter, invalidate, type Turn, takeId, update } from "./turn";
import type { ActTerms, Evidence, PeerAsk, ReleaseProof, VipAction, VipPhase, VipState } from "./types";

type Proving = Extract<VipPhase, { status: "PROVING" }>;
type AskRelease = Extract<VipAction, { kind: "ask-release" }>;

/**
 * T5, T6: leaves STANDBY for maintenance, a block, or, with evidence that serves for it, for an attempt to take the address.
 * Proofs may be collected during the cooldown; only the bind waits for its end.
 */
export function settleStandby(turn: Turn): void {
  const { state, nowMs } = turn;
  if (findMaintenance(state) !== "off") {
    enter(turn, { status: "MAINT", sinceMs: nowMs });
    return;
  }
  const block = findBlock(state);
  if (block !== null) {
    emit(turn, { kind: "blocked", ...block });
    enter(turn, { status: "BLOCKED", sinceMs: nowMs, ...block });
    return;
  }
  if (state.kernel?.kind !== "absent" || state.link === null || !state.config.mayBind) return;
  if (state.inFlight !== null || findTakingEvidence(state, nowMs) === null) return;
  if (state.refusal !== null && nowMs < state.refusal.untilMs) return;
  startProving(turn, null);
}

/** Begins an attempt; with `adoptUntilMs` one to keep what the kernel has from an earlier run. Needs evidence. */
export function startProving(turn: Turn, adoptUntilMs: number | null): void {
  const attempts = turn.state.attempts + 1;
  const nonce = `${turn.state.incarnationId}:${attempts}`;
  const peers = listPeersToProve(turn.state.config);
  update(turn, { attempts });
  emit(turn, { kind: "proving", nonce, peers });
  const provingSinceMs = turn.nowMs;
  enter(turn, { status: "PROVING", provingSinceMs, nonce, proofs: {}, asks: {}, adoptUntilMs });
}

/** T7, T9: collects a release proof for every peer, then binds on evidence that serves for it at that moment. */
export function settleProving(turn: Turn): void {
  const { state, nowMs } = turn;
  const { phase, config } = state;
  if (phase.status !== "PROVING") return;
  if (!isAllowed(state, phase) || findBlock(state) !== null || !config.mayBind) {
    invalidate(turn, "not-allowed");
    return;
  }
  if (state.evidence === null || nowMs - state.evidence.startMs > computeAttemptLimitMs(config.timings)) {
    endAttempt(turn, "evidence-expired");
    return;
  }
  if (phase.adoptUntilMs !== null && !goesOnAdopting(turn, phase, phase.adoptUntilMs)) return;
  proveByFence(turn);
  askPeers(turn, state.evidence);
  proveBySilence(turn);
  proveByTime(turn);
  actWhenProven(turn);
}

/** Only time has passed: what the group is still asked begins the next attempt, where nothing is under way that rests on the last. */
function endAttempt(turn: Turn, reason: string): void {
  if (turn.state.inFlight !== null) {
    invalidate(turn, reason);
    return;
  }
  emit(turn, { kind: "proving-ended", reason });
  enter(turn, { status: "STANDBY" });
}

/** Maintenance that keeps what is held also keeps what an earlier run held. */
function isAllowed(state: VipState, { adoptUntilMs }: Proving): boolean {
  const maintenance = findMaintenance(state);
  return maintenance === "off" || (maintenance === "no-acquire" && adoptUntilMs !== null);
}

/** An inherited address that is gone makes this an ordinary attempt; one that was not earned in time is let go. */
function goesOnAdopting(turn: Turn, phase: Proving, adoptUntilMs: number): boolean {
  const { kernel, inFlight } = turn.state;
  if (inFlight !== null) return true;
  if (kernel?.kind !== "own") {
    enter(turn, { ...phase, adoptUntilMs: null });
    return false;
  }
  if (turn.nowMs < adoptUntilMs) return true;
  beginRelease(turn, "found-at-start", { kind: "standby", cooldown: false });
  return false;
}

/** R2: see `findSilenceProof`. */
function proveBySilence(turn: Turn): void {
  const { phase } = turn.state;
  if (phase.status !== "PROVING") return;
  const proofs: Record<string, ReleaseProof> = {};
  for (const peer of listMissingProofs(turn.state, phase)) {
    const proof = findSilenceProof(turn.state, phase, peer, turn.nowMs);
    if (proof !== null) proofs[peer] = proof;
  }
  if (Object.keys(proofs).length > 0) enter(turn, { ...phase, proofs: { ...phase.proofs, ...proofs } });
}

/** R3: who has been silent for the whole proof wait cannot hold any more; its kernel has removed the address. */
function proveByTime(turn: Turn): void {
  const { phase } = turn.state;
  if (phase.status !== "PROVING" || turn.nowMs - phase.provingSinceMs < getProofWaitMs(turn.state)) return;
  const missing = listMissingProofs(turn.state, phase);
  if (missing.length === 0) return;
  const proof: ReleaseProof = { kind: "R3", atMs: turn.nowMs };
  enter(turn, {
    ...phase,
    proofs: { ...phase.proofs, ...Object.fromEntries(missing.map((peer) => [peer, proof])) },
  });
}

function askPeers(turn: Turn, evidence: Evidence): void {
  const { phase, config } = turn.state;
  if (phase.status !== "PROVING") return;
  const missing = listMissingProofs(turn.state, phase);
  for (const peer of [...missing, ...listWitnessesToAsk(turn.state, phase, turn.nowMs)]) {
    const ask = phase.asks[peer];
    if (ask !== undefined && !isAskDue(ask, turn.nowMs, config.timings.rpcTimeoutMs)) continue;
    act(turn, {
      kind: "ask-release",
      peer,
      nonce: phase.nonce,
      ...describeRight(turn, evidence),
      timeoutMs: config.timings.rpcTimeoutMs,
    });
    const { phase: current } = turn.state;
    if (current.status !== "PROVING") return;
    const asked: PeerAsk = {
      tries: (ask?.tries ?? 0) + 1,
      askedAtMs: turn.nowMs,
      retryAtMs: turn.nowMs,
      hasFailed: ask?.hasFailed ?? false,
      testimony: ask?.testimony ?? null,
    };
    enter(turn, { ...current, asks: { ...current.asks, [peer]: asked } });
  }
}

function isAskDue(ask: PeerAsk, nowMs: number, rpcTimeoutMs: number): boolean {
  if (ask.askedAtMs === null) return nowMs >= ask.retryAtMs;
  // The shell reports every timeout; a report that never comes must not end the asking.
  return nowMs - ask.askedAtMs > 2 * rpcTimeoutMs;
}

/** What a release request says about our right to ask. */
export function describeRight(
  turn: Turn,
  evidence: Evidence,
): Pick<AskRelease, "vipId" | "epoch" | "address" | "viewId" | "evidenceAgeMs" | "proofWaitMs"> {
  const { config } = turn.state;
  return {
    vipId: config.vipId,
    epoch: config.epoch,
    address: config.target.address,
    viewId: evidence.viewId,
    evidenceAgeMs: turn.nowMs - evidence.startMs,
    proofWaitMs: computeProofWaitMs(config.timings),
  };
}

function actWhenProven(turn: Turn): void {
  const { state, nowMs } = turn;
  const { phase, link } = state;
  if (phase.status !== "PROVING" || state.inFlight !== null) return;
  if (listMissingProofs(state, phase).length > 0 || link?.state !== "up") return;
  const isAdopting = phase.adoptUntilMs !== null;
  // What this host answers for already needs no look at who else does: that is the holder's own watch.
  if (!isAdopting && (nowMs < state.cooldownUntilMs || !isWireClear(state, nowMs))) return;
  if (state.kernel?.kind !== (isAdopting ? "own" : "absent")) return;
  const evidence = isAdopting ? findFreshEvidence(state, nowMs) : findTakingEvidence(state, nowMs);
  if (evidence === null) {
    // The last proof came late: ask the group again now rather than at the next poll.
    if (state.probe.running === null) update(turn, { probe: { ...state.probe, wantedMs: nowMs } });
    return;
  }
  orderAct(
    turn,
    isAdopting ? "renew" : "bind",
    evidence,
    planTakingTerms(state, evidence, nowMs),
    phase.proofs,
  );
}

/** Orders a bind or renewal on this evidence, on the terms that follow from the evidence's start (I3). */
export function orderAct(
  turn: Turn,
  kind: "bind" | "renew",
  evidence: Evidence,
  terms: ActTerms,
  proofs: Readonly<Record<string, ReleaseProof>>,
): void {
  const actionId = takeId(turn);
  const { gen, config } = turn.state;
  const { target } = config;
  const evidenceStartMs = evidence.startMs;
  update(turn, {
    inFlight: { kind, actionId, gen, target, evidenceStartMs, issuedAtMs: turn.nowMs, terms, proofs },
  });
  act(turn, {
    kind,
    actionId,
    gen,
    target,
    evidenceStartMs,
    deadlineMs: terms.deadlineMs,
    leaseMs: terms.leaseMs,
    gateOpenUntilMs: terms.releaseAtMs,
    guardedPorts: listGatedPorts(config),
  });
}
