import { type Message, type MessageCode, message } from "@primacy/contract";

/**
 * The time parameters of the VIP decision (all milliseconds on the local monotonic clock), and the two
 * figures that safety rests on, which are always computed from them and never configured:
 * the hold horizon H and the proof wait W.
 */
export interface VipTimings {
  /** Period of the consensus probe while proving; while holding see `computeHoldPollMs`. */
  readonly pollMs: number;
  /** Period of the cheap role read that the shell makes; it only triggers the consensus probe. */
  readonly roleReadMs: number;
  /** A probe that has not finished this long after its start is no evidence; see `computeProbeLimitMs`. */
  readonly probeDeadlineMs: number;
  /** Oldest evidence (counted from the probe's start) that may start a bind or a renewal of the whole lease. */
  readonly evidenceMaxAgeMs: number;
  /** Time a bind or renewal may take; checked after the act. */
  readonly actMs: number;
  /** A holder releases by itself when its evidence is older, or a little later: see `computeReleaseAfterMs`. */
  readonly releaseAfterMs: number;
  /** Kernel lifetime (`valid_lft` and `preferred_lft`) given to the address at each bind and renewal; whole seconds. */
  readonly leaseMs: number;
  /** How late the kernel may remove an expired address. */
  readonly expirySlackMs: number;
  /** Bound on the rate error of a host's monotonic clock, as a fraction (0.001 = 1 ms per second). */
  readonly clockRateError: number;
  /** Added to the proof wait on top of the hold horizon. */
  readonly guardMs: number;
  /** Limit of one release request to a peer agent. */
  readonly rpcTimeoutMs: number;
  /** After a release, no new bind for this long. */
  readonly cooldownMs: number;
  /** How long the reset rule stays after a release. */
  readonly tombstoneMs: number;
  /** Period of the ARP probe for the address while it is not held. */
  readonly strangerProbeEveryMs: number;
  /** Oldest clear ARP probe (counted from its start) that allows a bind. */
  readonly strangerClearMaxAgeMs: number;
  /** CONFLICT ends after this long without a stranger's answer where strangers keep coming. */
  readonly strangerQuietMs: number;
  /** Period of the ARP probe for a second holder while the address is held. */
  readonly conflictProbeEveryMs: number;
  /** Two turns of the loop further apart than this void all evidence. */
  readonly loopGapMs: number;
  /** A holder without carrier for this long releases. */
  readonly carrierLossMs: number;
  /** Window in which disappearances of the held address are counted. */
  readonly flapWindowMs: number;
  /** Disappearances within the window that end in BLOCKED (flapping). */
  readonly flapLimit: number;
}

/** The measured defaults; `computeHoldHorizonMs` gives 3550 and `computeProofWaitMs` 3808 for them. */
export const DEFAULT_VIP_TIMINGS: VipTimings = {
  pollMs: 250,
  roleReadMs: 300,
  probeDeadlineMs: 1000,
  evidenceMaxAgeMs: 400,
  actMs: 100,
  releaseAfterMs: 1500,
  leaseMs: 2000,
  expirySlackMs: 1050,
  clockRateError: 0.001,
  guardMs: 250,
  rpcTimeoutMs: 300,
  cooldownMs: 400,
  tombstoneMs: 60_000,
  strangerProbeEveryMs: 1000,
  strangerClearMaxAgeMs: 5000,
  strangerQuietMs: 10_000,
  conflictProbeEveryMs: 2000,
  loopGapMs: 1000,
  carrierLossMs: 500,
  flapWindowMs: 60_000,
  flapLimit: 3,
};

/**
 * H: an address that was bound or renewed on evidence started at s is gone from the kernel by s + H,
 * even if the agent dies, hangs or is frozen right after the act.
 */
export function computeHoldHorizonMs(timings: VipTimings): number {
  return timings.evidenceMaxAgeMs + timings.actMs + timings.leaseMs + timings.expirySlackMs;
}

/**
 * How a holder renews on evidence that came too late for a whole lease: what the evidence is older, the lease is
 * shorter, so that the address is gone by its start + H all the same.
 */
