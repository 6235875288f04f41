import { z } from "zod";
import { Message } from "../message/schema";

/**
 * How an interval was made: by ranks (Hodges and Lehmann with Wilcoxon's signed ranks), from 26 blocks on by the normal approximation
 * of these, from 3 to 5 blocks by Student's t on the logarithms. `too_few`: there is none.
 */
export const IntervalMethod = z.enum(["exact_ranks", "normal_ranks", "t", "too_few"]);
export type IntervalMethod = z.infer<typeof IntervalMethod>;

/** `noise`: the interval has 0 in it, so that no difference is shown. */
export const Verdict = z.enum(["costs", "gains", "noise", "too_few"]);
export type Verdict = z.infer<typeof Verdict>;

/**
 * What an arm costs against the baseline, in percent of the baseline's transactions per second: positive is a loss. `low` and `high` are the ends of
 * the 95 % interval; all three are null with too few blocks.
 */
export const ArmDifference = z.object({
  /** Which of the arms, from 0. */
  arm: z.number().int(),
  /** Null: over all numbers of threads. */
  threads: z.number().int().nullable(),
  /** Whole blocks that it stands on. */
  blocks: z.number().int(),
  method: IntervalMethod,
  loss: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  verdict: Verdict,
  /** How many more blocks an interval of 1 point to either side needs by the spread so far, and how long they take; null: none, or unknown. */
  more: z.object({ blocks: z.number().int(), seconds: z.number() }).nullable(),
  /** The whole in a sentence. */
  text: Message,
});
export type ArmDifference = z.infer<typeof ArmDifference>;

/** What a benchmark found so far. The first arm is the baseline. */
export const BenchmarkAnswer = z.object({
  differences: z.array(ArmDifference),
  /** Blocks that count, and blocks of which a run was disturbed. */
  wholeBlocks: z.number().int(),
  voidBlocks: z.number().int(),
});
export type BenchmarkAnswer = z.infer<typeof BenchmarkAnswer>;
