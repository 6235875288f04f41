import { message, paramsWith } from "@primacy/contract";
import type { DrillInput } from "@primacy/core/drill";
import { loadCluster } from "../cluster-record/load-cluster";
import type { StepContext, StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { announceSwitchover } from "../switchover-steps/announce-switchover";
import type { DrillRecorder } from "./drill-recorder";

/**
 * Has the group make the other of the pair its primary, as a switchover does. The fault is dated just before the statement, and in effect when
 * the new primary says of itself that it takes writes. Throws `StepFailure`.
 */
export async function orderSwitchover(
  context: StepContext,
  { clusterId, primary, other }: DrillInput,
  recorder: DrillRecorder,
  signal: AbortSignal,
): Promise<StepOutcome> {
  if (other === null) throw new Error("a switchover to nobody");
  const { worker } = context;
  const { cluster, wanted } = await loadCluster(worker.db, clusterId);
  const hosts = [primary, other].map(
    ({ hostId }) => wanted.hosts.find((host) => host.hostId === hostId) ?? null,
  );
  await announceSwitchover(worker, hosts, clusterId, signal);
  recorder.arm();
  let actedMs = performance.now();
  const mayOrder = (): boolean => {
    actedMs = performance.now();
    return !context.isCancelRequested();
  };
  const outcome = await worker.replication[cluster.kind].orderSwitchover(
    worker,
    { clusterId, from: primary, to: other },
    signal,
    { mayOrder },
  );
  if (outcome === "kept-back" || outcome === "already") {
    const reason = message(outcome === "already" ? "why.drill_not_ordered" : "why.drill_stopped");
    throw new StepFailure("failure.drill_not_made", {
      params: paramsWith({ host: other.name }, { reason }),
    });
  }
  const seenMs = performance.now();
  recorder.noteOwnFault({ actedMs, seenMs, seen: [message("drill_mark.elected", { member: other.name })] });
  return { kind: "done", detail: message("detail.drill_injected", { ms: Math.round(seenMs - actedMs) }) };
}
