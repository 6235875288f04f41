import type { Benchmark } from "@primacy/contract";
import { rateOf } from "@primacy/core/benchmark";
import { useTranslations } from "next-intl";

/** What the throughput of some benchmarks is called; `isMixed`: some count queries and some transactions. */
export function useComparedRate(benchmarks: readonly Pick<Benchmark, "workload">[]): {
  readonly rate: string;
  readonly isMixed: boolean;
} {
  const t = useTranslations("benchmark.rate");
  const rates = (["transactions", "queries"] as const).filter((rate) =>
    benchmarks.some(({ workload }) => rateOf(workload) === rate),
  );
  return { rate: rates.map((rate) => t(rate)).join(" / "), isMixed: rates.length > 1 };
}
