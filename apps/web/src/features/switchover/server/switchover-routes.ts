import { isRefusal, type Refusal, refuse, type SwitchoverRequest } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { UnitOfWork } from "@primacy/db";
import { route } from "../../../server/api/route";
import { refuseMultiPrimary, requireCluster } from "../../cluster/server/find-cluster";
import { type OperationStart, startOperation } from "../../operation/server/start-operation";

type SwitchoverKind = "switchover" | "switchover.check";

/** Planned changes of the primary. */
export const switchoverRoutes = {
  checkSwitchover: route(endpoints.checkSwitchover, (call) =>
    startOperation(call, "switchover.check", (unit) =>
      planSwitchover(unit, "switchover.check", call.params.id, call.body),
    ),
  ),
  switchOver: route(endpoints.switchOver, (call) =>
    startOperation(call, "switchover", (unit) =>
      planSwitchover(unit, "switchover", call.params.id, call.body),
    ),
  ),
};

async function planSwitchover<K extends SwitchoverKind>(
  unit: UnitOfWork,
  kind: K,
  clusterId: string,
  input: SwitchoverRequest,
): Promise<(OperationStart<SwitchoverKind> & { readonly kind: K }) | Refusal> {
  const cluster = await requireCluster(unit, clusterId);
  if (isRefusal(cluster)) return cluster;
  const member = cluster.members.find((one) => one.id === input.memberId);
  if (member === undefined) return refuse("not_found", [], { what: "member" });
  const refusal = await refuseMultiPrimary(unit, clusterId);
  if (refusal !== null) return refusal;
  const { id, name } = cluster;
  return {
    kind,
    title: { cluster: name, member: member.hostName ?? `${member.address}:${member.port}` },
    clusterId: id,
    input,
    target: { kind: "cluster", id, name },
  };
}
