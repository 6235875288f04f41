import type { VipAction, VipEvent, VipPhase, VipState } from "./types";

/**
 * One run of the reducer: the state as it develops and the actions collected so far. Local to one `stepVip`
 * call; the state objects themselves are never changed in place.
 */
export interface Turn {
  readonly nowMs: number;
  state: VipState;
  readonly actions: VipAction[];
}

/** Replaces fields of the state. */
export function update(turn: Turn, patch: Partial<VipState>): void {
  turn.state = { ...turn.state, ...patch };
}

/** Moves to another phase (or to a changed one of the same status). */
export function enter(turn: Turn, phase: VipPhase): void {
  turn.state = { ...turn.state, phase };
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
