import { operationInputs, refuse, type VipProof, type VipRequest } from "@primacy/contract";
import { checkVip } from "@primacy/core/check";
import { planVipApply, type VipStep } from "@primacy/core/plan";
import { loadCluster } from "../cluster/load-cluster";
import { noteFinished } from "../cluster/note-finished";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import type { OperationContext } from "../operation/operation-context";
import { lookAtCluster, withNics } from "./look-at-cluster";
import { snapshotForPlan } from "./plan-snapshot";
import { refuseFailedChecks } from "./refuse-checks";
import { HeldOutput, VerifyOutput, vipExecutors } from "./vip-executors";

/** `vip.apply`: checks again, tells every host, proves the address; undone as a whole where a step fails. */
export const applyOperation: OperationDefinition = defineOperation<VipRequest, VipStep>({
  input: operationInputs["vip.apply"],
  timeoutMs: 45_000,
  async plan({ worker, operation }, request, signal) {
    if (request.provider !== "agent")
      return refuse("provider_not_available", [], {
        provider: request.provider,
        reason: "its driver is not part of this version.",
      });
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    const existing = loaded.vips.find((vip) => vip.kind === request.kind);
    if (existing !== undefined) return refuse("vip_exists", [], { address: existing.address });
    const seen = { request, vipId: null, currentAddress: null };
    const snapshot = await lookAtCluster(worker, loaded, seen, signal);
    const refusal = refuseFailedChecks(checkVip(snapshot), snapshot);
    if (refusal !== null) return refusal;
    return planVipApply(await snapshotForPlan(worker, loaded, signal), withNics(snapshot));
  },
  executors: vipExecutors,
  finish: proofOf,
  settle: noteFinished,
});

/** The proof that ends an operation which left a VIP in place; null for one that did not. */
export async function proofOf(context: OperationContext): Promise<VipProof | null> {
  const [held] = await context.listOutputs("vip.await_held", HeldOutput);
  const [verified] = await context.listOutputs("vip.verify", VerifyOutput);
  return held === undefined || verified === undefined ? null : { ...verified.output, ...held.output };
}
