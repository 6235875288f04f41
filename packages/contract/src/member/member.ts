import { z } from "zod";
import { MemberState } from "../cluster/cluster";
import { CheckedPlan } from "../operation/checked-plan";
import { Id, PlainText } from "../primitives/scalar";

/** What can be done with one member: let it join its group, let it leave, or both in turn. */
export const MemberAction = z.enum(["start", "stop", "rejoin"]);
export type MemberAction = z.infer<typeof MemberAction>;

/** A member that is not ONLINE so long after it was started is stopped again. */
const JoinLimitSeconds = z.number().int().min(10).max(86_400).default(600);

/** Of `stop`: a primary is stopped all the same, and the group elects another; refused where it is absent. */
const PrimaryAllowed = z.boolean().default(false);

/** Of a start: MySQL may replace all of the member's data by a donor's; refused where it would and this is absent. */
const CloneAllowed = z.boolean().default(false);

/** Asks what an action on a member would do, and what stands against it. */
export const MemberCheckRequest = z.strictObject({
  action: MemberAction,
  isPrimaryAllowed: PrimaryAllowed,
  isCloneAllowed: CloneAllowed,
});
export type MemberCheckRequest = z.infer<typeof MemberCheckRequest>;

/** The fields of a start, each of which may be absent. */
export const MemberStartFields = z.strictObject({
  limitSeconds: JoinLimitSeconds,
  isCloneAllowed: CloneAllowed,
  confirm: PlainText.optional(),
});

/**
 * Orders a member to join its group; `rejoin` takes the same. Where it may be cloned, which loses what it has for good, it
 * repeats the cluster's name in `confirm`; a start that clones has no limit.
 */
export const MemberStartOrder = MemberStartFields.refine(
  ({ isCloneAllowed, confirm }) => !isCloneAllowed || confirm !== undefined,
  { error: "required", path: ["confirm"] },
);
export type MemberStartOrder = z.infer<typeof MemberStartOrder>;

/** Orders a member to leave its group: the group has a voter less, so that it repeats the cluster's name. */
export const MemberStopOrder = z.strictObject({ confirm: PlainText, isPrimaryAllowed: PrimaryAllowed });
export type MemberStopOrder = z.infer<typeof MemberStopOrder>;

/** Transactions of one source: a server's UUID or the group's, and since MySQL 8.3 perhaps a tag. */
export const GtidRange = z.object({
  uuid: z.string(),
  tag: z.string().nullable(),
  /** As MySQL writes them: `1-5:7`. Of very many the first, and `…`; `count` counts all. */
  intervals: z.string(),
  count: z.number(),
  /** The member whose server UUID it is; null for the group's own, and for one that is no member. */
  memberName: z.string().nullable(),
});
export type GtidRange = z.infer<typeof GtidRange>;

/** What a member has executed, compared with all that its group has. Of very many sources the first are listed. */
export const GtidDifference = z.object({
  /** What the group has and the member lacks: it is fetched when the member joins. */
  missing: z.array(GtidRange),
  missingCount: z.number(),
  /** What the member has and the group lacks: with any of it the group refuses the member. */
  errant: z.array(GtidRange),
  errantCount: z.number(),
  /** Members that have everything missing still in their binary logs. */
  donors: z.array(z.string()),
});
export type GtidDifference = z.infer<typeof GtidDifference>;

/** How a member is after an action on it. */
export const MemberResult = z.object({
  memberId: Id,
  name: z.string(),
  state: MemberState.nullable(),
  /** Whether its server refuses writes, as MySQL left it. */
  isSuperReadOnly: z.boolean(),
  /** From the order until it was so; null is not known: the worker that gave the order died, or none was needed. */
  afterMs: z.number().nullable(),
});
export type MemberResult = z.infer<typeof MemberResult>;

/**
 * What a check of an action on a member found. `difference` is null where there is nothing to compare: before a stop, and
 * where the member or every other one is silent.
 */
export const MemberCheck = CheckedPlan.extend({ difference: GtidDifference.nullable() });
export type MemberCheck = z.infer<typeof MemberCheck>;
