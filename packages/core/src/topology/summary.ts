import { type Message, message } from "@primacy/contract";
import { memberName } from "./assemble-hosts";
import type { AssembledVip } from "./assemble-vip";
import type { GroupState } from "./group-state";
import type { TopologySnapshot } from "./snapshot";

/** The state of a cluster in one sentence or two: its members, where writes go, and who has the VIP. */
export function summarize(
  snapshot: TopologySnapshot,
  group: GroupState,
  vips: readonly AssembledVip[],
): Message {
  const total = snapshot.members.length;
  if (group.views.length === 0) return message("topology.summary_unknown");
  const online = snapshot.members.filter((member) =>
    group.judged.members.some((one) => one.serverUuid === member.serverUuid && one.state === "ONLINE"),
  ).length;
  const counts = { online, total };
  if (group.isStale) return message("topology.summary_stale", counts);
  if (group.judged.hasMajority === false) return message("topology.summary_no_majority", counts);
  if (group.judged.isSinglePrimary === false) return message("topology.summary_multi_primary", counts);
  const primary = snapshot.members.find((member) => member.serverUuid === group.judged.primaryUuid);
  if (primary === undefined) return message("topology.summary_no_primary", counts);
  const params = { ...counts, primary: memberName(snapshot, primary) };
  // The first one that needs attention, else the first.
  const one = vips.find(({ vip }) => vip.isEnabled && vip.tone !== "ok") ?? vips[0];
  if (one === undefined || !one.vip.isEnabled) return message("topology.summary_plain", params);
  return message(summaryCodes[one.situation], { ...one.params, ...params });
}

const summaryCodes = {
  ok: "topology.summary_held",
  not_asked: "topology.summary_held_not_asked",
  unanswered: "topology.summary_held_unanswered",
  other_answers: "topology.summary_held_other",
  wrong_host: "topology.summary_held_wrong",
  paused: "topology.summary_paused",
  paused_nobody: "topology.summary_paused_nobody",
  draining: "topology.summary_draining",
  nobody: "topology.summary_nobody",
  answered_unheard: "topology.summary_answered_unheard",
  two_holders: "topology.summary_two_holders",
  duplicate: "topology.summary_duplicate",
  stranger: "topology.summary_stranger",
  unknown: "topology.summary_vip_unknown",
  disabled: "topology.summary_plain",
  disabled_held: "topology.summary_plain",
} as const satisfies Record<AssembledVip["situation"], Parameters<typeof message>[0]>;
