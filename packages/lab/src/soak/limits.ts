/**
 * What a whole run must reach, each with where it comes from. What the VIP may take for one fault stands in
 * `vipLimits`, and what must be written around one in `rateLimits`.
 */
export const limits = {
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
} as const;
