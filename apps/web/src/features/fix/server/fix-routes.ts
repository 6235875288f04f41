import {
  type AdministratorAccount,
  FixResult,
  fixVariables,
  isRefusal,
  type Operation,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { ClusterRecord, UnitOfWork } from "@primacy/db";
import { route } from "../../../server/api/route";
import { requireCluster } from "../../cluster/server/find-cluster";
import { type OperationStart, startOperation } from "../../operation/server/start-operation";

/** Fixes that checks offer: applied on every member, and restored from what they recorded. */
export const fixRoutes = {
  applyFix: route(endpoints.applyFix, (call) =>
    startOperation(call, "fix.apply", async (unit) => {
      const { fix, basis, administrator } = call.body;
      const cluster = await requireCluster(unit, call.params.id);
      if (isRefusal(cluster)) return cluster;
      const refusal = await refuseWithoutAccount(unit, cluster, administrator);
      const about = aboutFix(cluster, fixVariables[fix], administrator);
      const user = administrator?.user ?? null;
      const input = { fix, user, ...(basis === undefined ? {} : { basis }) };
      return refusal ?? { kind: "fix.apply", input, ...about };
    }),
  ),
  restoreFix: route(endpoints.restoreFix, (call) =>
    startOperation(call, "fix.restore", async (unit) => {
      const { operationId, administrator } = call.body;
      const cluster = await requireCluster(unit, call.params.id);
      if (isRefusal(cluster)) return cluster;
      const done = findFix(await unit.operations.find(operationId), cluster);
      if (done === null) return refuse("validation_failed", [notAFix]);
      const refusal = await refuseWithoutAccount(unit, cluster, administrator);
      const about = aboutFix(cluster, done.variable, administrator);
      const input = { operationId, user: administrator?.user ?? null };
      const audited = { restoresOperationId: operationId };
      return refusal ?? { kind: "fix.restore", input, audited, ...about };
    }),
  ),
};

const notAFix: ProblemDetail = problemDetail("/operationId", "operation_no_fix");

function findFix(operation: Operation | null, cluster: ClusterRecord): FixResult | null {
  const result = FixResult.safeParse(operation?.result);
  return operation?.clusterId === cluster.id && result.success ? result.data : null;
}

async function refuseWithoutAccount(
  unit: Pick<UnitOfWork, "clusters">,
  { id, name }: ClusterRecord,
  administrator: AdministratorAccount | undefined,
): Promise<Refusal | null> {
  if (administrator !== undefined) return null;
  const kept = await unit.clusters.findCredential(id, "administrator");
  return kept === null ? refuse("credentials_missing", [], { what: name }) : null;
}

function aboutFix(
  { id, name }: ClusterRecord,
  variable: string,
  administrator: AdministratorAccount | undefined,
): Pick<OperationStart<"fix.apply">, "title" | "clusterId" | "target"> & { readonly password?: string } {
  return {
    title: { cluster: name, variable },
    clusterId: id,
    ...(administrator === undefined ? {} : { password: administrator.password }),
    target: { kind: "cluster", id, name },
  };
}
