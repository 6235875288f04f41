import {
  isRefusal,
  type ProblemDetail,
  problemDetail,
  RecoveryOrder,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals } from "../../../server/api/join-refusals";
import { hasField, readFields } from "../../../server/api/read-fields";
import { type RawCall, route } from "../../../server/api/route";
import { checkAboutCluster, checkConfirmation, requireCluster } from "../../cluster/server/find-cluster";
import { refuseWithoutAccount } from "../../fix/server/fix-routes";
import { startOperation } from "../../operation/server/start-operation";

const Fields = RecoveryOrder.partial();

/** Bringing back a group that serves nobody. */
export const recoveryRoutes = {
  checkRecovery: route(
    endpoints.checkRecovery,
    (call) =>
      startOperation(call, "recovery.check", async (unit) => {
        const cluster = await requireCluster(unit, call.params.id);
        if (isRefusal(cluster)) return cluster;
        const refusal = await refuseRecovery(unit, cluster, call.body, true);
        return refusal ?? { kind: "recovery.check", input: call.body, ...aboutCluster(cluster) };
      }),
    (raw) => checkRaw(raw, true),
  ),
  recoverCluster: route(
    endpoints.recoverCluster,
    (call) =>
      startOperation(call, "recovery", async (unit) => {
        const { administrator, confirm, ...order } = call.body;
        const cluster = await requireCluster(unit, call.params.id);
        if (isRefusal(cluster)) return cluster;
        const asked = { memberId: order.memberId, confirm };
        const refusal = await refuseRecovery(unit, cluster, asked, administrator !== undefined);
        const by = administrator === undefined ? {} : { password: administrator.password };
        const input = { ...order, user: administrator?.user ?? null };
        return refusal ?? { kind: "recovery", input, ...by, ...aboutCluster(cluster) };
      }),
    (raw) => checkRaw(raw, hasField(raw.body, "administrator")),
  ),
};

function aboutCluster({ id, name }: ClusterRecord) {
  return { title: { cluster: name }, clusterId: id, target: { kind: "cluster", id, name } } as const;
}

/** `hasAccount`: one came with the request, or none is needed for it. What is absent is not judged. */
async function refuseRecovery(
  readers: Pick<Readers, "clusters">,
  cluster: ClusterRecord,
  { memberId, confirm }: { readonly memberId?: string | undefined; readonly confirm?: string | undefined },
  hasAccount: boolean,
): Promise<Refusal | null> {
  const what = { what: "member" };
  const isKnown = memberId === undefined || cluster.members.some((one) => one.id === memberId);
  const problems = checkConfirmation(cluster, confirm);
  const withoutAccount = await refuseWithoutAccount(readers, cluster, hasAccount);
  return joinRefusals([
    ...(isKnown ? [] : [refuse("not_found", [problemDetail("/memberId", "not_found", what)], what)]),
    ...(problems.length > 0 ? [refuse("validation_failed", problems)] : []),
    ...(withoutAccount === null ? [] : [withoutAccount]),
  ]);
}

function checkRaw(
  { context, params, body }: RawCall<{ id: string }>,
  hasAccount: boolean,
): Promise<readonly ProblemDetail[]> {
  const order = readFields(Fields, body) ?? {};
  return checkAboutCluster(context.database, params.id, (cluster) =>
    refuseRecovery(context.database, cluster, order, hasAccount),
  );
}
