import { z } from "zod";
import { Message } from "../message/schema";
import { Id, Instant } from "../primitives/scalar";
import { DrillFault } from "./fault";
import { DrillEndpoint } from "./way";

/** One drill in a comparison. */
export const ComparedRun = z.object({
  drillId: Id,
  seriesId: Id.nullable(),
  startedAt: Instant,
  /** For how long writes stopped; of one in which they did not come back, for how long at least. */
  gapMs: z.number().nonnegative(),
  /** By so much the outage itself may have been shorter. */
  errorMs: z.number().nonnegative(),
  isBack: z.boolean(),
  lost: z.number().int().nonnegative().nullable(),
});
export type ComparedRun = z.infer<typeof ComparedRun>;

/** One way under one fault: each run, and what they come to. */
export const ComparedWay = z.object({
  endpoint: DrillEndpoint,
  label: z.string(),
  /** Oldest first. */
  runs: z.array(ComparedRun),
  /** Of all runs, one in which writes did not come back being longer than any other; null: they did not in the middle one. */
  medianMs: z.number().nullable(),
  /** By so much the median of the outages themselves may be shorter. */
  medianErrorMs: z.number().nonnegative().nullable(),
  /** Null: in at least one they did not come back. */
  worstMs: z.number().nullable(),
  worstErrorMs: z.number().nonnegative().nullable(),
  notBack: z.number().int().nonnegative(),
  /** Acknowledged writes that are missing, over all runs in which that is known. */
  lost: z.number().int().nonnegative(),
  /** In how many runs that is not known: no server could be asked. */
  lostUnknown: z.number().int().nonnegative(),
  /** All of it in words. */
  sentence: Message,
});
export type ComparedWay = z.infer<typeof ComparedWay>;

/** What one fault costs by each way. */
export const ComparedFault = z.object({
  /** Without the member that was chosen: whom it hit is not what is compared. */
  fault: DrillFault,
  ways: z.array(ComparedWay),
});
export type ComparedFault = z.infer<typeof ComparedFault>;

/** The drills of a cluster, or of one of its series, beside each other. */
export const DrillComparison = z.object({
  faults: z.array(ComparedFault),
  /** Drills that have ended and count for nothing here: they were not tested or broken off. */
  untested: z.number().int().nonnegative(),
  /** Older drills were left out. */
  isCut: z.boolean(),
});
export type DrillComparison = z.infer<typeof DrillComparison>;

/** The most drills that are compared, the newest. */
export const mostCompared = 500;
