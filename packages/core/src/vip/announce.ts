import { act, enter, type Turn } from "./turn";

const OFFSETS_MS = [0, 50, 200, 1100, 2200, 3300];
const EARLY_PERIOD_MS = 5000;
const EARLY_UNTIL_MS = 33_300;
const LATE_PERIOD_MS = 30_000;

const CONTEST_PERIOD_MS = 1000;

/** Where the schedule stands right after the address was put into the kernel. */
export const FIRST_ANNOUNCEMENT = { announceIndex: 0 } as const;

/**
 * When announcement number `index` is due, in milliseconds after the first: 0, 50, 200, 1100, 2200, 3300 (Linux
 * neighbours ignore changes within one second), then every 5 s for 30 s, then every 30 s.
 */
export function computeAnnounceOffsetMs(index: number): number {
  const listed = OFFSETS_MS[index];
  if (listed !== undefined) return listed;
  const last = OFFSETS_MS.length - 1;
  const earlyCount = 6;
  const beyond = index - last;
  if (beyond <= earlyCount) return 3300 + beyond * EARLY_PERIOD_MS;
  return EARLY_UNTIL_MS + (beyond - earlyCount) * LATE_PERIOD_MS;
}

/**
 * Sends the announcement that is due (I10); one per turn, so that a late turn does not send a burst. In a contest it is
 * one per second, whatever else is due; the schedule stands still meanwhile.
 */
export function announceWhenDue(turn: Turn): void {
  const { phase, config } = turn.state;
  if (phase.status !== "HOLDING" || phase.vanished || turn.nowMs < phase.announceAtMs) return;
  const isContested = phase.contestedBy.length > 0;
  if (isContested && turn.nowMs < phase.announcedAtMs + CONTEST_PERIOD_MS) {
    enter(turn, { ...phase, announceAtMs: phase.announcedAtMs + CONTEST_PERIOD_MS });
    return;
  }
  act(turn, { kind: "announce", target: config.target, neighbours: config.neighbours });
  if (isContested) {
    enter(turn, { ...phase, announcedAtMs: turn.nowMs, announceAtMs: turn.nowMs + CONTEST_PERIOD_MS });
    return;
  }
  const next = phase.announceIndex + 1;
  const stepMs = computeAnnounceOffsetMs(next) - computeAnnounceOffsetMs(phase.announceIndex);
  enter(turn, {
    ...phase,
    announceIndex: next,
    announcedAtMs: turn.nowMs,
    announceAtMs: turn.nowMs + stepMs,
  });
}
