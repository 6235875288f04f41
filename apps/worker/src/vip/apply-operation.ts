import { operationKinds, paramsWith, problemDetail, type VipProof, type VipRequest } from "@primacy/contract";
import { checkVip } from "@primacy/core/check";
import { planVipApply, toVip, type VipStep } from "@primacy/core/plan";
import { listRestoredReasons, snapshotForPlan } from "../agent-document/plan-snapshot";
import { loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { nestReasons } from "../operation/nest-reasons";
import type { OperationContext } from "../operation/operation-context";
import { observeCluster, withNics } from "../vip-provider/agent/observe-cluster";
import { HeldOutput, VerifyOutput, vipExecutors } from "../vip-steps/vip-executors";
import { type OwnReason, refuseAll } from "./refuse-checks";

/** `vip.apply`: checks again, tells every host, proves the address; undone as a whole where a step fails. */
export const applyOperation: OperationDefinition = defineOperation<VipRequest, VipStep>({
  input: operationKinds["vip.apply"].input,
  timeoutMs: 45_000,
  async plan({ worker, operation }, request, signal) {
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    const seen = { request, vipId: null, currentAddress: null };
    const snapshot = await observeCluster(worker, loaded, seen, signal);
    const own = [
      ...findProviderReason(request),
      ...(await listRestoredReasons(worker, loaded, snapshot.held, toVip(withNics(snapshot)))),
    ];
    const refusal = refuseAll(own, nestReasons(checkVip(snapshot), snapshot.told), snapshot);
    if (refusal !== null) return refusal;
    return planVipApply(await snapshotForPlan(worker, loaded, snapshot.held), withNics(snapshot));
  },
  executors: vipExecutors,
  finish: proofOf,
  settle: noteFinished,
});

function findProviderReason({ provider }: VipRequest): readonly OwnReason[] {
  if (provider === "agent") return [];
  const detail = problemDetail("/provider", "provider_has_no_driver");
  const params = paramsWith({ provider }, { reason: detail.message });
  return [{ code: "provider_not_available", params, detail }];
}

/** The proof that ends an operation which left a VIP in place; null for one that did not. */
export async function proofOf(context: OperationContext): Promise<VipProof | null> {
  const [held] = await context.listOutputs("vip.await_held", HeldOutput);
  const [verified] = await context.listOutputs("vip.verify", VerifyOutput);
  return held === undefined || verified === undefined ? null : { ...verified.output, ...held.output };
}
