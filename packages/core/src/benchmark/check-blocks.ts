import type { Finding } from "../check/build-check";
import { estimateBenchmark } from "./plan-benchmark";
import type { BenchmarkSnapshot } from "./snapshot";
import { fewestPairs } from "./statistics";

/** Fewer blocks have no interval by any method. */
const fewestBlocks = 3;

/** A benchmark ends after two weeks, whatever it does; a day is left for disturbed blocks and pauses. */
const longestDays = 13;

/** Whether so many blocks give an interval, and end in time. */
export function judgeBlocks({ fields }: BenchmarkSnapshot): Finding {
  const { arms, blocks: count } = fields;
  const params = { blocks: count };
  const ms = Math.round(estimateBenchmark(fields) * 1_000);
  if (ms > longestDays * 24 * 3_600_000)
    return {
      result: "fail",
      evidence: "check.benchmark_blocks.fail_long",
      remedy: "check.benchmark_blocks.remedy_long",
      params: { ms, mostMs: longestDays * 24 * 3_600_000 },
    };
  if (arms.length < 2) return { result: "pass", evidence: "check.benchmark_blocks.one_arm" };
  if (count >= fewestPairs) return { result: "pass", evidence: "check.benchmark_blocks.pass", params };
  const remedy = "check.benchmark_blocks.remedy";
  return count < fewestBlocks
    ? { result: "warn", evidence: "check.benchmark_blocks.warn_few", remedy, params }
    : { result: "warn", evidence: "check.benchmark_blocks.warn", remedy, params };
}
