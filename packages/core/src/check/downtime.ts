import { type DowntimePart, message, type VipTimings } from "@primacy/contract";
import { computeReleaseAfterMs } from "../vip/timings";

/** Silence after which the group's consensus layer notices a member; fixed in stock MySQL. */
export const detectionSeconds = 5;
/** Period of the thread that acts on suspicions; hard-coded in MySQL. */
export const suspicionPeriodSeconds = 15;
const greatSqlSuspicionSeconds = 2;
/** A silent member was seen as UNREACHABLE up to this much later than the limit. */
const detectionSlackMs = 600;
/** Measured from there to the expulsion where the expel timeout is 0: the period does not count then. */
const immediateExpulsion = { minMs: 800, maxMs: 1_200 };
/** Measured from the expulsion to the first accepted write on the new primary. */
const election = { minMs: 200, maxMs: 400 };

/** How much longer it took where a crashed server was started again at once, with an expel timeout of 5: 33 s, and 22 s without. */
const restartMs = 11_000;

/** How MySQL Router and HAProxy find the primary; null where there is none, or nothing is known of it. */
export interface ProxyFacts {
  /** `ttl` of the Router's metadata cache, in milliseconds. */
  readonly routerTtlMs: number | null;
  /** `read_timeout` of the Router, in milliseconds. */
  readonly routerReadTimeoutMs: number;
  /** The health checks of HAProxy that tell the primary from the others: how often, and how many make a change. */
  readonly haproxy: { readonly intervalMs: number; readonly rise: number; readonly fall: number } | null;
}

/** What decides how long writes stop. */
export interface FailoverFacts {
  /** The smallest and the greatest `group_replication_member_expel_timeout` of the members, in seconds. */
  readonly minExpelSeconds: number;
  readonly maxExpelSeconds: number;
  /** The expel timeout that the majority timeout has to stay below, in seconds; null: no member waits to expel. */
  readonly majorityBoundSeconds: number | null;
  /** GreatSQL looks at suspicions every 2 s. */
  readonly isGreatSql: boolean;
  /** GreatSQL's `group_replication_communication_flp_timeout`; null where the server has no such variable. */
  readonly flpSeconds: number | null;
  /** A member has `group_replication_consistency` AFTER or BEFORE_AND_AFTER: commits wait for every member. Absent: none said so. */
  readonly commitsWaitForAll?: boolean;
  /** The smallest and the greatest `group_replication_unreachable_majority_timeout`, in seconds; null: unknown. */
  readonly majorityTimeout: { readonly minSeconds: number; readonly maxSeconds: number } | null;
  /** The longest that any member would wait for a checkpoint of its applier, in milliseconds; null: unknown. */
  readonly checkpointMs: number | null;
  readonly timings: VipTimings;
  readonly proxies: ProxyFacts;
}

/** What the group's own share of a failover depends on. */
export type GroupFacts = Pick<
  FailoverFacts,
  "minExpelSeconds" | "maxExpelSeconds" | "isGreatSql" | "flpSeconds" | "commitsWaitForAll"
>;

/** From the crash of the primary to a writable successor, in seconds: the group's own share, without the VIP. */
export function groupFailoverSeconds(facts: GroupFacts): { minSeconds: number; maxSeconds: number } {
  const { minMs, maxMs } = sumParts(crashParts(facts));
  return { minSeconds: minMs / 1000, maxSeconds: maxMs / 1000 };
}

/** How long an agent waits for a peer that cannot confirm its release, in milliseconds: the wait W. */
export function proofWaitMs(timings: VipTimings): number {
  const horizonMs =
    timings.evidenceMaxAgeMs + timings.actMs + timings.leaseSeconds * 1000 + timings.kernelSlackMs;
  return Math.ceil(horizonMs * 1.002) + timings.proofGuardMs;
}

/** After how much silence of its group a holder whose group was quick until then lets go, in seconds. */
export function releaseSeconds(timings: VipTimings): number {
  return computeReleaseAfterMs({ ...timings, leaseMs: timings.leaseSeconds * 1000 }) / 1000;
}

/** Silence after which the group notices a member, in seconds. */
export function noticedSeconds({ flpSeconds }: Pick<FailoverFacts, "flpSeconds">): number {
  return flpSeconds ?? detectionSeconds;
}

/** The shares of the group in a failover that nobody asked for, one after the other. */
export function groupParts(facts: GroupFacts): readonly DowntimePart[] {
  const noticed = noticedSeconds(facts);
  const isFlp = facts.flpSeconds !== null;
  return [
    {
      text: message(isFlp ? "downtime.detection_flp" : "downtime.detection", { seconds: noticed }),
      minMs: noticed * 1000,
      maxMs: noticed * 1000 + detectionSlackMs,
      share: "notice",
    },
    ...expelParts(facts),
    { text: message("downtime.election", { seconds: election.maxMs / 1000 }), ...election, share: "elect" },
  ];
}

/**
 * The shares of the group where the primary crashes. One that is started again at once is refused as an old incarnation of
 * itself until the first one is expelled, which then takes longer; with an expel timeout of 0 it was never seen to. Of GreatSQL
 * it has not been measured, and nothing is added.
 */
export function crashParts(facts: GroupFacts): readonly DowntimePart[] {
  if (facts.maxExpelSeconds === 0 || facts.isGreatSql) return groupParts(facts);
  const text = message("downtime.restarted", { seconds: restartMs / 1000 });
  return [...groupParts(facts), { text, minMs: 0, maxMs: restartMs, share: "restart" }];
}

/** The period makes the time of an expulsion uniform over its length, where the expel timeout is above 0. */
function expelParts({ minExpelSeconds, maxExpelSeconds, isGreatSql }: GroupFacts): readonly DowntimePart[] {
  const period = isGreatSql ? greatSqlSuspicionSeconds : suspicionPeriodSeconds;
  const immediate = isGreatSql ? { minMs: 0, maxMs: period * 1000 } : immediateExpulsion;
  if (maxExpelSeconds === 0) {
    const text = message("downtime.suspicion_none", { seconds: immediate.maxMs / 1000 });
    return [{ text, ...immediate, share: "expel" }];
  }
  const params = { minSeconds: minExpelSeconds, seconds: maxExpelSeconds };
  return [
    {
      text: message(minExpelSeconds === maxExpelSeconds ? "downtime.expel" : "downtime.expel_range", params),
      minMs: minExpelSeconds * 1000,
      maxMs: maxExpelSeconds * 1000,
      share: "expel",
    },
    {
      text: message("downtime.suspicion", { seconds: period }),
      minMs: minExpelSeconds === 0 ? immediate.minMs : 0,
      maxMs: period * 1000,
      share: "expel",
    },
  ];
}

/** The range of a sum: all at their shortest, and all at their longest. */
export function sumParts(parts: readonly Pick<DowntimePart, "minMs" | "maxMs">[]): {
  minMs: number;
  maxMs: number;
} {
  return {
    minMs: parts.reduce((sum, part) => sum + part.minMs, 0),
    maxMs: parts.reduce((sum, part) => sum + part.maxMs, 0),
  };
}

/** Seconds rounded for people. */
export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
