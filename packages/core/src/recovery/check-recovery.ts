import type { Check, CheckReport, RecoveryMethod } from "@primacy/contract";
import { buildCheck, type Finding } from "../check/build-check";
import { compareGtids, shortenGtids } from "../member";
import { judgeStanding, listUnknownSeeds, listUnregisteredVoters, type Standing } from "./judge-standing";
import {
  type AnsweringMember,
  findAnswering,
  type OwnView,
  type RecoveryMember,
  type RecoverySnapshot,
  readOwnView,
} from "./snapshot";

/** What stands against a recovery, and what it would be. Nothing may be ordered while the report `hasFailures`. */
export interface JudgedRecovery {
  readonly report: CheckReport;
  /** Null where the target cannot be the one from which the group goes on. */
  readonly method: RecoveryMethod | null;
  /** The members that go on in the group at once, the target first. */
  readonly staying: readonly AnsweringMember[];
  /** Those whose hosts an operator must say are off. */
  readonly unproven: readonly RecoveryMember[];
  /** Those of which nothing is known that they have executed. */
  readonly unread: readonly RecoveryMember[];
}

interface Judged {
  readonly member: RecoveryMember;
  readonly standing: Standing;
}

/**
 * Judges the recovery of a group from one of its members, with all reasons at once: that the group serves nobody, that no
 * other member can write beside it, that the target has what the others have, and that orders can be signed where one is
 * needed.
 */
export function checkRecovery(snapshot: RecoverySnapshot): JudgedRecovery {
  const member = snapshot.members.find((one) => one.memberId === snapshot.targetMemberId);
  const target = member === undefined ? null : findAnswering(member);
  const view = target === null ? null : readOwnView(target);
  const others: readonly Judged[] = snapshot.members
    .filter((one) => one.memberId !== snapshot.targetMemberId)
    .map((one) => ({ member: one, standing: judgeStanding(one, view) }));
  const found = judgeTarget(snapshot, member, target, view);
  const staying = [
    ...(target === null ? [] : [target]),
    ...others.flatMap(({ standing }) => (standing.kind === "stays" ? [standing.member] : [])),
  ];
  const unproven = others.flatMap((one) => (one.standing.kind === "unproven" ? [one.member] : []));
  const unread = others.flatMap((one) => (isUnread(one.standing) ? [one.member] : []));
  const checks: readonly Check[] = [
    buildCheck("recovery_target", null, found.finding),
    ...(view === null ? seeds(target, snapshot) : strangers(view, snapshot)),
    ...others.map(({ member: { hostId, name }, standing }) =>
      buildCheck("recovery_other", { hostId, name }, judgeOther(name, standing)),
    ),
    ...(target === null ? [] : [buildCheck("recovery_data", null, data(snapshot, target, staying, others))]),
    ...(unproven.length === 0 || staying.length === 0
      ? []
      : [buildCheck("recovery_keys", null, keys(staying))]),
  ];
  const hasFailures = checks.some((check) => check.result === "fail");
  return {
    report: { checks: [...checks], hasFailures, estimates: [] },
    method: found.method,
    staying,
    unproven,
    unread,
  };
}

