import { given, missing, type Needs, nothing, type ScopedCheck } from "../check/run-checks";
import type { Standing } from "./judge-standing";
import type { AnsweringMember, OwnView, RecoveryMember, RecoverySnapshot } from "./snapshot";

/** One pre-check of a recovery as data: of the group, or of each member but the target. */
export type RecoveryCheck = ScopedCheck<RecoverySubject, RecoveryGiven, OtherSubject, OtherGiven>;

/** What every pre-check of a recovery is about. */
export interface RecoverySubject {
  readonly snapshot: RecoverySnapshot;
  /** Null where the registered server does not answer. */
  readonly target: AnsweringMember | null;
  /** The group as the target sees it; null where it is in none. */
  readonly view: OwnView | null;
  readonly others: readonly JudgedOther[];
  /** The members that go on in the group at once, the target first. */
  readonly staying: readonly AnsweringMember[];
  /** Those whose hosts an operator must say are off. */
  readonly unproven: readonly RecoveryMember[];
  /** Those of which nothing is known that they have executed. */
  readonly unread: readonly RecoveryMember[];
}

/** A member that is not the target, and why it cannot write beside the group, or may. */
export interface JudgedOther {
  readonly member: RecoveryMember;
  readonly standing: Standing;
}

/** What a pre-check of another member is about. */
export type OtherSubject = RecoverySubject & JudgedOther;

/** What a check of the group may need. */
export interface RecoveryGiven {
  readonly nothing: object;
  /** The target's registered server answers. Where it does not, `recovery_target` says so. */
  readonly target: { readonly target: AnsweringMember };
}

/** What a check of another member may need: its standing says what is known. */
export interface OtherGiven {
  readonly nothing: object;
}

/** Answers what the checks of the group need. */
export const recoveryNeeds: Needs<RecoverySubject, RecoveryGiven> = {
  nothing,
  target: ({ target }) => (target === null ? missing(null) : given({ target })),
};

/** Answers what the checks of another member need. */
export const otherNeeds: Needs<OtherSubject, OtherGiven> = { nothing };

/** The member from which the group goes on; undefined where there is no such member. */
export function findTarget({ members, targetMemberId }: RecoverySnapshot): RecoveryMember | undefined {
  return members.find(({ memberId }) => memberId === targetMemberId);
}
