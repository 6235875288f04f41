import { paramsWith, quote } from "@primacy/contract";
import type { Finding } from "../check/build-check";
import { compareGtids, shortenGtids } from "../member";
import { listUnknownSeeds, listUnregisteredVoters } from "./judge-standing";
import {
  findTarget,
  type OtherSubject,
  type RecoveryCheck,
  type RecoveryGiven,
  type RecoverySubject,
} from "./recovery-needs";

/** Every pre-check of a recovery, in the order of the report. */
export const recoveryChecks: readonly RecoveryCheck[] = [
  { code: "recovery_target", scope: "cluster", needs: "nothing", judge: target },
  { code: "recovery_strangers", scope: "cluster", needs: "target", judge: strangers },
  { code: "recovery_other", scope: "member", needs: "nothing", judge: other },
  { code: "recovery_data", scope: "cluster", needs: "target", judge: data },
  { code: "recovery_keys", scope: "cluster", needs: "nothing", applies: isOrderNeeded, judge: keys },
];

/** What a judge looks at whose check needs the target. */
type Answered = RecoverySubject & RecoveryGiven["target"];

function target(subject: RecoverySubject): Finding {
  const member = findTarget(subject.snapshot);
  const params = { member: member?.name ?? subject.snapshot.targetMemberId };
  if (subject.target !== null) return answeringTarget({ ...subject, target: subject.target });
  if (member?.server.kind === "answering")
    return {
      result: "fail",
      evidence: "check.recovery_target.fail_other_server",
      remedy: "check.recovery_target.remedy_other_server",
      params: { ...params, other: member.server.uuid },
    };
  return {
    result: "fail",
    evidence: "check.recovery_target.fail_silent",
    remedy: "check.recovery_target.remedy_silent",
    params: paramsWith(params, {
      reason: member?.server.kind === "silent" ? member.server.reason : quote("-"),
    }),
  };
}

/** Out of its group it may found it anew; in it, it may go on where it sees no majority, and is ONLINE. */
function answeringTarget({
  snapshot: { groupName },
  target: { name: member, server },
  view,
}: Answered): Finding {
  const state = server.state ?? "-";
  if (server.groupName?.toLowerCase() !== groupName.toLowerCase())
    return {
      result: "fail",
      evidence: "check.recovery_target.fail_group",
      remedy: "check.recovery_target.remedy_group",
      params: { member, group: groupName, other: server.groupName ?? "-" },
    };
  if (view === null)
    return { result: "pass", evidence: "check.recovery_target.pass_out", params: { member, state } };
  const params = { member, present: view.presentUuids.length, total: view.voters.length };
  if (view.hasMajority)
    return {
      result: "fail",
      evidence: "check.recovery_target.fail_majority",
      remedy: "check.recovery_target.remedy_majority",
      params,
    };
  if (server.state !== "ONLINE")
    return {
      result: "fail",
      evidence: "check.recovery_target.fail_state",
      remedy: "check.recovery_target.remedy_state",
      params: { member, state },
    };
  return { result: "pass", evidence: "check.recovery_target.pass_lost", params };
}

/** Who is out knows no view, and whom it would look for may be in the group all the same: that is a warning. */
function strangers({ snapshot: { members }, target, view }: Answered): readonly Finding[] {
  const found = view === null ? listUnknownSeeds(target, members) : listUnregisteredVoters(view, members);
  if (found.length === 0) return [];
  const remedy = "check.recovery_strangers.remedy";
  const params = { addresses: found.join(", ") };
  return [
    view === null
      ? { result: "warn", evidence: "check.recovery_strangers.warn", remedy, params }
      : { result: "fail", evidence: "check.recovery_strangers.fail", remedy, params },
  ];
}

