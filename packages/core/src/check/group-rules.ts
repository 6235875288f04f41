import type { HostObservation } from "@primacy/contract/agent";
import type { Finding } from "./build-check";
import {
  checkpointSettingsOf,
  checkpointWaitMs,
  fittingCheckpointMs,
  noticedCheckpointMs,
} from "./checkpoint-period";
import { type FailoverFacts, groupFailoverSeconds, oneDecimal, releaseSeconds } from "./downtime";
import { expelVariable, findGroupFacts, listNumbers } from "./group-facts";
import { listUnregistered } from "./list-unregistered";
import { boundOfMajorityTimeout, isMajorityTimeoutFit } from "./majority-timeout";
import { proxyFactsOf } from "./proxy-downtime";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";
import { findNumber, findVariable } from "./variables";
import { viewsAgree } from "./views-rule";
import type { MemberSubject, VipCheck, VipSubject } from "./vip-needs";

/** The checks of the group as a whole, and of each member's place in it. */
export const groupChecks: readonly VipCheck[] = [
  { code: "single_primary", scope: "cluster", needs: "nothing", judge: singlePrimary },
  { code: "views_agree", scope: "cluster", needs: "nothing", judge: viewsAgree },
  { code: "majority", scope: "cluster", needs: "nothing", judge: majority },
  { code: "voters", scope: "cluster", needs: "nothing", applies: hasVoters, judge: voters },
  {
    code: "members_registered",
    scope: "cluster",
    needs: "nothing",
    applies: hasVoters,
    judge: membersRegistered,
  },
  { code: "expel_timeout", scope: "cluster", needs: "nothing", judge: expelTimeout },
  { code: "majority_timeout", scope: "cluster", needs: "nothing", judge: majorityTimeout },
  { code: "checkpoint_period", scope: "cluster", needs: "nothing", judge: checkpointPeriod },
  { code: "member_state", scope: "member", needs: "nothing", judge: memberState },
];

function hasVoters({ group }: VipSubject): boolean {
  return group.voterCount > 0;
}

function singlePrimary({ snapshot, group }: VipSubject): Finding {
  const remedy = "check.single_primary.remedy";
  if (group.isSinglePrimary === null)
    return { result: "fail", evidence: "check.single_primary.fail_unknown", remedy };
  if (!group.isSinglePrimary) return { result: "fail", evidence: "check.single_primary.fail_multi", remedy };
  const primary = snapshot.members.find((member) => member.serverUuid === group.primaryUuid);
  if (primary === undefined) return { result: "fail", evidence: "check.single_primary.fail_none", remedy };
  return { result: "pass", evidence: "check.single_primary.pass", params: { primary: primary.name } };
}

function majority({ group }: VipSubject): Finding {
  const remedy = "check.majority.remedy";
  if (group.hasMajority === null) return { result: "fail", evidence: "check.majority.fail_unknown", remedy };
  const params = { online: group.onlineCount, total: group.voterCount };
  return group.hasMajority
    ? { result: "pass", evidence: "check.majority.pass", params }
    : { result: "fail", evidence: "check.majority.fail", remedy, params };
}

function voters({ group }: VipSubject): Finding {
  const total = group.voterCount;
  const params = { total, survives: Math.floor((total - 1) / 2) };
  return total >= 3
    ? { result: "pass", evidence: "check.voters.pass", params }
    : { result: "warn", evidence: "check.voters.warn", remedy: "check.voters.remedy", params };
}

/** Every other check goes through the registered members: whoever is missing there is looked at by none of them. */
function membersRegistered({ snapshot, request, group }: VipSubject): Finding {
  const missing = listUnregistered(
    group,
    snapshot.members.map((member) => member.serverUuid),
  );
  if (missing.length === 0) {
    const params = { total: group.voterCount };
    return { result: "pass", evidence: "check.members_registered.pass", params };
  }
  const remedy = "check.members_registered.remedy";
  const params = { addresses: missing.join(", ") };
  const evidence =
    request.kind === "write" ? "check.members_registered.fail" : "check.members_registered.fail_read";
  return { result: "fail", evidence, remedy, params };
}

function memberState({ member, group }: MemberSubject): Finding {
  const remedy = "check.member_state.remedy";
  const judged = group.members.find((one) => one.serverUuid === member.serverUuid);
  if (group.members.length === 0)
    return { result: "fail", evidence: "check.member_state.fail_unknown", remedy };
  const state = judged?.state ?? null;
  if (state === null) return { result: "fail", evidence: "check.member_state.fail_absent", remedy };
  if (state === "ONLINE")
    return {
      result: "pass",
      evidence: "check.member_state.pass",
      params: { role: judged?.role ?? "-", state },
    };
  if (state === "RECOVERING") {
    const wait = "check.member_state.remedy_recovering";
    return { result: "warn", evidence: "check.member_state.warn_recovering", remedy: wait };
  }
  return { result: "fail", evidence: "check.member_state.fail", remedy, params: { state } };
}

