import type { Check, CheckReport, RecoveryMethod } from "@primacy/contract";
import { runChecks } from "../check/run-checks";
import { judgeStanding } from "./judge-standing";
import {
  findTarget,
  type JudgedOther,
  otherNeeds,
  type RecoverySubject,
  recoveryNeeds,
} from "./recovery-needs";
import { recoveryChecks } from "./recovery-rules";
import {
  type AnsweringMember,
  findAnswering,
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

/**
 * Judges the recovery of a group from one of its members, with all reasons at once: that the group serves nobody, that no
 * other member can write beside it, that the target has what the others have, and that orders can be signed where one is
 * needed.
 */
export function checkRecovery(snapshot: RecoverySnapshot): JudgedRecovery {
  const subject = judgeMembers(snapshot);
  const checks = runChecks(
    recoveryChecks,
    { subject, needs: recoveryNeeds },
    { subjects: subject.others.map((one) => ({ ...subject, ...one })), needs: otherNeeds },
  );
  const { staying, unproven, unread } = subject;
  return {
    report: { checks: [...checks], hasFailures: checks.some(isFailed), estimates: [] },
    method: chooseMethod(subject, checks),
    staying,
    unproven,
    unread,
  };
}

function judgeMembers(snapshot: RecoverySnapshot): RecoverySubject {
  const member = findTarget(snapshot);
  const target = member === undefined ? null : findAnswering(member);
  const view = target === null ? null : readOwnView(target);
  const others: readonly JudgedOther[] = snapshot.members
    .filter((one) => one.memberId !== snapshot.targetMemberId)
    .map((one) => ({ member: one, standing: judgeStanding(one, view) }));
  const staying = others.flatMap(({ standing }) => (standing.kind === "stays" ? [standing.member] : []));
  return {
    snapshot,
    target,
    view,
    others,
    staying: [...(target === null ? [] : [target]), ...staying],
    unproven: listStanding(others, "unproven"),
    unread: listStanding(others, "gone", "unproven"),
  };
}

function listStanding(
  others: readonly JudgedOther[],
  ...kinds: readonly JudgedOther["standing"]["kind"][]
): readonly RecoveryMember[] {
  return others.filter(({ standing }) => kinds.includes(standing.kind)).map(({ member }) => member);
}

/** Whoever sees what is left of its group forces that; who is out founds it anew. */
function chooseMethod({ view }: RecoverySubject, checks: readonly Check[]): RecoveryMethod | null {
  if (checks.some((check) => check.code === "recovery_target" && isFailed(check))) return null;
  return view === null ? "bootstrap" : "force";
}

function isFailed({ result }: Check): boolean {
  return result === "fail";
}
