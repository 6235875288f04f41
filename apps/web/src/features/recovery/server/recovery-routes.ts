import { problemDetail, type RecoveryOrder, type Refusal, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { ClusterRecord } from "@primacy/db";
import { joinRefusals, refuseInvalid } from "../../../server/api/join-refusals";
import { aboutCluster, checkConfirmation, requireClusterOf } from "../../cluster/server/find-cluster";
import { refuseWithoutAccount } from "../../fix/server/fix-routes";
import { orderRoute, type Readable } from "../../operation/server/order-route";

/** Bringing back a group that serves nobody. */
export const recoveryRoutes = {
  checkRecovery: orderRoute(endpoints.checkRecovery, {
    kind: "recovery.check",
    find: requireClusterOf,
    refuse: (_, cluster, request) => refuseRecovery(cluster, request),
    start: (cluster, input) => ({ ...aboutCluster(cluster), input }),
  }),
  recoverCluster: orderRoute(endpoints.recoverCluster, {
    kind: "recovery",
    find: requireClusterOf,
    refuse: async (readers, cluster, order, isSent) =>
      joinRefusals([
        refuseRecovery(cluster, order),
        await refuseWithoutAccount(readers, cluster, isSent("administrator")),
      ]),
    start: (cluster, { administrator, confirm, ...order }) => ({
      ...aboutCluster(cluster),
      input: { ...order, user: administrator?.user ?? null },
      ...(administrator === undefined ? {} : { password: administrator.password }),
    }),
  }),
};

function refuseRecovery(
  cluster: ClusterRecord,
  { memberId, confirm }: Pick<Readable<RecoveryOrder>, "memberId" | "confirm">,
): Refusal | null {
  const what = { what: "member" };
  const isKnown = memberId === undefined || cluster.members.some((one) => one.id === memberId);
  return joinRefusals([
    isKnown ? null : refuse("not_found", [problemDetail("/memberId", "not_found", what)], what),
    refuseInvalid(checkConfirmation(cluster, confirm)),
  ]);
}