function expelTimeout({ snapshot }: VipSubject): Finding {
  const facts = findFailoverFacts(snapshot);
  const remedy = "check.expel_timeout.remedy";
  if (facts === null) return { result: "fail", evidence: "check.expel_timeout.fail_unknown", remedy };
  const implied = groupFailoverSeconds(facts);
  const best = groupFailoverSeconds({ ...facts, minExpelSeconds: 0, maxExpelSeconds: 0 });
  const params = {
    value: facts.maxExpelSeconds,
    minSeconds: oneDecimal(implied.minSeconds),
    maxSeconds: oneDecimal(implied.maxSeconds),
    bestMinSeconds: oneDecimal(best.minSeconds),
    bestMaxSeconds: oneDecimal(best.maxSeconds),
  };
  if (facts.maxExpelSeconds === 0) return { result: "pass", evidence: "check.expel_timeout.pass", params };
  if (facts.minExpelSeconds === facts.maxExpelSeconds)
    return { result: "warn", evidence: "check.expel_timeout.warn", remedy, fix: "expel_timeout", params };
  const values = observed(snapshot)
    .map(({ member, observation }) => `${member.name} ${findVariable(observation, expelVariable) ?? "?"}`)
    .join(", ");
  return {
    result: "warn",
    evidence: "check.expel_timeout.warn_differs",
    remedy,
    fix: "expel_timeout",
    params: { ...params, values },
  };
}

function majorityTimeout({ snapshot }: VipSubject): readonly Finding[] {
  const known = observed(snapshot).flatMap(({ member, observation }) => {
    const seconds = findNumber(observation, "group_replication_unreachable_majority_timeout");
    return seconds === null ? [] : [{ member, seconds }];
  });
  if (known.length === 0) return [];
  const remedy = "check.majority_timeout.remedy";
  const fix = "majority_timeout";
  const endless = known.filter(({ seconds }) => seconds === 0);
  const bound = findFailoverFacts(snapshot)?.majorityBoundSeconds ?? null;
  const late = known.filter(({ seconds }) => seconds > 0 && !isMajorityTimeoutFit(seconds, bound));
  const names = (of: typeof known): string => of.map(({ member }) => member.name).join(", ");
  if (endless.length > 0) {
    const params = { members: names(endless), releaseSeconds: releaseSeconds(snapshot.timings) };
    return [{ result: "warn", evidence: "check.majority_timeout.warn", remedy, fix, params }];
  }
  const value = Math.max(...known.map(({ seconds }) => seconds));
  if (late.length > 0) {
    const params = { members: names(late), value, expel: bound ?? 0 };
    return [{ result: "warn", evidence: "check.majority_timeout.warn_late", remedy, fix, params }];
  }
  return [{ result: "pass", evidence: "check.majority_timeout.pass", params: { value } }];
}

/** A server whose one thread applies alone wakes the election itself. */
function checkpointPeriod({ snapshot }: VipSubject): readonly Finding[] {
  const waits = observed(snapshot).flatMap(({ member, observation }) => {
    const waitMs = checkpointWaitMs(checkpointSettingsOf(observation));
    return waitMs === null ? [] : [{ member, waitMs }];
  });
  if (waits.length === 0) return [];
  const maxMs = Math.max(...waits.map(({ waitMs }) => waitMs));
  if (maxMs === 0) return [{ result: "pass", evidence: "check.checkpoint_period.pass_single" }];
  if (maxMs <= noticedCheckpointMs)
    return [{ result: "pass", evidence: "check.checkpoint_period.pass", params: { maxMs } }];
  // One that applies with a single thread waits for none, whatever its period is.
  const long = waits.filter(({ waitMs }) => waitMs > noticedCheckpointMs);
  const values = long.map(({ member, waitMs }) => `${member.name} ${waitMs}`).join(", ");
  return [
    {
      result: "warn",
      evidence: "check.checkpoint_period.warn",
      remedy: "check.checkpoint_period.remedy",
      fix: "checkpoint_period",
      params: { values, maxMs, value: fittingCheckpointMs },
    },
  ];
}

/** What decides the length of a failover, from the servers that answered; null when none did. */
export function findFailoverFacts(snapshot: VipCheckSnapshot): FailoverFacts | null {
  const settings = observed(snapshot).map(({ observation }) => observation);
  const own = findGroupFacts(settings);
  if (own === null) return null;
  const majority = listNumbers(settings, "group_replication_unreachable_majority_timeout");
  const waits = settings.flatMap((one) => checkpointWaitMs(checkpointSettingsOf(one)) ?? []);
  return {
    ...own,
    majorityBoundSeconds: boundOfMajorityTimeout(listNumbers(settings, expelVariable)),
    majorityTimeout:
      majority.length > 0 ? { minSeconds: Math.min(...majority), maxSeconds: Math.max(...majority) } : null,
    checkpointMs: waits.length > 0 ? Math.max(...waits) : null,
    timings: snapshot.timings,
    proxies: proxyFactsOf(snapshot.proxies),
  };
}

function observed(
  snapshot: VipCheckSnapshot,
): readonly { member: CheckedMember; observation: HostObservation }[] {
  return snapshot.members.flatMap((member) =>
    member.sight.kind === "observed" ? [{ member, observation: member.sight.observation }] : [],
  );
}
