import { type Message, message, messageWith } from "@primacy/contract";
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
  const one = chooseVip(vips);
  return one === undefined ? message("topology.summary_plain", params) : tell(one, params);
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

function tell({ vip, situation, params: own }: AssembledVip, params: Message["params"]): Message {
  const all = { ...own, ...params };
  if (vip.kind === "write") return message(summaryCodes[situation], all);
  if (situation === "wrong_host") return message("topology.summary_read_held_wrong", all);
  if (situation === "at_primary") return message(summaryCodes[situation], all);
  const { address } = vip;
  return messageWith(summaryCodes[situation], all, {
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
  answered_unheard: "topology.summary_answered_unheard",
  two_holders: "topology.summary_two_holders",
  duplicate: "topology.summary_duplicate",
  stranger: "topology.summary_stranger",
  unknown: "topology.summary_vip_unknown",
  disabled: "topology.summary_plain",
  disabled_held: "topology.summary_plain",
} as const satisfies Record<AssembledVip["situation"], Parameters<typeof message>[0]>;