function other({ member: { name: member }, standing }: OtherSubject): Finding {
  switch (standing.kind) {
    case "stays":
      return { result: "pass", evidence: "check.recovery_other.pass_stays", params: { member } };
    case "out": {
      const state = standing.member.server.state ?? "-";
      return { result: "pass", evidence: "check.recovery_other.pass_out", params: { member, state } };
    }
    case "gone":
      return {
        result: "pass",
        evidence: "check.recovery_other.pass_gone",
        params: paramsWith({ member }, { reason: standing.reason }),
      };
    case "unproven":
      return {
        result: "warn",
        evidence: "check.recovery_other.warn",
        remedy: "check.recovery_other.remedy",
        params: paramsWith({ member }, { reason: standing.reason }),
      };
    case "in_group":
      return {
        result: "fail",
        evidence: standing.hasMajority
          ? "check.recovery_other.fail_majority"
          : "check.recovery_other.fail_in_group",
        remedy: standing.hasMajority
          ? "check.recovery_other.remedy_majority"
          : "check.recovery_other.remedy_in_group",
        params: { member },
      };
    case "writable":
      return {
        result: "fail",
        evidence: "check.recovery_other.fail_writable",
        remedy: "check.recovery_other.remedy_writable",
        params: { member },
      };
    case "other_server":
      return {
        result: "fail",
        evidence: "check.recovery_other.fail_other_server",
        remedy: "check.recovery_other.remedy_other_server",
        params: { member, other: standing.uuid },
      };
    case "answering":
      return {
        result: "fail",
        evidence: "check.recovery_other.fail_answering",
        remedy: "check.recovery_other.remedy_heard",
        params: paramsWith({ member }, { reason: standing.reason }),
      };
    case "present":
      return {
        result: "fail",
        evidence: "check.recovery_other.fail_present",
        remedy: "check.recovery_other.remedy_present",
        params: { member },
      };
    case "unnameable":
      return {
        result: "fail",
        evidence: "check.recovery_other.fail_unnameable",
        remedy: "check.recovery_other.remedy_unnameable",
        params: paramsWith({ member }, { reason: standing.reason }),
      };
    case "heard":
      return {
        result: "fail",
        evidence: "check.recovery_other.fail_heard",
        remedy: "check.recovery_other.remedy_heard",
        params: paramsWith({ member, hosts: standing.by.join(", ") }, { reason: standing.reason }),
      };
  }
}

/** What another member that answers has, and none of those that go on, would be lost to the group. */
function data({ snapshot: { names }, target, staying, others, unread }: Answered): Finding {
  const peers = staying.map(({ name, server }) => ({ name, gtids: server.gtids }));
  const out = others.flatMap(({ standing }) => (standing.kind === "out" ? [standing.member] : []));
  const compared = out.map((member) => ({ member, more: compareGtids(member.server.gtids, peers, names) }));
  const ahead = compared.filter(({ more }) => (more?.difference.errantCount ?? 0) > 0);
  const unknown = compared.filter(({ more }) => more === null);
  const member = target.name;
  if (ahead.length > 0)
    return {
      result: "fail",
      evidence: "check.recovery_data.fail",
      remedy: "check.recovery_data.remedy",
      params: {
        member,
        others: ahead.map((one) => one.member.name).join(", "),
        gtids: shortenGtids(ahead[0]?.more?.errant ?? ""),
      },
    };
  if (unknown.length > 0)
    return {
      result: "fail",
      evidence: "check.recovery_data.fail_unknown",
      remedy: "check.recovery_data.remedy_unknown",
      params: { member, others: unknown.map((one) => one.member.name).join(", ") },
    };
  if (unread.length > 0)
    return {
      result: "warn",
      evidence: "check.recovery_data.warn",
      remedy: "check.recovery_data.remedy_unread",
      params: { member, others: unread.map(({ name }) => name).join(", ") },
    };
  return { result: "pass", evidence: "check.recovery_data.pass", params: { member } };
}

/** The hosts that go on judge the order themselves: each must know somebody who may sign. */
function keys({ staying }: RecoverySubject): Finding {
  const without = staying.filter(({ agent }) => agent.kind !== "answering" || (agent.keyCount ?? 0) === 0);
  const params = { hosts: (without.length === 0 ? staying : without).map(({ name }) => name).join(", ") };
  if (without.length === 0) return { result: "pass", evidence: "check.recovery_keys.pass", params };
  const remedy = "check.recovery_keys.remedy";
  return { result: "fail", evidence: "check.recovery_keys.fail", remedy, params };
}

/** The hosts that go on are told in an order which others are off, where nobody could see that. */
function isOrderNeeded({ unproven, staying }: RecoverySubject): boolean {
  return unproven.length > 0 && staying.length > 0;
}
