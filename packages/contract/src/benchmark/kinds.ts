import { z } from "zod";
import { countReport } from "../operation/counts";
import { looking, queuing } from "../operation/declare";
import { BenchmarkCheck, BenchmarkFields, BenchmarkRequest, BenchmarkResult } from "./benchmark";

/** What is done for a benchmark. */
export const benchmarkKinds = {
  "benchmark.check": looking("operator", {
    input: BenchmarkRequest,
    result: BenchmarkCheck,
    count: countReport,
  }),
  benchmark: queuing("operator", {
    input: BenchmarkFields.extend({ user: z.string().nullable() }),
    result: BenchmarkResult,
  }),
};
