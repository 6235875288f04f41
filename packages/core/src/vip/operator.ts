import { applyConfig, beginRelease, disable } from "./release";
import { isInheriting, isSameTarget } from "./standing";
import { emit, invalidate, type Turn, update } from "./turn";
import type { MaintenanceMode, StopReason, VipConfig } from "./types";

/** T19: a higher epoch is applied; where the address moves, the old one is released and verified gone before that. */
export function onConfigReplaced(turn: Turn, config: VipConfig): void {
  const { state } = turn;
  const newest = state.pendingConfig ?? state.config;
  if (config.epoch <= newest.epoch || config.vipId !== state.config.vipId) {
    if (config.epoch < newest.epoch) {
      emit(turn, { kind: "config-ignored", epoch: config.epoch, currentEpoch: newest.epoch });
    }
    return;
  }
  const { status } = state.phase;
  const isMoved = !isSameTarget(state.config.target, config.target);
  const mayBePresent =
    status === "HOLDING" || status === "INIT" || state.inFlight !== null || state.kernel?.kind === "own";
  if (status === "RELEASING" || (isMoved && mayBePresent)) {
    update(turn, { pendingConfig: config });
    // INIT has not read the kernel yet; its own first step releases what it finds and then applies this.
    if (status !== "INIT") beginRelease(turn, "config-changed", { kind: "standby", cooldown: false });
    return;
  }
  applyConfig(turn, config);
}

/** Operator froze or thawed this agent; acted on when the state settles. */
export function onMaintenanceSet(turn: Turn, mode: MaintenanceMode): void {
  if (mode === turn.state.maintenance) return;
  update(turn, { maintenance: mode });
  emit(turn, { kind: "maintenance", mode });
}

/** By hand: let go, and with `stay` remain without the address until maintenance ends. */
export function onOperatorRelease(turn: Turn, stay: boolean): void {
  if (stay) onMaintenanceSet(turn, "release");
  const { phase } = turn.state;
  if (phase.status === "HOLDING" || isInheriting(phase)) {
    beginRelease(turn, "operator", { kind: "standby", cooldown: true });
    return;
  }
  invalidate(turn, "operator");
  update(turn, { cooldownUntilMs: turn.nowMs + turn.state.config.timings.cooldownMs });
}

/** By hand: what needed an operator is forgotten; what still blocks is found again. */
export function onOperatorUnblock(turn: Turn): void {
  if (turn.state.standingBlock?.code === "multi-primary") return;
  update(turn, { standingBlock: null, vanishedAtMs: [] });
}

/** T18: let go of everything, then stop. Without anything to let go the stop is immediate. */
export function onStopRequested(turn: Turn, reason: StopReason): void {
  const { phase, inFlight, kernel } = turn.state;
  if (phase.status === "DISABLED") return;
  const mayBePresent = phase.status === "HOLDING" || phase.status === "RELEASING" || inFlight !== null;
  if (mayBePresent || kernel === null || kernel.kind === "own") {
    beginRelease(turn, "stop", { kind: "stop", reason });
    return;
  }
  invalidate(turn, "stop");
  disable(turn, reason);
}
