import type { BenchmarkInput } from "@primacy/core/benchmark";
import type { StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";

/** Keeps back what a benchmark may not do on a cluster that somebody has marked as production since its order. Throws `StepFailure` `benchmark_production`. */
export async function refuseProduction(
  { worker }: Pick<StepContext, "worker">,
  { clusterId }: Pick<BenchmarkInput, "clusterId">,
): Promise<void> {
  const { isProduction, name: cluster } = await worker.db.clusters.get(clusterId);
  if (isProduction) throw new StepFailure("failure.benchmark_production", { params: { cluster } });
}
