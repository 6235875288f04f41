import { type Message, type MessageParams, message, messageWith } from "@primacy/contract";
import { crashParts, groupParts, sumParts } from "../check/downtime";
import type { AssembledVip } from "./assemble-vip";
import type { GroupState } from "./group-state";
import type { LostPrimary, Service } from "./service";
import type { TopologySnapshot } from "./snapshot";

/** The state of a cluster in one sentence or two: its members, where writes go, and who has the VIP. */
export function summarize(
  snapshot: TopologySnapshot,
  group: GroupState,
  service: Service,
  vips: readonly AssembledVip[],
): Message {
  const { online, total, lostPrimary, missed, primary } = service;
  const counts = { online, total };
  if (group.views.length === 0) return message("topology.summary_unknown");
  if (group.isStale) return message("topology.summary_stale", counts);
  if (group.judged.hasMajority === false) return message("topology.summary_no_majority", counts);
  if (missed.length > 0)
    return message("topology.summary_lost_majority", { ...counts, lost: missed.join(", ") });
  const standing = tellStanding(service);
  if (group.judged.isSinglePrimary === false)
    return messageWith("topology.summary_multi_primary", counts, { standing });
  if (lostPrimary !== null) return tellLost(snapshot, lostPrimary, counts);
  if (primary === null) return message("topology.summary_no_primary", counts);
  const params = { ...counts, primary };
  const one = chooseVip(vips);
  return one === undefined
    ? messageWith("topology.summary_plain", params, { standing })
    : tell(one, params, standing);
}

/** How many are online, and what that leaves: a group that works with a member less is degraded. */
function tellStanding({ online, total, tolerated }: Service): Message {
  const counts = { online, total };
  if (tolerated === null) return message("topology.members_online", counts);
  if (tolerated <= 0) return message("topology.members_degraded", counts);
  return tolerated === 1
    ? message("topology.members_degraded_one", counts)
    : message("topology.members_degraded_some", { ...counts, count: tolerated });
}

const faultCodes = {
  outside: "topology.fault_outside",
  down: "topology.fault_down",
  silent: "topology.fault_silent",
  host: "topology.fault_host",
} as const satisfies Record<LostPrimary["kind"], Parameters<typeof message>[0]>;

/** How long that usually takes is known where the servers' settings are: only who crashed may come back and be in its own way. */
function tellLost(
  { failover = null, observedAt }: TopologySnapshot,
  { name, kind, since }: LostPrimary,
  counts: MessageParams,
): Message {
  const within = { fault: message(faultCodes[kind], { member: name }) };
  if (failover === null) return messageWith("topology.summary_lost", counts, within);
  const isCrash = kind === "down" || kind === "outside";
  const { minMs, maxMs } = sumParts(isCrash ? crashParts(failover) : groupParts(failover));
  const isLate = Date.parse(observedAt) - Date.parse(since) > maxMs;
  const code = isLate ? "topology.summary_lost_late" : "topology.summary_lost_usual";
  return messageWith(code, { ...counts, minMs, maxMs }, within);
}

/** The first one that failed, else the first that needs attention, else the first. */
function chooseVip(vips: readonly AssembledVip[]): AssembledVip | undefined {
  const inForce = vips.filter(({ vip }) => vip.isEnabled);
  return (
    inForce.find(({ vip }) => vip.tone === "failed") ??
    inForce.find(({ vip }) => vip.tone !== "ok") ??
    inForce[0]
  );
}

function tell(
  { vip, situation, params: own }: AssembledVip,
  params: MessageParams,
  standing: Message,
): Message {
  const all = { ...own, ...params };
  if (vip.kind === "write") return messageWith(summaryCodes[situation], all, { standing });
  if (situation === "wrong_host") return messageWith("topology.summary_read_held_wrong", all, { standing });
  if (situation === "at_primary") return messageWith(summaryCodes[situation], all, { standing });
  const { address } = vip;
  return messageWith(summaryCodes[situation], all, {
    standing,
    address: message("topology.read_address", { address }),
  });
}

const summaryCodes = {
  ok: "topology.summary_held",
  at_primary: "topology.summary_read_at_primary",
  not_asked: "topology.summary_held_not_asked",
  unanswered: "topology.summary_held_unanswered",
  other_answers: "topology.summary_held_other",
  wrong_host: "topology.summary_held_wrong",
  paused: "topology.summary_paused",
  paused_nobody: "topology.summary_paused_nobody",
  draining: "topology.summary_draining",
  nobody: "topology.summary_nobody",
  moving: "topology.summary_moving",
  at_lost: "topology.summary_at_lost",
  answered_unheard: "topology.summary_answered_unheard",
  two_holders: "topology.summary_two_holders",
  duplicate: "topology.summary_duplicate",
  stranger: "topology.summary_stranger",
  unknown: "topology.summary_vip_unknown",
  disabled: "topology.summary_plain",
  disabled_held: "topology.summary_plain",
} as const satisfies Record<AssembledVip["situation"], Parameters<typeof message>[0]>;
