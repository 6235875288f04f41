import { z } from "zod";
import { Message } from "../message/schema";
import { Id, Instant, PlainText } from "../primitives/scalar";

/** The longest reason that somebody can give for stopping all drills. */
export const longestLeverReason = 200;

/** Stops every drill and forbids new ones, or allows them again. */
export const DrillLeverOrder = z.strictObject({
  isHeld: z.boolean(),
  /** Why, for all who read it; of a release it is kept in the audit log alone. */
  reason: PlainText.trim().max(longestLeverReason).nullable().default(null),
});
export type DrillLeverOrder = z.infer<typeof DrillLeverOrder>;

/** Who holds the lever, since when, and why. */
export const HeldDrillLever = z.object({ by: z.string(), at: Instant, reason: z.string().nullable() });
export type HeldDrillLever = z.infer<typeof HeldDrillLever>;

/** A drill that has been ordered and has not ended; its id is that of its operation. */
export const RunningDrill = z.object({
  id: Id,
  clusterId: Id.nullable(),
  clusterName: z.string().nullable(),
  /** The fault in words; null: it is not planned yet. */
  fault: Message.nullable(),
  /** When the fault had taken effect; null: it has not. */
  faultAt: Instant.nullable(),
  /** It heals, as it was planned or because it was stopped. */
  isHealing: z.boolean(),
});
export type RunningDrill = z.infer<typeof RunningDrill>;

/** Whether drills are stopped, and those that run; `held` null: they are not. */
export const DrillLever = z.object({ held: HeldDrillLever.nullable(), running: z.array(RunningDrill) });
export type DrillLever = z.infer<typeof DrillLever>;
