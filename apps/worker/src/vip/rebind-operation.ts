import { operationKinds, problemDetail, refuse } from "@primacy/contract";
import type { VipStep } from "@primacy/core/plan";
import type { z } from "zod";
import { askAgents, snapshotForPlan } from "../agent-document/plan-snapshot";
import { loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { findProvider } from "../vip-provider/find-provider";
import { vipExecutors } from "../vip-steps/vip-executors";

const Input = operationKinds["vip.rebind"].input;
type Input = z.output<typeof Input>;

/** `vip.rebind`: the plugin of the primary begins anew with its VIP, until the primary's host alone has the address. */
export const rebindOperation: OperationDefinition = defineOperation<Input, VipStep>({
  input: Input,
  timeoutMs: 30_000,
  async plan({ worker, operation }, { vipId }, signal) {
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    const vip = loaded.vips.find((one) => one.id === vipId);
    if (vip === undefined) return refuse("not_found", [], { what: "VIP" });
    const { planRebind } = findProvider(worker, vip.provider);
    if (planRebind === undefined)
      return refuse("conflict", [problemDetail("", "provider_rebind_unsupported")]);
    return planRebind(await snapshotForPlan(worker, loaded, await askAgents(worker, loaded, signal)), vip);
  },
  executors: vipExecutors,
  finish: async () => null,
  settle: noteFinished,
});
