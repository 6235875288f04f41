import { message } from "@primacy/contract";
import {
  checkMember,
  findOwnServer,
  type JudgedMemberAction,
  type MemberParty,
  type MemberSnapshot,
  shortenGtids,
} from "@primacy/core/member";
import { loadCluster } from "../../cluster-record/load-cluster";
import type { StepContext, StepOutcome } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { type MemberRequest, observeMember } from "./observe-member";

/** As what a member is looked at. */
export type CheckedAction = Omit<MemberRequest, "memberId">;

/** A start that must not clone, and one that may. */
export const toStart: CheckedAction = { action: "start", isPrimaryAllowed: false, isCloneAllowed: false };
export const toClone: CheckedAction = { ...toStart, isCloneAllowed: true };

/** The outcome of a step that finds its member in the group. */
export function inGroup(snapshot: MemberSnapshot, kind: StepOutcome["kind"]): StepOutcome {
  const state = findOwnServer(snapshot)?.state ?? "-";
  return { kind, detail: message("detail.member_in_group", { member: snapshot.name, state }) };
}

/**
 * Judges what was planned again at the moment of the act: servers may have changed since. The log tells each reason against
 * it. Throws `StepFailure` then, which tells whether the step has changed anything before.
 */
export async function requirePassed(
  context: StepContext,
  snapshot: MemberSnapshot,
  { changedNothing }: { readonly changedNothing: boolean } = { changedNothing: false },
): Promise<JudgedMemberAction> {
  const judged = checkMember(snapshot);
  const failed = judged.report.checks.filter((check) => check.result === "fail");
  const [first] = failed;
  if (first === undefined) return judged;
  const { name: member } = snapshot;
  for (const check of failed) await context.log("error", check.evidence);
  const { compared } = judged;
  if (compared !== null && compared.difference.errantCount > 0) {
    const params = {
      member,
      errant: compared.difference.errantCount,
      gtids: shortenGtids(compared.errant),
    };
    throw new StepFailure("failure.member_errant", { params, changedNothing });
  }
  const params = { member, check: `${first.code}.title` };
  throw new StepFailure("failure.member_refused", { params, changedNothing });
}

/** Looks at a member and its group. */
export async function look(
  { worker }: Pick<StepContext, "worker">,
  { clusterId, memberId }: MemberParty,
  how: CheckedAction,
  signal: AbortSignal,
): Promise<MemberSnapshot> {
  const loaded = await loadCluster(worker.db, clusterId);
  return observeMember(worker, loaded, { memberId, ...how }, signal);
}
