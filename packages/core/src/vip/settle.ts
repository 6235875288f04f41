import { settleProving, settleStandby } from "./acquire";
import { settleInherited } from "./adopt";
import { settleBlocked, settleConflict, settleHolding, settleMaintenance } from "./hold";
import { applyConfig, beginRelease, installGate, settleReleasing } from "./release";
import { enter, type Turn } from "./turn";
import type { VipStatus } from "./types";

const MAX_TRANSITIONS = 8;

const SETTLERS: Readonly<Record<VipStatus, (turn: Turn) => void>> = {
  INIT: settleInit,
  STANDBY: settleStandby,
  PROVING: settleProving,
  HOLDING: settleHolding,
  RELEASING: (turn) => settleReleasing(turn),
  CONFLICT: settleConflict,
  BLOCKED: settleBlocked,
  MAINT: settleMaintenance,
  DISABLED: () => {},
};

const RELEASES_BY_ITSELF: ReadonlySet<VipStatus> = new Set(["INIT", "HOLDING", "RELEASING", "DISABLED"]);

/**
 * An address of ours that no state accounts for (a late act, a lost report, an attempt to keep what an earlier run held
 * that came to nothing) is released before anything else.
 */
function releaseStray(turn: Turn): void {
  const { phase, kernel, inFlight } = turn.state;
  if (kernel?.kind !== "own" || inFlight !== null || RELEASES_BY_ITSELF.has(phase.status)) return;
  if (phase.status === "PROVING" && phase.adoptUntilMs !== null) return;
  beginRelease(turn, "stray-address", { kind: "standby", cooldown: true });
}

/** Repeats the guards of the current phase until it no longer changes. */
export function settle(turn: Turn): void {
  for (let count = 0; count < MAX_TRANSITIONS; count += 1) {
    releaseStray(turn);
    const { phase } = turn.state;
    SETTLERS[phase.status](turn);
    if (turn.state.phase === phase) return;
  }
}

/** T2, T3, T4: begins with what the kernel has. */
function settleInit(turn: Turn): void {
  const { kernel, link, pendingConfig } = turn.state;
  if (kernel === null || link === null) return;
  if (kernel.kind === "own") {
    settleInherited(turn, kernel);
    return;
  }
  enter(turn, { status: "STANDBY" });
  if (pendingConfig === null) installGate(turn);
  else applyConfig(turn, pendingConfig);
}
