import { z } from "zod";
import { Id, Locale } from "../primitives/scalar";
import { BenchmarkDetail } from "./benchmark";
import { RunCounters } from "./counters";

/** What was measured in one second of a run. */
export const RunSample = z.object({
  /** Ends so many seconds after the run's start, from 1; warm-up is in it. */
  second: z.number().int(),
  threads: z.number(),
  tps: z.number(),
  qps: z.number(),
  /** The 95th percentile of the second; null where nothing was done in it. */
  latencyMs: z.number().nullable(),
  errors: z.number(),
  /** Null where the program does not say it. */
  reconnects: z.number().nullable(),
});
export type RunSample = z.infer<typeof RunSample>;

/** Every second of one run, and what the servers counted during it. */
export const RunSamples = z.object({
  runId: Id,
  samples: z.array(RunSample),
  /** Null: not known. */
  counters: RunCounters.nullable(),
});
export type RunSamples = z.infer<typeof RunSamples>;

/** A benchmark with everything that was measured of it. */
export const BenchmarkSamples = z.object({ benchmark: BenchmarkDetail, runs: z.array(RunSamples) });
export type BenchmarkSamples = z.infer<typeof BenchmarkSamples>;

/** In which language; without it, that of whoever asks. */
export const ReportQuery = z.strictObject({ language: Locale.optional() });
export type ReportQuery = z.infer<typeof ReportQuery>;
