import { z } from "zod";
import { Id } from "../primitives/scalar";

/** How many points a run's series has at most: about a chart's pixels. */
export const maxRunPoints = 300;

/** What is measured of a run each second; `latencyMs` is the 95th percentile of that second. */
export const RunMetric = z.enum(["tps", "qps", "latencyMs", "errors", "reconnects"]);
export type RunMetric = z.infer<typeof RunMetric>;

/**
 * The lowest, mean and highest of the seconds of a point; null where none of them was measured. Of `latencyMs` the mean is no percentile: use the
 * highest.
 */
export const RunFigure = z.object({ min: z.number(), mean: z.number(), max: z.number() }).nullable();
export type RunFigure = z.infer<typeof RunFigure>;

/** Some seconds of a run, the first of which ends `second` seconds after its start; warm-up is in it. */
export const RunPoint = z.object({
  second: z.number().int(),
  tps: RunFigure,
  qps: RunFigure,
  latencyMs: RunFigure,
  errors: RunFigure,
  reconnects: RunFigure,
});
export type RunPoint = z.infer<typeof RunPoint>;

/** The curve of one run. */
export const RunSeries = z.object({
  runId: Id,
  arm: z.number().int(),
  stepSeconds: z.number().int(),
  points: z.array(RunPoint).max(maxRunPoints),
});
export type RunSeries = z.infer<typeof RunSeries>;

/** Which runs: those of one block and thread count. */
export const SeriesQuery = z.strictObject({
  block: z.coerce.number().int().min(0),
  threads: z.coerce.number().int().min(1),
});
export type SeriesQuery = z.infer<typeof SeriesQuery>;

/** The curves of one block. */
export const BlockSeries = z.object({ runs: z.array(RunSeries) });
export type BlockSeries = z.infer<typeof BlockSeries>;
