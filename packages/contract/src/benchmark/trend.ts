import { z } from "zod";
import { EndpointWay } from "../endpoint";
import { Id, Instant } from "../primitives/scalar";
import { Workload } from "./workload";

/** How many benchmarks a trend has at most, the pinned one besides. */
export const trendLimit = 50;

/** Transactions per second of one arm with one number of threads: the mean of the runs that count, the lowest and the highest. */
export const TrendFigure = z.object({
  threads: z.number().int(),
  min: z.number(),
  mean: z.number(),
  max: z.number(),
});
export type TrendFigure = z.infer<typeof TrendFigure>;

/** What an arm costs against the first one of its benchmark, in percent, with its 95 % interval. */
export const TrendLoss = z.object({
  /** Null: over all numbers of threads. */
  threads: z.number().int().nullable(),
  loss: z.number(),
  low: z.number(),
  high: z.number(),
});
export type TrendLoss = z.infer<typeof TrendLoss>;

/** One arm of a benchmark in a trend. */
export const TrendArm = z.object({
  name: z.string(),
  way: EndpointWay,
  figures: z.array(TrendFigure),
  /** None of the first arm, and none where too few blocks are whole. */
  losses: z.array(TrendLoss),
});
export type TrendArm = z.infer<typeof TrendArm>;

/** One benchmark that has ended. */
export const TrendPoint = z.object({
  id: Id,
  name: z.string(),
  at: Instant,
  isPinned: z.boolean(),
  tags: z.array(z.string()),
  workload: Workload,
  threads: z.array(z.number().int()),
  arms: z.array(TrendArm),
});
export type TrendPoint = z.infer<typeof TrendPoint>;

/** The newest benchmarks of a cluster of which something was measured, and the pinned one, the oldest first. */
export const BenchmarkTrend = z.object({ points: z.array(TrendPoint) });
export type BenchmarkTrend = z.infer<typeof BenchmarkTrend>;
