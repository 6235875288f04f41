import {
  type AdministratorAccount,
  FixRestore,
  FixResult,
  type FixVariable,
  fixVariables,
  isRefusal,
  type Operation,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { listFixed } from "@primacy/core/fix";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals } from "../../../server/api/join-refusals";
import { hasField, readFields } from "../../../server/api/read-fields";
import { route } from "../../../server/api/route";
import { checkAboutCluster, requireCluster } from "../../cluster/server/find-cluster";
import { type OperationStart, startOperation } from "../../operation/server/start-operation";

/** Fixes that checks offer: applied on every member, and restored from what they recorded. */
export const fixRoutes = {
  applyFix: route(
    endpoints.applyFix,
    (call) =>
      startOperation(call, "fix.apply", async (unit) => {
        const { fix, basis, administrator } = call.body;
        const cluster = await requireCluster(unit, call.params.id);
        if (isRefusal(cluster)) return cluster;
        const refusal = await refuseWithoutAccount(unit, cluster, administrator !== undefined);
        const about = aboutFix(cluster, fixVariables[fix], administrator);
        const user = administrator?.user ?? null;
        const input = { fix, user, ...(basis === undefined ? {} : { basis }) };
        return refusal ?? { kind: "fix.apply", input, ...about };
      }),
    ({ context, params, body }) =>
      checkAboutCluster(context.database, params.id, (cluster) =>
        refuseWithoutAccount(context.database, cluster, hasField(body, "administrator")),
      ),
  ),
  restoreFix: route(
    endpoints.restoreFix,
    (call) =>
      startOperation(call, "fix.restore", async (unit) => {
        const { operationId, administrator } = call.body;
        const cluster = await requireCluster(unit, call.params.id);
        if (isRefusal(cluster)) return cluster;
        const done = findFix(await unit.operations.find(operationId), cluster);
        const account = await refuseWithoutAccount(unit, cluster, administrator !== undefined);
        if (done === null) return joinRefusals([notAFix, ...(account === null ? [] : [account])]) ?? notAFix;
        const about = aboutFix(cluster, listFixed(done), administrator);
        const input = { operationId, user: administrator?.user ?? null };
        const audited = { restoresOperationId: operationId };
        return account ?? { kind: "fix.restore", input, audited, ...about };
      }),
    async ({ context: { database }, params, body }) => {
      const { operationId } = readFields(FixRestore.partial(), body) ?? {};
      const operation = operationId === undefined ? null : await database.operations.find(operationId);
      return checkAboutCluster(database, params.id, async (cluster) => {
        const isNoFix = operationId !== undefined && findFix(operation, cluster) === null;
        const account = await refuseWithoutAccount(database, cluster, hasField(body, "administrator"));
        return joinRefusals([...(isNoFix ? [notAFix] : []), ...(account === null ? [] : [account])]);
      });
    },
  ),
};

const noFix: ProblemDetail = problemDetail("/operationId", "operation_no_fix");
const notAFix: Refusal = refuse("validation_failed", [noFix]);

function findFix(operation: Operation | null, cluster: ClusterRecord): FixResult | null {
  const result = FixResult.safeParse(operation?.result);
  return operation?.clusterId === cluster.id && result.success ? result.data : null;
}

/** Refuses what only an administrator of the servers may do, where none came with the order and none was kept. */
export async function refuseWithoutAccount(
  { clusters }: Pick<Readers, "clusters">,
  { id, name }: ClusterRecord,
  hasAccount: boolean,
): Promise<Refusal | null> {
  if (hasAccount) return null;
  const kept = await clusters.findCredential(id, "administrator");
  return kept === null ? refuse("credentials_missing", [], { what: name }) : null;
}

function aboutFix(
  { id, name }: ClusterRecord,
  variables: readonly FixVariable[],
  administrator: AdministratorAccount | undefined,
): Pick<OperationStart<"fix.apply">, "title" | "clusterId" | "target"> & { readonly password?: string } {
  return {
    title: { cluster: name, variables: variables.join(", ") },
    clusterId: id,
    ...(administrator === undefined ? {} : { password: administrator.password }),
    target: { kind: "cluster", id, name },
  };
}
