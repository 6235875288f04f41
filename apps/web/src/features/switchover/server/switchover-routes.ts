import { type SwitchoverRequest, withPort } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { ClusterRecord } from "@primacy/db";
import { aboutCluster, requireClusterOf } from "../../cluster/server/find-cluster";
import { orderRoute } from "../../operation/server/order-route";
import type { OperationStart } from "../../operation/server/start-operation";
import { refuseMove } from "./refuse-move";

/** Planned changes of the primary. */
export const switchoverRoutes = {
  checkSwitchover: orderRoute(endpoints.checkSwitchover, {
    kind: "switchover.check",
    find: requireClusterOf,
    refuse: refuseMove,
    start: startSwitchover,
  }),
  switchOver: orderRoute(endpoints.switchOver, {
    kind: "switchover",
    find: requireClusterOf,
    refuse: refuseMove,
    start: startSwitchover,
  }),
};

function startSwitchover(
  cluster: ClusterRecord,
  { memberId, drain }: SwitchoverRequest,
): OperationStart<"switchover" | "switchover.check"> {
  const member = cluster.members.find((one) => one.id === memberId);
  const address = member === undefined ? "" : withPort(member.address, member.port);
  return {
    ...aboutCluster(cluster),
    title: { cluster: cluster.name, member: member?.hostName ?? address },
    input: { memberId, ...(drain === undefined ? {} : { drain }) },
  };
}
