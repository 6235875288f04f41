import { defaultVipTimings } from "@primacy/contract";

const { evidenceMaxAgeMs, actMs, leaseSeconds, kernelSlackMs, proofGuardMs, releaseAfterMs } =
  defaultVipTimings;

/** What an agent and the kernel need to let go: the lease from the last evidence that could renew it, and the slack of its end. */
const horizonMs = evidenceMaxAgeMs + actMs + leaseSeconds * 1_000 + kernelSlackMs;

/**
 * Every figure that a run is judged by, each with where it comes from: the soak's acceptance, a row of the fault matrix,
 * or the timings of the agents. Nothing is added for a busy machine.
 */
export const limits = {
  /** Acceptance: the address is back within the group's election and 1 s, and a write of a client arrives through it. */
  returnMs: 1_000,
  /** Acceptance: W and 1 s where only time proves (R3). W as an agent computes it, by the slowest clock. */
  proofWaitMs: Math.ceil(horizonMs * 1.002) + proofGuardMs,
  /** Matrix, F5: an agent that hangs costs the lease, and the start of another. */
  hungAgentMs: 3_100,
  /** Matrix, F6 without a supervisor, and the lease's own end (TTL + EPS): the kernel takes the address away by then. */
  leaseEndMs: leaseSeconds * 1_000 + kernelSlackMs,
  /** State machine, T17: an agent that found so many strangers within a while waits so long without an answer of the last. */
  strangerFlaps: 3,
  strangerFlapMs: 60_000,
  strangerQuietMs: 10_000,
  /** State machine, T_REL: a group that acknowledges nothing for longer has no healthy primary meanwhile. */
  silenceMs: releaseAfterMs,
  /** State machine, A_MAX: nobody takes the address on an answer of the group that took longer. */
  proveMs: evidenceMaxAgeMs,
  /** Acceptance: the share of the time with a healthy primary in which its host has the address. */
  heldShare: 0.9,
  /**
   * Floor of this soak: questions on the wire that any host answered, of all. Around twenty faults it was 80 %, for nobody has
   * the address during an election; a watch that hears less is deaf, and would miss a second holder as well.
   */
  answeredShare: 0.7,
  /** Floor of this soak, for each client: its answered reads, of as many as were due while the primary's host had the address. */
  readShare: 0.5,
  /**
   * Floor of this soak: faults around which a member was let join again. A defect of MySQL itself, seen once in 11 faults on
   * 2026-11-25 (after power-off-secondary), is a rarity at most; a run with more tells of something else.
   */
  rejoinedShare: 0.05,
  /** Acceptance: faults seen to be in force by something other than what caused them; asked of each kind. */
  effectiveShare: 0.95,
  /** Of the writes that were due, or that the direct client's own rate lets expect: below half, hardly anything was tried. */
  writeShare: 0.5,
  /** A fault around which the group was healthy for less was not looked at; the waits before and after it take longer. */
  leastHealthyMs: 3_000,
} as const;
