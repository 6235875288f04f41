import { defaultVipTimings } from "@primacy/contract";

const { evidenceMaxAgeMs, actMs, leaseSeconds, kernelSlackMs, proofGuardMs, releaseAfterMs } =
  defaultVipTimings;

/** What an agent and the kernel need to let go: the lease from the last evidence that could renew it, and the slack of its end. */
const horizonMs = evidenceMaxAgeMs + actMs + leaseSeconds * 1_000 + kernelSlackMs;

/**
 * How long the VIP may take for what, each with where it comes from: the acceptance, a row of the fault matrix, or the
 * timings of the agents. Nothing is added for a busy machine.
 */
export const vipLimits = {
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
} as const;
