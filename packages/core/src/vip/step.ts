import { announceWhenDue } from "./announce";
import { dispatch } from "./dispatch";
import { probeWireWhenDue } from "./observe-host";
import { answerRequests } from "./peers";
import { persistWhenChanged } from "./persist";
import { probeWhenDue } from "./probing";
import { settle } from "./settle";
import { beginTurn, invalidate, update } from "./turn";
import type { VipAction, VipInput, VipState } from "./types";

/** What one step gives back. The shell keeps the state and executes the actions in order. */
export interface VipStep {
  readonly state: VipState;
  readonly actions: readonly VipAction[];
}

/**
 * The VIP decision of one host: (state, input, now) -> (state, actions), without I/O, clock or chance.
 *
 * States: INIT reads the kernel, and earns or releases what it finds. STANDBY has no right to the address. PROVING has
 * consensus evidence and collects a release proof for every peer. HOLDING renews a short kernel lease on each new
 * proof. RELEASING lets go and verifies. CONFLICT: a stranger answers for the address. BLOCKED: this host
 * cannot or must not. MAINT: the operator took this agent out. DISABLED: the end.
 *
 * Invariants, for hosts that run (a host whose whole machine was paused may answer for up to one lease after it
 * resumes; an address that an operator adds by hand is outside all of this):
 * - I1 At most one host has the address bound.
 * - I2 Bound implies consensus evidence that started at most H ago; the kernel enforces it even without the agent.
 * - I3 No bind or renewal stays in the kernel unless its evidence was younger than A_MAX + ACT right after the act; one
 *   may rest on late evidence, up to 1 s older, and its lease is 1 s shorter for it.
 * - I4 Evidence exists only for a local member that is ONLINE and PRIMARY in single-primary mode, proven by consensus.
 * - I5 No bind without a release proof for every configured peer.
 * - I6 An agent that dies or hangs anywhere in this code leaves an address that its kernel removes within TTL + EPS.
 * - I7 Evidence does not survive a restart, a gap in the loop, a suspend, a lost MySQL session, a new
 *   configuration or a peer's release request.
 * - I8 Only the monotonic clock is used; there is no wall clock here to change.
 * - I9 Only the configured address is touched: /32 or /128, own mark, configured NIC, always with a lifetime.
 * - I14 A healthy primary whose agent runs and whose network is up holds after W + 2 POLL + ACT at the latest, where reads
 *   of the group take no longer than A_MAX.
 *
 * `nowMs` never goes back between two calls. Never throws.
 */
export function stepVip(before: VipState, input: VipInput, nowMs: number): VipStep {
  const turn = beginTurn(before, nowMs);
  if (before.phase.status === "DISABLED" && input.kind !== "peer-requests-release") {
    return { state: before, actions: [] };
  }
  // T1. Evidence gathered before a stall may look fresh to a clock that stood still, so the gap itself voids it.
  if (turn.nowMs - before.lastStepMs > before.config.timings.loopGapMs) invalidate(turn, "loop-gap");
  update(turn, { lastStepMs: turn.nowMs });
  dispatch(turn, input);
  settle(turn);
  answerRequests(turn);
  announceWhenDue(turn);
  probeWhenDue(turn);
  probeWireWhenDue(turn);
  persistWhenChanged(turn);
  return { state: turn.state, actions: turn.actions };
}
