import { findBlock, findFreshEvidence, getProofWaitMs, isWireClear, listPeersToProve } from "./standing";
import { computeProofWaitMs } from "./timings";
import { act, emit, enter, invalidate, type Turn, takeId, update } from "./turn";
import type { Evidence, PeerAsk, ReleaseProof, VipAction, VipPhase, VipState } from "./types";

type Proving = Extract<VipPhase, { status: "PROVING" }>;
type AskRelease = Extract<VipAction, { kind: "ask-release" }>;

/**
 * T5, T6: leaves STANDBY for maintenance, a block, or, with fresh evidence, for an attempt to take the address.
 * Proofs may be collected during the cooldown; only the bind waits for its end.
 */
export function settleStandby(turn: Turn): void {
  const { state, nowMs } = turn;
  if (state.maintenance !== "off") {
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
  if (state.inFlight !== null || findFreshEvidence(state, nowMs) === null) return;
  if (state.refusal !== null && nowMs < state.refusal.untilMs) return;
  startProving(turn);
}

function startProving(turn: Turn): void {
  const attempts = turn.state.attempts + 1;
  const nonce = `${turn.state.incarnationId}:${attempts}`;
  const peers = listPeersToProve(turn.state.config);
  update(turn, { attempts });
  emit(turn, { kind: "proving", nonce, peers });
  enter(turn, { status: "PROVING", provingSinceMs: turn.nowMs, nonce, proofs: {}, asks: {} });
}

/** T7, T9: collects a release proof for every peer, then binds on evidence that is fresh at that moment. */
export function settleProving(turn: Turn): void {
  const { state, nowMs } = turn;
  const { timings } = state.config;
  if (state.maintenance !== "off" || findBlock(state) !== null || !state.config.mayBind) {
    invalidate(turn, "not-allowed");
    return;
  }
  if (state.evidence === null || nowMs - state.evidence.startMs > timings.releaseAfterMs) {
    invalidate(turn, "evidence-expired");
    return;
  }
  proveByTime(turn);
  askPeers(turn, state.evidence);
  bindWhenProven(turn);
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

/** The peers whose release is not proven yet in this attempt. */
export function listMissingProofs(state: VipState, phase: Proving): readonly string[] {
  return listPeersToProve(state.config).filter((peer) => phase.proofs[peer] === undefined);
}

function askPeers(turn: Turn, evidence: Evidence): void {
  const { phase, config } = turn.state;
  if (phase.status !== "PROVING") return;
  for (const peer of listMissingProofs(turn.state, phase)) {
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
    const asked: PeerAsk = { tries: (ask?.tries ?? 0) + 1, askedAtMs: turn.nowMs, retryAtMs: turn.nowMs };
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

function bindWhenProven(turn: Turn): void {
  const { state, nowMs } = turn;
  const { phase, link } = state;
  if (phase.status !== "PROVING" || state.inFlight !== null) return;
  if (listMissingProofs(state, phase).length > 0) return;
  if (nowMs < state.cooldownUntilMs || !isWireClear(state, nowMs)) return;
  if (link?.state !== "up" || state.kernel?.kind !== "absent") return;
  const evidence = findFreshEvidence(state, nowMs);
  if (evidence === null) {
    // The last proof came late: ask the group again now rather than at the next poll.
    if (state.probe.running === null) update(turn, { probe: { ...state.probe, wantedMs: nowMs } });
    return;
  }
  orderAct(turn, "bind", evidence, phase.proofs);
}

/** Orders a bind or renewal on this evidence, with the deadline that follows from the evidence's start (I3). */
export function orderAct(
  turn: Turn,
  kind: "bind" | "renew",
  evidence: Evidence,
  proofs: Readonly<Record<string, ReleaseProof>>,
): void {
  const actionId = takeId(turn);
  const { gen, config } = turn.state;
  const { timings, target, guardedPorts } = config;
  const evidenceStartMs = evidence.startMs;
  update(turn, {
    inFlight: { kind, actionId, gen, target, evidenceStartMs, issuedAtMs: turn.nowMs, proofs },
  });
  act(turn, {
    kind,
    actionId,
    gen,
    target,
    evidenceStartMs,
    deadlineMs: evidenceStartMs + timings.evidenceMaxAgeMs + timings.actMs,
    leaseMs: timings.leaseMs,
    gateOpenUntilMs: evidenceStartMs + timings.releaseAfterMs,
    guardedPorts,
  });
}
