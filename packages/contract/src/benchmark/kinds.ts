import { z } from "zod";
import { changing, looking } from "../operation/declare";
import { BenchmarkCheck, BenchmarkFields, BenchmarkRequest, BenchmarkResult } from "./benchmark";

/** What is done for a benchmark. */
export const benchmarkKinds = {
  "benchmark.check": looking("operator", { input: BenchmarkRequest, result: BenchmarkCheck }),
  benchmark: changing("operator", {
    input: BenchmarkFields.extend({ user: z.string().nullable() }),
    result: BenchmarkResult,
  }),
};
