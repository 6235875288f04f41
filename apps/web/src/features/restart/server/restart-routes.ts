import { isRefusal, type ProblemDetail, type Refusal, RestartOrder } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals } from "../../../server/api/join-refusals";
import { hasField, readFields } from "../../../server/api/read-fields";
import { type RawCall, route } from "../../../server/api/route";
import { checkAboutCluster, requireCluster } from "../../cluster/server/find-cluster";
import { refuseWithoutAccount } from "../../fix/server/fix-routes";
import { startOperation } from "../../operation/server/start-operation";
import { refuseMove } from "../../switchover/server/refuse-move";

const Fields = RestartOrder.partial();

/** Restarting the servers of a cluster one after another. */
export const restartRoutes = {
  checkRestart: route(
    endpoints.checkRestart,
    (call) =>
      startOperation(call, "restart.check", async (unit) => {
        const cluster = await requireCluster(unit, call.params.id);
        if (isRefusal(cluster)) return cluster;
        const refusal = await refuseMove(unit, cluster, call.body);
        return refusal ?? { kind: "restart.check", input: call.body, ...aboutCluster(cluster) };
      }),
    (raw) => checkRaw(raw, true),
  ),
  restartCluster: route(
    endpoints.restartCluster,
    (call) =>
      startOperation(call, "restart", async (unit) => {
        const { administrator, confirm, ...order } = call.body;
        const cluster = await requireCluster(unit, call.params.id);
        if (isRefusal(cluster)) return cluster;
        const asked = { memberId: order.memberId, confirm };
        const refusal = await refuseRestart(unit, cluster, asked, administrator !== undefined);
        const by = administrator === undefined ? {} : { password: administrator.password };
        const input = { ...order, user: administrator?.user ?? null };
        return refusal ?? { kind: "restart", input, ...by, ...aboutCluster(cluster) };
      }),
    (raw) => checkRaw(raw, hasField(raw.body, "administrator")),
  ),
};

function aboutCluster({ id, name }: ClusterRecord) {
  return { title: { cluster: name }, clusterId: id, target: { kind: "cluster", id, name } } as const;
}

async function refuseRestart(
  readers: Pick<Readers, "clusters" | "topologies" | "vips">,
  cluster: ClusterRecord,
  asked: Parameters<typeof refuseMove>[2],
  hasAccount: boolean,
): Promise<Refusal | null> {
  const refusals = [
    await refuseMove(readers, cluster, asked),
    await refuseWithoutAccount(readers, cluster, hasAccount),
  ];
  return joinRefusals(refusals.flatMap((refusal) => refusal ?? []));
}

/** `hasAccount`: one came with the request, or none is needed for it. */
function checkRaw(
  { context, params, body }: RawCall<{ id: string }>,
  hasAccount: boolean,
): Promise<readonly ProblemDetail[]> {
  const order = readFields(Fields, body) ?? {};
  return checkAboutCluster(context.database, params.id, (cluster) =>
    refuseRestart(context.database, cluster, order, hasAccount),
  );
}