export interface LateRenewal {
  /** Oldest evidence that may start it. */
  readonly maxAgeMs: number;
  /** Kernel lifetime that it gives; whole seconds. */
  readonly leaseMs: number;
  /** The holder releases by itself this long after it ordered the renewal, unless a later one renews again. */
  readonly releaseAfterMs: number;
  /** Ordered this long before the holder would let go: what it gives counts from its order, not from its evidence. */
  readonly leadMs: number;
}

/** What a late renewal's evidence may be older, and its lease is shorter. */
const LATE_MS = 1000;
/** For gate, connections and deletion, before the kernel ends the lease without a word to clients. */
const RESET_MARGIN_MS = 100;
/** The longest pause between two probes, as a share of the period. */
export const MAX_JITTER = 1.1;
/** From the answer of a probe, or the instant at which a late renewal is due at the latest, to its order. */
export const ORDER_MARGIN_MS = 50;
/**
 * A holder's proofs are for its lease and for what happens without a hint: they may be further apart. As far as this, the
 * one after the last quick one can take as long as any may, and still renew before the lease ends.
 */
const HOLD_POLLS = 1.8;
/** A probe under way for longer than this gets company; two for twice as long, a third. */
const COMPANY_AFTER_MS = 300;
const MAX_PROBES = 3;

/** The timings that decide how long a holder stays without new evidence. */
type HoldTimings = Pick<VipTimings, "pollMs" | "evidenceMaxAgeMs" | "leaseMs" | "releaseAfterMs">;

/** What late evidence is worth with these timings; null where the lease is too short to give anything of it away. */
export function findLateRenewal(timings: HoldTimings): LateRenewal | null {
  const leaseMs = timings.leaseMs - LATE_MS;
  if (leaseMs < LATE_MS) return null;
  return {
    maxAgeMs: timings.evidenceMaxAgeMs + LATE_MS,
    leaseMs,
    releaseAfterMs: LATE_MS - RESET_MARGIN_MS,
    leadMs: timings.pollMs,
  };
}

/**
 * Period of the consensus probe while holding. Whoever becomes primary tells the others at once; and where late evidence
 * renews nothing, the shorter period leaves room for one more probe.
 */
export function computeHoldPollMs(timings: HoldTimings): number {
  return findLateRenewal(timings) === null ? timings.pollMs : timings.pollMs * HOLD_POLLS;
}

/** How long after its start a probe may end and be evidence. */
export function computeProbeLimitMs(timings: VipTimings): number {
  const late = findLateRenewal(timings);
  return Math.max(timings.probeDeadlineMs, late === null ? 0 : late.maxAgeMs - ORDER_MARGIN_MS);
}

/**
 * How long after the start of its evidence a holder lets go that renewed the whole lease, and has not renewed since.
 * Not before a probe that was due next, and took as long as any may, had the chance to renew; and still before the lease
 * ends, which is not before the evidence's start and its length.
 */
export function computeReleaseAfterMs(timings: HoldTimings): number {
  const late = findLateRenewal(timings);
  if (late === null) return timings.releaseAfterMs;
  const nextMs =
    Math.max(Math.ceil(computeHoldPollMs(timings) * MAX_JITTER), COMPANY_AFTER_MS) + late.maxAgeMs;
  return Math.max(timings.releaseAfterMs, Math.min(nextMs, timings.leaseMs - RESET_MARGIN_MS));
}

/**
 * How old an attempt's newest evidence may become before it is none any more. Where reads are slow the next one comes as late as
 * this: one as old as any may be, and the start of the one after it. And the primary cannot have been elsewhere meanwhile, and
 * that host have waited (R3) and bound on late evidence.
 */
export function computeAttemptLimitMs(timings: VipTimings): number {
  const late = findLateRenewal(timings);
  if (late === null) return timings.releaseAfterMs;
  const nextMs = late.maxAgeMs + (MAX_PROBES - 1) * COMPANY_AFTER_MS;
  return Math.max(timings.releaseAfterMs, Math.min(nextMs, computeProofWaitMs(timings) - late.maxAgeMs));
}

/** The oldest evidence that binds or renews anything. */
export function computeOldestUsableMs(timings: HoldTimings): number {
  return findLateRenewal(timings)?.maxAgeMs ?? timings.evidenceMaxAgeMs;
}

