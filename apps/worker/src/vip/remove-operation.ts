import { operationKinds, refuse } from "@primacy/contract";
import type { VipStep } from "@primacy/core/plan";
import type { z } from "zod";
import { askAgents, listRestoredReasons, refuseFor, snapshotForPlan } from "../agent-document/plan-snapshot";
import { loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { findProvider } from "../vip-provider/find-provider";
import { vipExecutors } from "../vip-steps/vip-executors";

const Input = operationKinds["vip.remove"].input;
type Input = z.output<typeof Input>;

/** `vip.remove`: takes a VIP from every host and proves that nobody holds it; with the last one the schema goes. */
export const removeOperation: OperationDefinition = defineOperation<Input, VipStep>({
  input: Input,
  timeoutMs: 30_000,
  async plan({ worker, operation }, { vipId }, signal) {
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    const vip = loaded.vips.find((one) => one.id === vipId);
    if (vip === undefined) return refuse("not_found", [], { what: "VIP" });
    const provider = findProvider(worker, vip.provider);
    const held = await askAgents(worker, loaded, signal);
    const refusal = refuseFor(await listRestoredReasons(worker, loaded, held, { ...vip, enabled: false }));
    if (refusal !== null) return refusal;
    const seen = await provider.observeRemoval?.(worker, loaded, vip, signal);
    return provider.planRemove({ ...(await snapshotForPlan(worker, loaded, held)), ...seen }, vip);
  },
  executors: vipExecutors,
  finish: async () => null,
  settle: noteFinished,
});
