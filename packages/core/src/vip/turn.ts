import type { VipAction, VipEvent, VipPhase, VipState } from "./types";

type Draft = { -readonly [K in keyof VipState]: VipState[K] };

/**
 * One run of the reducer: a working copy of the state and the actions collected so far. Local to one `stepVip`
 * call; only the top level of the copy is changed in place, never anything that the caller can see.
 */
export interface Turn {
  readonly nowMs: number;
  readonly state: Draft;
  readonly actions: VipAction[];
}

/** Starts a turn on a copy of the state. Time never goes back. */
export function beginTurn(before: VipState, nowMs: number): Turn {
  return { nowMs: Math.max(nowMs, before.lastStepMs), state: copyState(before), actions: [] };
}

/** Field by field, since spreading an object this wide is what most of a turn's time would go into. */
function copyState(before: VipState): Draft {
  return {
    config: before.config,
    configProblem: before.configProblem,
    incarnationId: before.incarnationId,
    gen: before.gen,
    phase: before.phase,
    evidence: before.evidence,
    evidenceFloorMs: before.evidenceFloorMs,
    probe: before.probe,
    role: before.role,
    kernel: before.kernel,
    kernelChangedAtMs: before.kernelChangedAtMs,
    link: before.link,
    group: before.group,
    peersSeen: before.peersSeen,
    acknowledgedAtMs: before.acknowledgedAtMs,
    fences: before.fences,
    inFlight: before.inFlight,
    requests: before.requests,
    strangers: before.strangers,
    maintenance: before.maintenance,
    standingBlock: before.standingBlock,
    pendingConfig: before.pendingConfig,
    cooldownUntilMs: before.cooldownUntilMs,
    tombstoneUntilMs: before.tombstoneUntilMs,
    vanishedAtMs: before.vanishedAtMs,
    refusal: before.refusal,
    peerProofWaitMs: before.peerProofWaitMs,
    persisted: before.persisted,
    lastStepMs: before.lastStepMs,
    nextId: before.nextId,
    attempts: before.attempts,
  };
}

/** Replaces fields of the state. */
export function update(turn: Turn, patch: Partial<VipState>): void {
  Object.assign(turn.state, patch);
}

/** Moves to another phase (or to a changed one of the same status). */
export function enter(turn: Turn, phase: VipPhase): void {
  turn.state.phase = phase;
}

/** Adds an action. */
export function act(turn: Turn, action: VipAction): void {
  turn.actions.push(action);
}

/** Adds an event. */
export function emit(turn: Turn, event: VipEvent): void {
  turn.actions.push({ kind: "emit", event });
}

/** Takes the next number for an action or a probe. */
export function takeId(turn: Turn): number {
  const id = turn.state.nextId;
  update(turn, { nextId: id + 1 });
  return id;
}

/**
 * Voids all evidence (I7): nothing that started before now counts any more, acts that have not reached the
 * kernel are dropped, an attempt to take the address starts over, and a new probe is wanted.
 */
export function invalidate(turn: Turn, reason: string): void {
  const { state, nowMs } = turn;
  const gen = state.gen + 1;
  if (state.evidence !== null) emit(turn, { kind: "evidence-voided", reason, gen });
  if (state.phase.status === "PROVING") {
    emit(turn, { kind: "proving-ended", reason });
    enter(turn, { status: "STANDBY" });
  }
  update(turn, {
    gen,
    evidence: null,
    evidenceFloorMs: nowMs,
    probe: { ...state.probe, wantedMs: nowMs },
  });
  if (state.inFlight !== null) act(turn, { kind: "cancel-in-flight", gen });
}
