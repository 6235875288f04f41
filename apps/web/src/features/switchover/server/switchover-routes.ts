import {
  isRefusal,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
  SwitchoverOrder,
  type SwitchoverRequest,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { ClusterRecord, Readers, UnitOfWork } from "@primacy/db";
import { joinRefusals } from "../../../server/api/join-refusals";
import { readFields } from "../../../server/api/read-fields";
import { type RawCall, route } from "../../../server/api/route";
import {
  checkAboutCluster,
  checkConfirmation,
  refuseMultiPrimary,
  requireCluster,
} from "../../cluster/server/find-cluster";
import { type OperationStart, startOperation } from "../../operation/server/start-operation";

const Fields = SwitchoverOrder.partial();
type SwitchoverKind = "switchover" | "switchover.check";

/** Planned changes of the primary. */
export const switchoverRoutes = {
  checkSwitchover: route(
    endpoints.checkSwitchover,
    (call) =>
      startOperation(call, "switchover.check", (unit) =>
        planSwitchover(unit, "switchover.check", call.params.id, call.body),
      ),
    checkRaw,
  ),
  switchOver: route(
    endpoints.switchOver,
    (call) =>
      startOperation(call, "switchover", (unit) =>
        planSwitchover(unit, "switchover", call.params.id, call.body, call.body.confirm),
      ),
    checkRaw,
  ),
};

async function planSwitchover<K extends SwitchoverKind>(
  unit: UnitOfWork,
  kind: K,
  clusterId: string,
  { memberId }: SwitchoverRequest,
  confirm?: string,
): Promise<(OperationStart<SwitchoverKind> & { readonly kind: K }) | Refusal> {
  const cluster = await requireCluster(unit, clusterId);
  if (isRefusal(cluster)) return cluster;
  const refusal = await refuseSwitchover(unit, cluster, { memberId, confirm });
  if (refusal !== null) return refusal;
  const { id, name } = cluster;
  const member = cluster.members.find((one) => one.id === memberId);
  return {
    kind,
    title: { cluster: name, member: member?.hostName ?? `${member?.address}:${member?.port}` },
    clusterId: id,
    input: { memberId },
    target: { kind: "cluster", id, name },
  };
}

function checkRaw({ context, params, body }: RawCall<{ id: string }>): Promise<readonly ProblemDetail[]> {
  const order = readFields(Fields, body) ?? {};
  return checkAboutCluster(context.database, params.id, (cluster) =>
    refuseSwitchover(context.database, cluster, order),
  );
}

/** Why a switchover is refused before any member is asked; what is absent is not judged. */
async function refuseSwitchover(
  readers: Pick<Readers, "topologies" | "vips">,
  cluster: ClusterRecord,
  { memberId, confirm }: { readonly memberId?: string | undefined; readonly confirm?: string | undefined },
): Promise<Refusal | null> {
  const what = { what: "member" };
  const isKnown = memberId === undefined || cluster.members.some((one) => one.id === memberId);
  const problems = checkConfirmation(cluster, confirm);
  const multiPrimary = await refuseMultiPrimary(readers, cluster.id);
  const vips = await readers.vips.listByCluster(cluster.id);
  const paused = vips.find((vip) => vip.enabled && vip.paused !== undefined);
  return joinRefusals([
    ...(isKnown ? [] : [refuse("not_found", [problemDetail("/memberId", "not_found", what)], what)]),
    ...(problems.length > 0 ? [refuse("validation_failed", problems)] : []),
    ...(multiPrimary === null ? [] : [multiPrimary]),
    // The address would not follow, and clients would reach nothing.
    ...(paused === undefined ? [] : [refuse("vip_paused", [], { address: paused.address })]),
  ]);
}
