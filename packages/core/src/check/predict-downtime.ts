import {
  type DowntimeAdvice,
  type DowntimeEstimate,
  type DowntimeFault,
  type DowntimePart,
  type DowntimePath,
  message,
} from "@primacy/contract";
import { fittingCheckpointMs, noticedCheckpointMs } from "./checkpoint-period";
import {
  detectionSeconds,
  type FailoverFacts,
  groupParts,
  oneDecimal,
  type ProxyFacts,
  proofWaitMs,
  releaseSeconds,
  sumParts,
} from "./downtime";
import { fittingMajorityTimeout } from "./majority-timeout";

/** What the VIP was measured to add where the old holder's agent answers. */
const vipMove = { minMs: 50, maxMs: 600 };
/** The same in a switchover, where the old holder is asked at once. */
const vipFollow = { minMs: 25, maxMs: 350 };
/** Measured from the order to the first accepted write on the new primary. */
const handover = { minMs: 5, maxMs: 150 };
/** From the Router's knowledge of the new primary to the first write of a client that connects again. */
const reconnectMs = 200;

type Routed = Exclude<DowntimePath, "vip">;
type Facts = Omit<FailoverFacts, "proxies">;

/**
 * For how long writes stop, as a range with the parts that make it: at a planned switchover, when the primary's server
 * crashes, when it or its host freezes, and when its host is cut off; through the VIP, and through each proxy of which
 * enough is known. Where a variable decides, what changing it would give.
 */
export function predictDowntime(facts: FailoverFacts): readonly DowntimeEstimate[] {
  const faults = ["switchover", "crash", "freeze", "partition"] as const;
  return [
    ...faults.map((fault) => throughVip(facts, fault)),
    ...proxyParts(facts.proxies).flatMap(({ path, part }) =>
      (["switchover", "crash"] as const).map((fault) => throughProxy(facts, fault, path, part)),
    ),
  ];
}

/** What is known of the member that is to be the primary. */
export interface SwitchoverTargetFacts {
  /** What it has still to apply, in milliseconds. */
  readonly lagMs?: number | null;
  /** How long it may wait for a checkpoint of its applier, in milliseconds; see `checkpointWaitMs`. */
  readonly checkpointMs?: number | null;
}

/** For how long writes stop at a planned switchover. */
export function predictSwitchover(hasVip: boolean, target: SwitchoverTargetFacts = {}): DowntimeEstimate {
  const backlog = Math.round(target.lagMs ?? 0);
  return toEstimate("switchover", "vip", [
    ...handoverParts(target.checkpointMs ?? null),
    ...(backlog === 0
      ? []
      : [{ text: message("downtime.backlog", { lagMs: backlog }), minMs: 0, maxMs: backlog }]),
    ...(hasVip ? [moved(vipFollow)] : []),
  ]);
}

function throughVip(facts: FailoverFacts, fault: DowntimeFault): DowntimeEstimate {
  const parts = vipParts(facts, fault);
  return {
    ...toEstimate(fault, "vip", parts, fault === "partition" ? minorityNotes(facts) : []),
    advice: [...adviceFor(facts, fault)],
  };
}

function throughProxy(
  facts: FailoverFacts,
  fault: "switchover" | "crash",
  path: Routed,
  part: DowntimePart,
): DowntimeEstimate {
  const group = fault === "switchover" ? handoverParts(facts.checkpointMs) : groupParts(facts);
  return toEstimate(fault, path, [...group, part]);
}

function vipParts(facts: Facts, fault: DowntimeFault): readonly DowntimePart[] {
  const waitMs = proofWaitMs(facts.timings);
  const seconds = oneDecimal(waitMs / 1000);
  switch (fault) {
    case "switchover":
      return [...handoverParts(facts.checkpointMs), moved(vipFollow)];
    case "crash":
      return [...groupParts(facts), moved(vipMove)];
    case "freeze": {
      const text = message("downtime.vip_wait_host", { seconds });
      return [...groupParts(facts), { text, minMs: 0, maxMs: waitMs }, moved(vipMove)];
    }
    case "partition": {
      const text = message("downtime.vip_wait", { seconds });
      return [...groupParts(facts), { text, minMs: 0, maxMs: waitMs }, moved(vipMove)];
    }
  }
}

