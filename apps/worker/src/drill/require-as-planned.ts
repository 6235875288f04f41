import { type DrillInput, listAway } from "@primacy/core/drill";
import { loadCluster } from "../cluster-record/load-cluster";
import { findPrimaryMember } from "../endpoint/look-through";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { observeMembers } from "../switchover-steps/observe-members";
import type { DrillRecorder } from "./drill-recorder";
import { isStillReached } from "./observe-proxy";

/**
 * Looks once more right before the fault, for the clients were watched for up to 30 s since the plan, and a fault beside another one may take the
 * group its majority. Throws `StepFailure` that has changed nothing where somebody stopped the drill, another member is the primary, the proxy
 * has lost its address, or a member is not ONLINE.
 */
export async function requireAsPlanned(
  context: StepContext,
  { clusterId, primary, proxy }: DrillInput,
  recorder: Pick<DrillRecorder, "read">,
  signal: AbortSignal,
): Promise<void> {
  const { worker } = context;
  const changedNothing = true;
  const loaded = await loadCluster(worker.db, clusterId);
  const [now, isReached, { members }] = await Promise.all([
    findPrimaryMember(worker, clusterId, signal),
    proxy === null || isStillReached(context, proxy, signal),
    observeMembers(worker, loaded, { targetMemberId: "" }, signal),
  ]);
  if (context.isCancelRequested()) throw new StepFailure("failure.drill_stopped", { changedNothing });
  if (now?.id !== primary.memberId)
    throw new StepFailure("failure.drill_changed", { params: { member: primary.name }, changedNothing });
  if (proxy !== null && !isReached)
    throw new StepFailure("failure.drill_proxy_moved", { params: { host: proxy.name }, changedNothing });
  const away = listAway(members, recorder.read());
  if (away.length > 0)
    throw new StepFailure("failure.drill_not_whole_before", {
      params: { members: away.join(", ") },
      changedNothing,
    });
}
