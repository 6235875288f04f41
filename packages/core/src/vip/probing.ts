import { isRoleUnknown, looksEntitled } from "./standing";
import { computeHoldPollMs, computeProbeLimitMs, MAX_JITTER, PROBE_COMPANY } from "./timings";
import { act, type Turn, takeId, update } from "./turn";
import type { ProbeTrack, RunningProbe, VipState } from "./types";

const REPORT_GRACE_MS = 500;
const EAGER_FOR_MS = 3000;
const EAGER_EVERY_MS = 50;
/** The answer of a probe under way for less is worth waiting for. */
const PROMPT_MS = 50;
const ROLE_STALE_MS = 1500;
const MULTI_PRIMARY_RECHECK_MS = 1000;
const GOLDEN_RATIO = 0.618034;

/** Starts the consensus probe when it is due: on a trigger at once, else at the period of the state. */
export function probeWhenDue(turn: Turn): void {
  parkLostProbes(turn);
  const { probe, config } = turn.state;
  if (!canProbe(turn.state) || turn.nowMs < computeProbeDueMs(turn.state, turn.nowMs)) return;
  const probeId = takeId(turn);
  act(turn, { kind: "probe", probeId, deadlineMs: turn.nowMs + computeProbeLimitMs(config.timings) });
  const running = { probeId, askedAtMs: turn.nowMs };
  update(turn, { probe: { ...probe, running, older: listUnderWay(probe), lastAskedMs: turn.nowMs } });
}

/** Every probe under way, oldest first. */
export function listUnderWay({ running, older }: ProbeTrack): readonly RunningProbe[] {
  return running === null ? older : [...older, running];
}

/** What is left when a probe under way has ended, or null where none of this number is. */
export function endProbe(probe: ProbeTrack, probeId: number): ProbeTrack | null {
  const underWay = listUnderWay(probe);
  const left = underWay.filter((one) => one.probeId !== probeId);
  if (left.length === underWay.length) return null;
  return { ...probe, running: left.at(-1) ?? null, older: left.slice(0, -1) };
}

/** A probe that the shell never reported counts as one that is still blocked on the server. */
function parkLostProbes(turn: Turn): void {
  const limitMs = computeProbeLimitMs(turn.state.config.timings) + REPORT_GRACE_MS;
  for (const { probeId, askedAtMs } of listUnderWay(turn.state.probe)) {
    if (turn.nowMs - askedAtMs <= limitMs) continue;
    const left = endProbe(turn.state.probe, probeId);
    if (left !== null) update(turn, { probe: { ...left, parked: [...left.parked, probeId] } });
  }
}

/** A blocked probe cannot be cancelled on the server, so no more than three may be there at once. */
export function canProbe({ probe }: VipState): boolean {
  return listUnderWay(probe).length + probe.parked.length < PROBE_COMPANY.maxProbes;
}

/** When the next probe is due (which may be in the past), or Infinity where the state needs none. */
export function computeProbeDueMs(state: VipState, nowMs: number): number {
  const { probe } = state;
  const periodMs = computePeriodMs(state, nowMs);
  if (periodMs === Number.POSITIVE_INFINITY) return periodMs;
  // In a group that is slow to answer the next proof must not wait for the end of the ones before.
  const underWay = listUnderWay(probe).length;
  if (underWay > 0) {
    const companyMs = probe.lastAskedMs + PROBE_COMPANY.afterMs * underWay;
    // Nor must an answer that is wanted now wait for that of a probe which hangs.
    return probe.wantedMs > probe.lastAskedMs
      ? Math.min(companyMs, Math.max(probe.wantedMs, probe.lastAskedMs + PROMPT_MS))
      : companyMs;
  }
  if (probe.wantedMs > probe.lastAskedMs) return probe.wantedMs;
  return probe.lastAskedMs + periodMs;
}

function computePeriodMs(state: VipState, nowMs: number): number {
  const { config, phase, role, standingBlock, probe } = state;
  const { pollMs } = config.timings;
  switch (phase.status) {
    case "HOLDING":
      return computeHoldPollMs(config.timings) * computeJitter(probe);
    case "PROVING":
      return pollMs * computeJitter(probe);
    case "STANDBY": {
      if (!config.mayBind) return Number.POSITIVE_INFINITY;
      const isStale = role === null || nowMs - role.atMs > ROLE_STALE_MS || isRoleUnknown(role.observation);
      if (isStale) return pollMs * computeJitter(probe);
      if (!looksEntitled(role.observation)) {
        // A secondary needs no probe; a trigger that is newer than the last probe still gets one.
        return probe.wantedMs > probe.lastAskedMs ? pollMs : Number.POSITIVE_INFINITY;
      }
      // Just elected: super_read_only may still be on for some milliseconds, and each of them is write outage.
      return nowMs - role.sinceMs < EAGER_FOR_MS ? EAGER_EVERY_MS : pollMs * computeJitter(probe);
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

/**
 * 0.9 to 1.1, spread evenly over the instants of probes, so that hosts do not probe in step. The same until the next
 * probe: what is due must not move while it is waited for.
 */
function computeJitter({ lastAskedMs }: ProbeTrack): number {
  return MAX_JITTER - 0.2 * ((Math.round(lastAskedMs) * GOLDEN_RATIO) % 1);
}
