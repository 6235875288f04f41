import {
  type AdministratorAccount,
  type FixRestore,
  FixResult,
  type FixVariable,
  fixVariables,
  isRefusal,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { listFixed } from "@primacy/core/fix";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals } from "../../../server/api/join-refusals";
import { aboutCluster, requireCluster, requireClusterOf } from "../../cluster/server/find-cluster";
import { orderRoute, type Readable } from "../../operation/server/order-route";
import type { OperationStart } from "../../operation/server/start-operation";

/** Fixes that checks offer: applied on every member, and restored from what they recorded. */
export const fixRoutes = {
  applyFix: orderRoute(endpoints.applyFix, {
    kind: "fix.apply",
    find: requireClusterOf,
    refuse: (readers, cluster, _, isSent) => refuseWithoutAccount(readers, cluster, isSent("administrator")),
    start: (cluster, { fix, basis, administrator }) => ({
      ...aboutFix(cluster, fixVariables[fix], administrator),
      input: { fix, user: administrator?.user ?? null, ...(basis === undefined ? {} : { basis }) },
    }),
  }),
  restoreFix: orderRoute(endpoints.restoreFix, {
    kind: "fix.restore",
    find: findRestored,
    refuse: async (readers, { cluster, done }, { operationId }, isSent) =>
      joinRefusals([
        operationId !== undefined && done === null ? notAFix : null,
        await refuseWithoutAccount(readers, cluster, isSent("administrator")),
      ]),
    start: ({ cluster, done }, { operationId, administrator }) => ({
      ...aboutFix(cluster, done === null ? [] : listFixed(done), administrator),
      input: { operationId, user: administrator?.user ?? null },
      audited: { restoresOperationId: operationId },
    }),
  }),
};

const notAFix = refuse("validation_failed", [problemDetail("/operationId", "operation_no_fix")]);

/** The cluster of a restoration, with what the operation that it names had fixed there; null where that was no fix. */
async function findRestored(
  readers: Readers,
  { id }: { readonly id: string },
  { operationId }: Readable<FixRestore>,
): Promise<{ readonly cluster: ClusterRecord; readonly done: FixResult | null } | Refusal> {
  const cluster = await requireCluster(readers, id);
  if (isRefusal(cluster)) return cluster;
  const operation = operationId === undefined ? null : await readers.operations.find(operationId);
  const result = FixResult.safeParse(operation?.result);
  return { cluster, done: operation?.clusterId === cluster.id && result.success ? result.data : null };
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
  cluster: ClusterRecord,
  variables: readonly FixVariable[],
  administrator: AdministratorAccount | undefined,
): Omit<OperationStart<"fix.apply">, "input"> {
  return {
    ...aboutCluster(cluster),
    title: { cluster: cluster.name, variables: variables.join(", ") },
    ...(administrator === undefined ? {} : { password: administrator.password }),
  };
}
