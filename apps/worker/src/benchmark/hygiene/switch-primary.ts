import type { SwitchoverInput } from "@primacy/core/switchover";
import { listWriteVips } from "../../cluster-record/find-write-vip";
import { loadCluster } from "../../cluster-record/load-cluster";
import type { StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { followPrimary, orderPrimary } from "../../switchover-steps/switchover-steps";

/**
 * Makes another member the primary, and waits until the write VIPs are there. Nothing happens where it is the primary already. Throws
 * `StepFailure`, also where the operation is being cancelled: nothing is ordered any more then.
 */
export async function switchPrimary(
  context: StepContext,
  input: SwitchoverInput,
  signal: AbortSignal,
  isKeptBack: () => boolean = context.isCancelRequested,
): Promise<void> {
  const { kind } = await orderPrimary(context, input, isKeptBack, signal);
  signal.throwIfAborted();
  if (kind === "skipped")
    throw new StepFailure("failure.benchmark_switch_kept", { params: { member: input.to.name } });
  const { vips } = await loadCluster(context.worker.db, input.clusterId);
  for (const { id: vipId, address } of listWriteVips(vips))
    await followPrimary(context, { ...input, vipId, address }, signal);
}
