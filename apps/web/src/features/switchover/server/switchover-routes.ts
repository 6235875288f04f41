import {
  isRefusal,
  type ProblemDetail,
  type Refusal,
  SwitchoverOrder,
  type SwitchoverRequest,
  withPort,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { UnitOfWork } from "@primacy/db";
import { readFields } from "../../../server/api/read-fields";
import { type RawCall, route } from "../../../server/api/route";
import { checkAboutCluster, requireCluster } from "../../cluster/server/find-cluster";
import { type OperationStart, startOperation } from "../../operation/server/start-operation";
import { refuseMove } from "./refuse-move";

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
  { memberId, drain }: SwitchoverRequest,
  confirm?: string,
): Promise<(OperationStart<SwitchoverKind> & { readonly kind: K }) | Refusal> {
  const cluster = await requireCluster(unit, clusterId);
  if (isRefusal(cluster)) return cluster;
  const refusal = await refuseMove(unit, cluster, { memberId, confirm });
  if (refusal !== null) return refusal;
  const { id, name } = cluster;
  const member = cluster.members.find((one) => one.id === memberId);
  const address = member === undefined ? "" : withPort(member.address, member.port);
  return {
    kind,
    title: { cluster: name, member: member?.hostName ?? address },
    clusterId: id,
    input: { memberId, ...(drain === undefined ? {} : { drain }) },
    target: { kind: "cluster", id, name },
  };
}

function checkRaw({ context, params, body }: RawCall<{ id: string }>): Promise<readonly ProblemDetail[]> {
  const order = readFields(Fields, body) ?? {};
  return checkAboutCluster(context.database, params.id, (cluster) =>
    refuseMove(context.database, cluster, order),
  );
}