function judgeTarget(
  { groupName, targetMemberId }: RecoverySnapshot,
  member: RecoveryMember | undefined,
  target: AnsweringMember | null,
  view: OwnView | null,
): { readonly method: RecoveryMethod | null; readonly finding: Finding } {
  const params = { member: member?.name ?? targetMemberId };
  const fail = (evidence: Finding["evidence"], remedy: NonNullable<Finding["remedy"]>, more = {}) =>
    ({
      method: null,
      finding: { result: "fail", evidence, remedy, params: { ...params, ...more } },
    }) as const;
  if (target === null) {
    if (member?.server.kind === "answering")
      return fail("check.recovery_target.fail_other_server", "check.recovery_target.remedy_other_server", {
        other: member.server.uuid,
      });
    return fail("check.recovery_target.fail_silent", "check.recovery_target.remedy_silent", {
      reason: member?.server.kind === "silent" ? member.server.reason : "-",
    });
  }
  const { server } = target;
  if (server.groupName?.toLowerCase() !== groupName.toLowerCase())
    return fail("check.recovery_target.fail_group", "check.recovery_target.remedy_group", {
      group: groupName,
      other: server.groupName ?? "-",
    });
  const state = server.state ?? "-";
  if (view === null)
    return {
      method: "bootstrap",
      finding: { result: "pass", evidence: "check.recovery_target.pass_out", params: { ...params, state } },
    };
  const counted = { present: view.presentUuids.length, total: view.voters.length };
  if (view.hasMajority)
    return fail("check.recovery_target.fail_majority", "check.recovery_target.remedy_majority", counted);
  if (server.state !== "ONLINE")
    return fail("check.recovery_target.fail_state", "check.recovery_target.remedy_state", { state });
  return {
    method: "force",
    finding: {
      result: "pass",
      evidence: "check.recovery_target.pass_lost",
      params: { ...params, ...counted },
    },
  };
}

function strangers(view: OwnView, { members }: RecoverySnapshot): readonly Check[] {
  const found = listUnregisteredVoters(view, members);
  if (found.length === 0) return [];
  const remedy = "check.recovery_strangers.remedy";
  const params = { addresses: found.join(", ") };
  return [
    buildCheck("recovery_strangers", null, {
      result: "fail",
      evidence: "check.recovery_strangers.fail",
      remedy,
      params,
    }),
  ];
}

/** Who is out knows no view, and who is in the group may be a server that nobody registered. */
function seeds(target: AnsweringMember | null, { members }: RecoverySnapshot): readonly Check[] {
  const found = target === null ? [] : listUnknownSeeds(target, members);
  if (found.length === 0) return [];
  const remedy = "check.recovery_strangers.remedy";
  const params = { addresses: found.join(", ") };
  return [
    buildCheck("recovery_strangers", null, {
      result: "warn",
      evidence: "check.recovery_strangers.warn",
      remedy,
      params,
    }),
  ];
}

function judgeOther(member: string, standing: Standing): Finding {
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
        params: { member, reason: standing.reason },
      };
    case "unproven":
      return {
        result: "warn",
        evidence: "check.recovery_other.warn",
        remedy: "check.recovery_other.remedy",
        params: { member, reason: standing.reason },
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
        params: { member, reason: standing.reason },
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
        params: { member, reason: standing.reason },
      };
    case "heard":
      return {
        result: "fail",
        evidence: "check.recovery_other.fail_heard",
        remedy: "check.recovery_other.remedy_heard",
        params: { member, hosts: standing.by.join(", "), reason: standing.reason },
      };
  }
}

function isUnread({ kind }: Standing): boolean {
  return kind === "gone" || kind === "unproven";
}

/** What another member that answers has, and none of those that go on, would be lost to the group. */
function data(
  { names }: RecoverySnapshot,
  target: AnsweringMember,
  staying: readonly AnsweringMember[],
  others: readonly Judged[],
): Finding {
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
  const unread = others.filter(({ standing }) => isUnread(standing)).map((one) => one.member.name);
  if (unread.length > 0)
    return {
      result: "warn",
      evidence: "check.recovery_data.warn",
      remedy: "check.recovery_data.remedy_unread",
      params: { member, others: unread.join(", ") },
    };
  return { result: "pass", evidence: "check.recovery_data.pass", params: { member } };
}

/** The hosts that go on judge the order themselves: each must know somebody who may sign. */
function keys(staying: readonly AnsweringMember[]): Finding {
  const without = staying.filter(({ agent }) => agent.kind !== "answering" || (agent.keyCount ?? 0) === 0);
  const params = { hosts: (without.length === 0 ? staying : without).map(({ name }) => name).join(", ") };
  if (without.length === 0) return { result: "pass", evidence: "check.recovery_keys.pass", params };
  const remedy = "check.recovery_keys.remedy";
  return { result: "fail", evidence: "check.recovery_keys.fail", remedy, params };
}