function handoverParts(checkpointMs: number | null): readonly DowntimePart[] {
  const handedOver = { text: message("downtime.handover"), ...handover };
  if (checkpointMs === null || checkpointMs === 0) return [handedOver];
  const text = message("downtime.checkpoint", { periodMs: checkpointMs });
  return [handedOver, { text, minMs: 0, maxMs: checkpointMs }];
}

function moved(span: { readonly minMs: number; readonly maxMs: number }): DowntimePart {
  return { text: message("downtime.vip_move", { maxMs: span.maxMs }), ...span };
}

function proxyParts({
  routerTtlMs,
  haproxy,
}: ProxyFacts): readonly { readonly path: Routed; readonly part: DowntimePart }[] {
  return [
    ...(routerTtlMs === null
      ? []
      : [
          {
            path: "router" as const,
            part: {
              text: message("downtime.router", { ttlMs: routerTtlMs }),
              minMs: 0,
              maxMs: routerTtlMs + reconnectMs,
            },
          },
        ]),
    ...(haproxy === null
      ? []
      : [
          {
            path: "haproxy" as const,
            part: {
              text: message("downtime.haproxy", { rise: haproxy.rise, intervalMs: haproxy.intervalMs }),
              // The first good check comes by chance within one interval of the election.
              minMs: (haproxy.rise - 1) * haproxy.intervalMs,
              maxMs: haproxy.rise * haproxy.intervalMs + reconnectMs,
            },
          },
        ]),
  ];
}

/** What clients notice that reach a cut-off primary by its own address. */
function minorityNotes({ majorityTimeout, timings }: Facts): DowntimeEstimate["because"] {
  if (majorityTimeout === null) return [];
  return majorityTimeout.minSeconds === 0
    ? [message("downtime.minority_endless", { releaseSeconds: releaseSeconds(timings) })]
    : [
        message("downtime.minority_bounded", {
          seconds: detectionSeconds + majorityTimeout.maxSeconds,
          releaseSeconds: releaseSeconds(timings),
        }),
      ];
}

function adviceFor(facts: FailoverFacts, fault: DowntimeFault): readonly DowntimeAdvice[] {
  if (fault === "switchover") return checkpointAdvice(facts);
  return [...expelAdvice(facts, fault), ...(fault === "partition" ? majorityAdvice(facts) : [])];
}

function checkpointAdvice(facts: FailoverFacts): readonly DowntimeAdvice[] {
  if (facts.checkpointMs === null || facts.checkpointMs <= noticedCheckpointMs) return [];
  const span = sumParts(vipParts({ ...facts, checkpointMs: fittingCheckpointMs }, "switchover"));
  return [
    {
      variable: "replica_checkpoint_period",
      value: String(fittingCheckpointMs),
      ...span,
      text: message("downtime.advice_checkpoint", { value: fittingCheckpointMs, ...span }),
      fix: "checkpoint_period",
    },
  ];
}

function expelAdvice(facts: FailoverFacts, fault: DowntimeFault): readonly DowntimeAdvice[] {
  if (facts.maxExpelSeconds === 0) return [];
  const span = sumParts(vipParts({ ...facts, minExpelSeconds: 0, maxExpelSeconds: 0 }, fault));
  const silentSeconds = facts.flpSeconds ?? detectionSeconds;
  return [
    {
      variable: "group_replication_member_expel_timeout",
      value: "0",
      ...span,
      text: message("downtime.advice_expel", { value: 0, ...span, silentSeconds }),
      fix: "expel_timeout",
    },
  ];
}

function majorityAdvice(facts: FailoverFacts): readonly DowntimeAdvice[] {
  const value = fittingMajorityTimeout(facts.majorityBoundSeconds);
  if (facts.majorityTimeout === null || facts.majorityTimeout.minSeconds > 0 || value === null) return [];
  const params = { value, seconds: detectionSeconds + value };
  return [
    {
      variable: "group_replication_unreachable_majority_timeout",
      value: String(value),
      ...sumParts(vipParts(facts, "partition")),
      text: message("downtime.advice_majority", params),
      fix: "majority_timeout",
    },
  ];
}

function toEstimate(
  fault: DowntimeFault,
  path: DowntimePath,
  parts: readonly DowntimePart[],
  notes: DowntimeEstimate["because"] = [],
): DowntimeEstimate {
  return {
    fault,
    path,
    ...sumParts(parts),
    because: [...parts.map((part) => part.text), ...notes],
    parts: [...parts],
    advice: [],
  };
}
