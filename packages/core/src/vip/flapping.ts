import { beginRelease } from "./release";
import { emit, enter, type Turn, update } from "./turn";

/**
 * Somebody took the address away from us: put it back at once, but do not fight for ever. What is gone after the lease's end, as
 * an agent finds it that stood still, the kernel has removed for us.
 */
export function onVanished(turn: Turn): void {
  const { phase, config, probe, vanishedAtMs } = turn.state;
  if (phase.status !== "HOLDING") return;
  if (turn.nowMs >= phase.leaseEndsAtMs) {
    enter(turn, { ...phase, vanished: true });
    return;
  }
  const recent = [
    ...vanishedAtMs.filter((atMs) => turn.nowMs - atMs < config.timings.flapWindowMs),
    turn.nowMs,
  ];
  emit(turn, { kind: "vanished", countInWindow: recent.length });
  update(turn, { vanishedAtMs: recent, probe: { ...probe, wantedMs: turn.nowMs } });
  enter(turn, { ...phase, vanished: true });
  blockWhenFlapping(turn);
}

/**
 * Lets go for good of an address that keeps being removed. Not while an act is under way: one that comes too late is undone
 * by who carries it out, and only its end tells whether that is what was seen.
 */
export function blockWhenFlapping(turn: Turn): void {
  const { phase, inFlight, config, vanishedAtMs } = turn.state;
  const { flapWindowMs, flapLimit } = config.timings;
  const recent = vanishedAtMs.filter((atMs) => turn.nowMs - atMs < flapWindowMs);
  if (phase.status !== "HOLDING" || inFlight !== null || recent.length < flapLimit) return;
  update(turn, { standingBlock: { code: "flapping", detail: null, retryAtMs: null }, vanishedAtMs: [] });
  beginRelease(turn, "flapping", { kind: "standby", cooldown: true });
}

/** What disappeared while an act was under way that came too late was its own undoing. */
export function forgetVanishedSince(turn: Turn, sinceMs: number): void {
  update(turn, { vanishedAtMs: turn.state.vanishedAtMs.filter((atMs) => atMs < sinceMs) });
}
