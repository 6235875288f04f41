import { isRoleUnknown, looksPrimary } from "./standing";
import { act, type Turn, takeId, update } from "./turn";
import type { VipState } from "./types";

const MAX_OUTSTANDING = 2;
const REPORT_GRACE_MS = 500;
const EAGER_FOR_MS = 3000;
const EAGER_EVERY_MS = 50;
const ROLE_STALE_MS = 1500;
const MULTI_PRIMARY_RECHECK_MS = 1000;
const GOLDEN_RATIO = 0.618034;

/** Starts the consensus probe when it is due: on a trigger at once, else at the period of the state. */
export function probeWhenDue(turn: Turn): void {
  parkLostProbe(turn);
  const { probe } = turn.state;
  if (!canProbe(turn.state) || turn.nowMs < computeProbeDueMs(turn.state, turn.nowMs)) return;
  const probeId = takeId(turn);
  act(turn, { kind: "probe", probeId, deadlineMs: turn.nowMs + turn.state.config.timings.probeDeadlineMs });
  update(turn, { probe: { ...probe, running: { probeId, askedAtMs: turn.nowMs }, lastAskedMs: turn.nowMs } });
}

/** A probe that the shell never reported counts as one that is still blocked on the server. */
function parkLostProbe(turn: Turn): void {
  const { probe, config } = turn.state;
  const { running } = probe;
  if (running === null) return;
  if (turn.nowMs - running.askedAtMs <= config.timings.probeDeadlineMs + REPORT_GRACE_MS) return;
  update(turn, { probe: { ...probe, running: null, parked: [...probe.parked, running.probeId] } });
}

/** A blocked probe cannot be cancelled on the server, so no more than two may be there at once. */
export function canProbe(state: VipState): boolean {
  return state.probe.running === null && state.probe.parked.length < MAX_OUTSTANDING;
}

/** When the next probe is due (which may be in the past), or Infinity where the state needs none. */
export function computeProbeDueMs(state: VipState, nowMs: number): number {
  const { probe } = state;
  const periodMs = computePeriodMs(state, nowMs);
  if (periodMs === Number.POSITIVE_INFINITY) return periodMs;
  if (probe.wantedMs > probe.lastAskedMs) return probe.wantedMs;
  return probe.lastAskedMs + periodMs;
}

function computePeriodMs(state: VipState, nowMs: number): number {
  const { config, phase, role, standingBlock, probe } = state;
  const { pollMs } = config.timings;
  switch (phase.status) {
    case "HOLDING":
    case "PROVING":
      return pollMs * computeJitter(state.nextId);
    case "STANDBY": {
      if (!config.mayBind) return Number.POSITIVE_INFINITY;
      const isStale = role === null || nowMs - role.atMs > ROLE_STALE_MS || isRoleUnknown(role.observation);
      if (isStale) return pollMs * computeJitter(state.nextId);
      if (!looksPrimary(role.observation)) {
        // A secondary needs no probe; a trigger that is newer than the last probe still gets one.
        return probe.wantedMs > probe.lastAskedMs ? pollMs : Number.POSITIVE_INFINITY;
      }
      // Just elected: super_read_only may still be on for some milliseconds, and each of them is write outage.
      return nowMs - role.sinceMs < EAGER_FOR_MS ? EAGER_EVERY_MS : pollMs * computeJitter(state.nextId);
    }
    case "BLOCKED":
      return standingBlock?.code === "multi-primary" ? MULTI_PRIMARY_RECHECK_MS : Number.POSITIVE_INFINITY;
    case "INIT":
      return phase.adoptUntilMs === null ? Number.POSITIVE_INFINITY : EAGER_EVERY_MS;
    case "RELEASING":
    case "CONFLICT":
    case "MAINT":
    case "DISABLED":
      return Number.POSITIVE_INFINITY;
    default:
      return unreachable(phase);
  }
}

function unreachable(_value: never): number {
  return Number.POSITIVE_INFINITY;
}

/** 0.9 to 1.1, spread evenly over consecutive numbers, so that hosts do not probe in step. */
function computeJitter(count: number): number {
  return 0.9 + 0.2 * ((count * GOLDEN_RATIO) % 1);
}
