import { z } from "zod";

/** The three things that a client does all the time. */
export const ProbeLane = z.enum(["write", "read", "login"]);
export type ProbeLane = z.infer<typeof ProbeLane>;

/** What became of an attempt. `unknown`: sent, and nobody said; `not_sent`: no connection was free, or none could be opened. */
export const ProbeOutcome = z.enum(["acked", "refused", "unknown", "not_sent"]);
export type ProbeOutcome = z.infer<typeof ProbeOutcome>;

/**
 * Attempts of one lane in a row with the same outcome by the same server. Spans are of when they were due. Where there were too many spans to
 * tell, short neighbours are one: `others` of its attempts had another outcome or server.
 */
export const DrillStripSpan = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  outcome: ProbeOutcome,
  count: z.number().int().positive(),
  server: z.string().nullable(),
  others: z.number().int().positive().optional(),
});
export type DrillStripSpan = z.infer<typeof DrillStripSpan>;

/** The longest time without an answer that counts, and how much shorter the outage itself may have been. */
export const DrillGap = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  gapMs: z.number().nonnegative(),
  errorMs: z.number().nonnegative(),
  /** It lasted until the last look. */
  isOpen: z.boolean(),
});
export type DrillGap = z.infer<typeof DrillGap>;
