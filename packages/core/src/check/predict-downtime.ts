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
  crashParts,
  detectionSeconds,
  type FailoverFacts,
  groupParts,
  noticedSeconds,
  oneDecimal,
  proofWaitMs,
  releaseSeconds,
  sumParts,
} from "./downtime";
import { fittingMajorityTimeout } from "./majority-timeout";
import { isSilent, listProxies, type ProxyPath, proxyAdvice, proxyParts } from "./proxy-downtime";

/** What the VIP was measured to add where the old holder's agent answers. */
const vipMove = { minMs: 50, maxMs: 600 };
/** The same in a switchover, where the old holder is asked at once. */
const vipFollow = { minMs: 25, maxMs: 350 };
/** Measured from the order to the first accepted write on the new primary. */
const handover = { minMs: 5, maxMs: 150 };

type PartsOf = (facts: FailoverFacts) => readonly DowntimePart[];

/**
 * For how long writes stop, as a range with the parts that make it: at a planned switchover, when the primary's server
 * crashes, when it or its host freezes, and when its host is cut off; through the VIP, and through each proxy of which
 * enough is known. Where a variable decides, what changing it would give.
 */
export function predictDowntime(facts: FailoverFacts): readonly DowntimeEstimate[] {
  const faults = ["switchover", "crash", "freeze", "partition"] as const;
  return [
    ...faults.map((fault) => throughVip(facts, fault)),
    ...listProxies(facts.proxies).flatMap((path) => faults.map((fault) => throughProxy(facts, fault, path))),
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
  const partsOf: PartsOf = (of) => vipParts(of, fault);
  return {
    ...toEstimate(fault, "vip", partsOf(facts), fault === "partition" ? minorityNotes(facts) : []),
    advice: [...adviceFor(facts, fault, partsOf), ...(fault === "partition" ? majorityAdvice(facts) : [])],
  };
}

/** What is open to a server that freezes or is cut off ends by time limits that nobody told: of that nothing is said. */
function throughProxy(facts: FailoverFacts, fault: DowntimeFault, path: ProxyPath): DowntimeEstimate {
  const partsOf: PartsOf = (of) => {
    const own = ownParts(of, fault);
    return [...own, ...proxyParts(of.proxies, path, fault, sumParts(own).maxMs)];
  };
  const notes = isSilent(fault) ? [message("downtime.proxy_unsaid")] : [];
  return {
    ...toEstimate(fault, path, partsOf(facts), notes),
    advice: [
      ...adviceFor(facts, fault, partsOf),
      ...proxyAdvice(facts.proxies, path, (proxies) => sumParts(partsOf({ ...facts, proxies }))),
    ],
  };
}

/** The shares of the group itself. */
function ownParts(facts: FailoverFacts, fault: DowntimeFault): readonly DowntimePart[] {
  if (fault === "switchover") return handoverParts(facts.checkpointMs);
  return fault === "crash" ? crashParts(facts) : groupParts(facts);
}

function vipParts(facts: FailoverFacts, fault: DowntimeFault): readonly DowntimePart[] {
  const waitMs = proofWaitMs(facts.timings);
  const seconds = oneDecimal(waitMs / 1000);
  const own = ownParts(facts, fault);
  switch (fault) {
    case "switchover":
      return [...own, moved(vipFollow)];
    case "crash":
      return [...own, moved(vipMove)];
    case "freeze": {
      const text = message("downtime.vip_wait_host", { seconds });
      return [...own, { text, minMs: 0, maxMs: waitMs, share: "vip" }, moved(vipMove)];
    }
    case "partition": {
      const text = message("downtime.vip_wait", { seconds });
      return [...own, { text, minMs: 0, maxMs: waitMs, share: "vip" }, moved(vipMove)];
    }
  }
}

function handoverParts(checkpointMs: number | null): readonly DowntimePart[] {
  const handedOver: DowntimePart = { text: message("downtime.handover"), ...handover, share: "elect" };
  if (checkpointMs === null || checkpointMs === 0) return [handedOver];
  const text = message("downtime.checkpoint", { periodMs: checkpointMs });
  return [handedOver, { text, minMs: 0, maxMs: checkpointMs, share: "elect" }];
}

function moved(span: { readonly minMs: number; readonly maxMs: number }): DowntimePart {
  return { text: message("downtime.vip_move", { maxMs: span.maxMs }), ...span, share: "vip" };
}

/** What clients notice that reach a cut-off primary by its own address. */
function minorityNotes(facts: FailoverFacts): DowntimeEstimate["because"] {
  const { majorityTimeout, timings } = facts;
  if (majorityTimeout === null) return [];
  return majorityTimeout.minSeconds === 0
    ? [message("downtime.minority_endless", { releaseSeconds: releaseSeconds(timings) })]
    : [
        message("downtime.minority_bounded", {
          seconds: noticedSeconds(facts) + majorityTimeout.maxSeconds,
          releaseSeconds: releaseSeconds(timings),
        }),
      ];
}

function adviceFor(facts: FailoverFacts, fault: DowntimeFault, partsOf: PartsOf): readonly DowntimeAdvice[] {
  return fault === "switchover"
    ? checkpointAdvice(facts, partsOf)
    : [...expelAdvice(facts, partsOf), ...noticeAdvice(facts, partsOf)];
}

function checkpointAdvice(facts: FailoverFacts, partsOf: PartsOf): readonly DowntimeAdvice[] {
  if (facts.checkpointMs === null || facts.checkpointMs <= noticedCheckpointMs) return [];
  const span = sumParts(partsOf({ ...facts, checkpointMs: fittingCheckpointMs }));
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

function expelAdvice(facts: FailoverFacts, partsOf: PartsOf): readonly DowntimeAdvice[] {
  if (facts.maxExpelSeconds === 0) return [];
  const span = sumParts(partsOf({ ...facts, minExpelSeconds: 0, maxExpelSeconds: 0 }));
  const silentSeconds = noticedSeconds(facts);
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

/** Where GreatSQL was told to notice later than MySQL does, and than it does by default. */
function noticeAdvice(facts: FailoverFacts, partsOf: PartsOf): readonly DowntimeAdvice[] {
  if (facts.flpSeconds === null || facts.flpSeconds <= detectionSeconds) return [];
  const span = sumParts(partsOf({ ...facts, flpSeconds: detectionSeconds }));
  return [
    {
      variable: "group_replication_communication_flp_timeout",
      value: String(detectionSeconds),
      ...span,
      text: message("downtime.advice_flp", { value: detectionSeconds, ...span }),
      fix: null,
    },
  ];
}

function majorityAdvice(facts: FailoverFacts): readonly DowntimeAdvice[] {
  const value = fittingMajorityTimeout(facts.majorityBoundSeconds);
  if (facts.majorityTimeout === null || facts.majorityTimeout.minSeconds > 0 || value === null) return [];
  const params = { value, seconds: noticedSeconds(facts) + value };
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
