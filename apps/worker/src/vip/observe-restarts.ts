import type { VipRequest } from "@primacy/contract";
import {
  chooseNextPrimary,
  type PluginRestartStep,
  planWithRestarts,
  type RestartedMember,
  type RestartsSight,
} from "@primacy/core/greatdb-ha";
import type { PlannedOperation } from "@primacy/core/operation";
import type { VipStep } from "@primacy/core/plan";
import type { MemberRecord } from "@primacy/db";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf, type LoadedCluster } from "../cluster-record/load-cluster";
import { findServerService } from "../host-operator/find-server-service";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { toParty } from "../switchover-steps/find-switchover";
import { observeMembers } from "../switchover-steps/observe-members";

/**
 * Looks at what restarts of all servers would do, where the request has the plugin applied with them; null: it has not. Changes nothing.
 */
export async function observeRestarts(
  context: Pick<OperationContext, "worker" | "operation">,
  loaded: LoadedCluster,
  { provider, restarts }: Pick<VipRequest, "provider" | "restarts">,
  signal: AbortSignal,
): Promise<RestartsSight | null> {
  if (provider !== "greatdb_ha" || restarts === undefined) return null;
  const [snapshot, members] = await Promise.all([
    observeMembers(context.worker, loaded, { targetMemberId: "" }, signal),
    Promise.all(loaded.cluster.members.map((member) => findMember(context, loaded, member, signal))),
  ]);
  const targetMemberId = chooseNextPrimary(snapshot) ?? "";
  const { limitSeconds } = restarts;
  return { clusterId: loaded.cluster.id, snapshot: { ...snapshot, targetMemberId }, members, limitSeconds };
}

/** The plan of an apply with the restarts that were asked for, or the plan itself. */
export function planRestartsOf(
  planned: PlannedOperation<VipStep>,
  sight: RestartsSight | null,
): PlannedOperation<VipStep | PluginRestartStep> {
  return sight === null ? planned : planWithRestarts(planned, sight);
}

async function findMember(
  { worker, operation }: Pick<OperationContext, "worker" | "operation">,
  { cluster, hosts }: LoadedCluster,
  member: MemberRecord,
  signal: AbortSignal,
): Promise<RestartedMember> {
  const party = toParty(member);
  const host = hosts.find(({ id }) => id === member.hostId);
  if (host === undefined || host.agentState === "none") return { ...party, service: null };
  const grantedTo = { who: operation.requestedBy, operationId: operation.id };
  const scope = { clusterId: cluster.id, epoch: cluster.epoch, grantedTo };
  try {
    return { ...party, service: await findServerService(worker, agentOf(host, null), scope, signal) };
  } catch (error) {
    signal.throwIfAborted();
    // Its agent or its host operator is silent, which a check of the plugin says.
    if (error instanceof AgentFailure || error instanceof StepFailure) return { ...party, service: null };
    throw error;
  }
}
