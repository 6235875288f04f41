import { operationKinds } from "@primacy/contract";
import { planClusterRemove, type RemoveStep } from "@primacy/core/plan";
import { askAgents, snapshotForPlan } from "../agent-document/plan-snapshot";
import { loadCluster } from "../cluster-record/load-cluster";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { removeExecutors } from "./remove-steps";

const Input = operationKinds["cluster.remove"].input;

/** `cluster.remove`: ends the management of a cluster; its VIPs, schema and accounts go, its data stays. */
export const removeOperation: OperationDefinition = defineOperation<Record<string, never>, RemoveStep>({
  input: Input,
  timeoutMs: 30_000,
  async plan(context, _input, signal) {
    const loaded = await loadCluster(context.worker.db, context.operation.clusterId ?? "");
    const held = await askAgents(context.worker, loaded, signal);
    return planClusterRemove(await snapshotForPlan(context.worker, loaded, held));
  },
  executors: removeExecutors,
  finish: async () => null,
});
