import { endProbe } from "./probing";
import { beginRelease } from "./release";
import { isInheriting, looksEntitled } from "./standing";
import { computeProbeLimitMs } from "./timings";
import { act, invalidate, type Turn, update } from "./turn";
import type { ProbeFailureCode, ProbeOutcome, ProbeTrack, RoleObservation, VipInput } from "./types";

type ProbeFinished = Extract<VipInput, { kind: "probe-finished" }>;
type NotPrimary = Extract<ProbeOutcome, { kind: "not-primary" }>;
type Denial = NonNullable<ProbeTrack["lastFailure"]>["denial"];

/** Takes the outcome of the consensus probe; only this can become evidence. */
export function onProbeFinished(turn: Turn, input: ProbeFinished): void {
  const left = endProbe(turn.state.probe, input.probeId);
  if (left === null) {
    onProbeEnded(turn, input.probeId);
    return;
  }
  const parked = input.outcome.kind === "timed-out" ? [...left.parked, input.probeId] : left.parked;
  update(turn, { probe: { ...left, parked } });
  switch (input.outcome.kind) {
    case "primary":
      takeEvidence(turn, input.startedAtMs, input.outcome);
      break;
    case "not-primary":
      onNotPrimary(turn, input.outcome);
      break;
    case "timed-out":
    case "failed": {
      const detail = input.outcome.kind === "failed" ? input.outcome.detail : "";
      noteFailure(turn, input.outcome.kind, detail);
      releaseOnFailedReprobe(turn, input.startedAtMs);
      break;
    }
    case "connection-lost":
      onSessionLost(turn, input.outcome.detail);
      break;
    default:
      unreachable(input.outcome);
  }
}

function unreachable(_value: never): void {}

/** P-C: evidence is dated at the probe's start; what started before the last invalidation proves nothing (I7). */
function takeEvidence(
  turn: Turn,
  startMs: number,
  outcome: { readonly viewId: string; readonly serverUuid: string },
): void {
  const { state, nowMs } = turn;
  clearMultiPrimary(turn);
  if (startMs < state.evidenceFloorMs || startMs > nowMs) return;
  if (nowMs - startMs > computeProbeLimitMs(state.config.timings)) {
    noteFailure(turn, "too-slow", `${Math.round(nowMs - startMs)} ms`);
    releaseOnFailedReprobe(turn, startMs);
    return;
  }
  if (state.evidence !== null && state.evidence.startMs >= startMs) return;
  update(turn, {
    evidence: { startMs, answeredAtMs: nowMs, viewId: outcome.viewId, serverUuid: outcome.serverUuid },
  });
}

/** A negative answer counts whenever its probe began: it can only make the address go earlier. */
function onNotPrimary(turn: Turn, { reason, observed }: NotPrimary): void {
  const isMultiPrimary = reason === "multi-primary";
  noteFailure(turn, isMultiPrimary ? "multi-primary" : "not-primary", reason, {
    reason,
    observed: observed ?? null,
  });
  if (isMultiPrimary) {
    update(turn, { standingBlock: { code: "multi-primary", detail: null, retryAtMs: null } });
  } else {
    clearMultiPrimary(turn);
  }
  const { phase, evidence } = turn.state;
  // What ends a hold also ends the wait for a right to an inherited address.
  if (phase.status === "HOLDING" || isInheriting(phase)) {
    beginRelease(turn, isMultiPrimary ? "multi-primary" : "not-primary", { kind: "standby", cooldown: true });
  } else if (evidence !== null || phase.status === "PROVING") {
    const { wantedMs } = turn.state.probe;
    invalidate(turn, "not-primary");
    // This was the answer; there is nothing to ask again.
    update(turn, { probe: { ...turn.state.probe, wantedMs } });
  } else {
    // Nor do the probes count that began before this answer and are still under way.
    update(turn, { evidenceFloorMs: turn.nowMs });
  }
}

function clearMultiPrimary(turn: Turn): void {
  if (turn.state.standingBlock?.code === "multi-primary") update(turn, { standingBlock: null });
}

/** T11: a holder that was asked to release and cannot confirm its right by a new probe lets go. */
function releaseOnFailedReprobe(turn: Turn, startMs: number): void {
  if (turn.state.phase.status !== "HOLDING") return;
  const isReprobe = Object.values(turn.state.requests).some((request) => startMs >= request.receivedAtMs);
  if (isReprobe) beginRelease(turn, "peer-request", { kind: "standby", cooldown: true });
}

function noteFailure(turn: Turn, code: ProbeFailureCode, detail: string, denial: Denial = null): void {
  const lastFailure = { atMs: turn.nowMs, code, detail, denial };
  update(turn, { probe: { ...turn.state.probe, lastFailure } });
}

/** A timed-out probe left the server: its thread is free again, and a new probe is worth trying now. */
export function onProbeEnded(turn: Turn, probeId: number): void {
  const { probe } = turn.state;
  if (!probe.parked.includes(probeId)) return;
  const parked = probe.parked.filter((id) => id !== probeId);
  update(turn, { probe: { ...probe, parked, wantedMs: turn.nowMs } });
}

/**
 * T11: without its session an agent knows nothing, and the server may come back writable outside the group: a
 * holder lets go at once, seconds before the group elects another primary.
 */
export function onSessionLost(turn: Turn, detail: string): void {
  noteFailure(turn, "connection-lost", detail);
  const { phase, evidence, probe } = turn.state;
  if (phase.status === "HOLDING" || isInheriting(phase)) {
    beginRelease(turn, "mysql-lost", { kind: "standby", cooldown: true });
  } else if (evidence !== null || phase.status === "PROVING" || probe.running !== null) {
    const { wantedMs } = probe;
    invalidate(turn, "mysql-lost");
    update(turn, { probe: { ...turn.state.probe, wantedMs } });
  }
}

/**
 * The cheap role read decides nothing: it makes the consensus probe happen now instead of at the next poll, and it
 * makes the peers probe now when the local server has just become primary.
 */
export function onRoleObserved(turn: Turn, observation: RoleObservation): void {
  const { state, nowMs } = turn;
  const before = state.role?.observation;
  const didLook = looksEntitled(before);
  const looks = looksEntitled(observation);
  const sinceMs = state.role !== null && didLook === looks ? state.role.sinceMs : nowMs;
  update(turn, { role: { observation, atMs: nowMs, sinceMs } });
  const { status } = state.phase;
  const isContradiction = !looks && (status === "HOLDING" || status === "PROVING");
  const isModeChange = before !== undefined && before.singlePrimary !== observation.singlePrimary;
  if (isContradiction || isModeChange || (looks && !didLook)) {
    update(turn, { probe: { ...turn.state.probe, wantedMs: nowMs } });
  }
  if (looks && !didLook && status === "STANDBY" && state.config.mayBind) {
    for (const peer of state.config.peers) act(turn, { kind: "hint-peer", peer: peer.hostId });
  }
}