/** How many probes may be on the server at once, and how long after the newest, for each under way, another one starts. */
export const PROBE_COMPANY = { maxProbes: MAX_PROBES, afterMs: COMPANY_AFTER_MS } as const;

/** W: how long an acquirer waits for a peer that gives no acknowledgement (proof R3). Always above H. */
export function computeProofWaitMs(timings: VipTimings): number {
  return Math.ceil(computeHoldHorizonMs(timings) * (1 + 2 * timings.clockRateError)) + timings.guardMs;
}

/** One reason why timings cannot be used; `field` names the parameter to change. */
export interface TimingsProblem {
  readonly field: keyof VipTimings;
  readonly message: Message;
}

/** The parameter, whether the rule holds, and what is said where it does not. */
type TimingRule = readonly [keyof VipTimings, boolean, MessageCode];

/** Lists every reason why these timings would be unsafe or could never hold an address; empty when usable. */
export function checkTimings(timings: VipTimings): readonly TimingsProblem[] {
  const rules: readonly TimingRule[] = [
    ...positiveRules(timings),
    ["leaseMs", timings.leaseMs % 1000 === 0, "config.lease_seconds"],
    ["leaseMs", timings.leaseMs <= 5000, "config.lease_too_long"],
    [
      "evidenceMaxAgeMs",
      timings.evidenceMaxAgeMs >= timings.pollMs * MAX_JITTER + 50,
      "config.evidence_below_poll",
    ],
    [
      "releaseAfterMs",
      timings.releaseAfterMs >= timings.evidenceMaxAgeMs + timings.pollMs,
      "config.release_too_early",
    ],
    ["releaseAfterMs", timings.releaseAfterMs < timings.leaseMs, "config.release_after_lease"],
    ["probeDeadlineMs", timings.probeDeadlineMs < timings.releaseAfterMs, "config.probe_after_release"],
    ["clockRateError", timings.clockRateError >= 0 && timings.clockRateError < 0.1, "config.clock_rate"],
    ["guardMs", timings.guardMs >= 50, "config.guard_too_short"],
    ["cooldownMs", timings.cooldownMs >= 0, "config.negative"],
    ["expirySlackMs", timings.expirySlackMs >= 1050, "config.expiry_slack"],
    [
      "strangerClearMaxAgeMs",
      timings.strangerClearMaxAgeMs >= 2 * timings.strangerProbeEveryMs,
      "config.stranger_too_short",
    ],
    ["flapLimit", Number.isInteger(timings.flapLimit) && timings.flapLimit >= 1, "config.not_counting"],
  ];
  return [...rules, ...lateRules(timings)]
    .filter(([, holds]) => !holds)
    .map(([field, , code]) => ({ field, message: message(code, { field: `timings.${field}` }) }));
}

/** Late evidence must not make H longer than every acquirer's wait assumes. */
function lateRules(timings: VipTimings): readonly TimingRule[] {
  const late = findLateRenewal(timings);
  if (late === null) return [];
  const horizonMs = late.maxAgeMs + timings.actMs + late.leaseMs + timings.expirySlackMs;
  return [
    ["leaseMs", horizonMs <= computeHoldHorizonMs(timings), "config.late_horizon"],
    ["leaseMs", late.leaseMs % 1000 === 0, "config.late_seconds"],
    ["leaseMs", late.releaseAfterMs < late.leaseMs, "config.late_reset"],
  ];
}

function positiveRules(timings: VipTimings): readonly TimingRule[] {
  const fields = [
    "pollMs",
    "roleReadMs",
    "probeDeadlineMs",
    "evidenceMaxAgeMs",
    "actMs",
    "releaseAfterMs",
    "leaseMs",
    "rpcTimeoutMs",
    "tombstoneMs",
    "strangerProbeEveryMs",
    "strangerClearMaxAgeMs",
    "strangerQuietMs",
    "conflictProbeEveryMs",
    "loopGapMs",
    "carrierLossMs",
    "flapWindowMs",
  ] as const;
  return fields.map((field) => [
    field,
    Number.isFinite(timings[field]) && timings[field] > 0,
    "config.not_positive",
  ]);
}
