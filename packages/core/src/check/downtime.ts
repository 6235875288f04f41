import { type DowntimeEstimate, message, type VipTimings } from "@primacy/contract";

/** Silence after which the group's consensus layer notices a member; fixed in stock MySQL. */
export const detectionSeconds = 5;
/** Period of the thread that acts on suspicions; hard-coded in MySQL. */
export const suspicionPeriodSeconds = 15;
const greatSqlSuspicionSeconds = 2;
/** From the expulsion to the first accepted write on the new primary. */
const electionSeconds = 0.5;
/** Measured span from the crash to the new primary where the expel timeout is 0. */
const fastest = { minSeconds: 6.2, maxSeconds: 6.8 };
/** What the VIP may add where the old holder's agent answers. */
const vipMoveMs = 600;

/** What decides how long writes stop. */
export interface FailoverFacts {
  /** The smallest and the greatest `group_replication_member_expel_timeout` of the members, in seconds. */
  readonly minExpelSeconds: number;
  readonly maxExpelSeconds: number;
  /** GreatSQL looks at suspicions every 2 s. */
  readonly isGreatSql: boolean;
  readonly timings: VipTimings;
}

/** From the crash of the primary to a writable successor, in seconds: the group's own share, without the VIP. */
export function groupFailoverSeconds(facts: Omit<FailoverFacts, "timings">): {
  minSeconds: number;
  maxSeconds: number;
} {
  const period = facts.isGreatSql ? greatSqlSuspicionSeconds : suspicionPeriodSeconds;
  const slowest = detectionSeconds + facts.maxExpelSeconds + period + electionSeconds;
  return {
    minSeconds:
      facts.minExpelSeconds === 0
        ? fastest.minSeconds
        : detectionSeconds + facts.minExpelSeconds + electionSeconds,
    maxSeconds: facts.maxExpelSeconds === 0 ? fastest.maxSeconds : slowest,
  };
}

/** How long an agent waits for a peer that cannot confirm its release, in milliseconds: the wait W. */
export function proofWaitMs(timings: VipTimings): number {
  const horizonMs =
    timings.evidenceMaxAgeMs + timings.actMs + timings.leaseSeconds * 1000 + timings.kernelSlackMs;
  return Math.ceil(horizonMs * 1.002) + timings.proofGuardMs;
}

/** How long writes stop at a switchover, a crash of the primary's server, and the loss of its whole host. */
export function estimateDowntime(facts: FailoverFacts): readonly DowntimeEstimate[] {
  const { minSeconds, maxSeconds } = groupFailoverSeconds(facts);
  const because = groupReasons(facts);
  const waitMs = proofWaitMs(facts.timings);
  return [
    {
      fault: "switchover",
      minMs: 30,
      maxMs: 300,
      because: [message("downtime.switchover"), message("downtime.vip_move", { maxMs: 300 })],
    },
    {
      fault: "crash",
      minMs: minSeconds * 1000,
      maxMs: maxSeconds * 1000 + vipMoveMs,
      because: [...because, message("downtime.vip_move", { maxMs: vipMoveMs })],
    },
    {
      fault: "partition",
      minMs: minSeconds * 1000,
      maxMs: maxSeconds * 1000 + waitMs + vipMoveMs,
      because: [...because, message("downtime.vip_wait", { seconds: oneDecimal(waitMs / 1000) })],
    },
  ];
}

function groupReasons(facts: FailoverFacts): DowntimeEstimate["because"] {
  const period = facts.isGreatSql ? greatSqlSuspicionSeconds : suspicionPeriodSeconds;
  const detection = message("downtime.detection", { seconds: detectionSeconds });
  const election = message("downtime.election", { seconds: electionSeconds });
  if (facts.maxExpelSeconds === 0)
    return [detection, message("downtime.suspicion_none", { seconds: 1.8 }), election];
  return [
    detection,
    message("downtime.expel", { seconds: facts.maxExpelSeconds }),
    message("downtime.suspicion", { seconds: period }),
    election,
  ];
}

/** Seconds rounded for people. */
export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
