import {
  OptionFileEdit,
  operationKinds,
  PlacedDropIn,
  PlacedLibrary,
  type VipProof,
  type VipRequest,
} from "@primacy/contract";
import { type PluginRestartStep, withRestartChecks } from "@primacy/core/greatdb-ha";
import { toVip, type VipPlanSnapshot, type VipStep } from "@primacy/core/plan";
import { z } from "zod";
import { listRestoredReasons, snapshotForPlan } from "../agent-document/plan-snapshot";
import { loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { nestReasons } from "../operation/nest-reasons";
import type { OperationContext, StepOutput } from "../operation/operation-context";
import { pluginRestartExecutors } from "../restart-steps/service-restart";
import { findProvider } from "../vip-provider/find-provider";
import type { ObservedCluster } from "../vip-provider/vip-provider";
import { withNics } from "../vip-provider/with-nics";
import { HeldOutput, VerifyOutput, vipExecutors } from "../vip-steps/vip-executors";
import { observeRestarts, planRestartsOf } from "./observe-restarts";
import { refuseAll } from "./refuse-checks";

/** What was edited on a host where a plugin moves the VIP. */
const EditOutput = z.object({ edit: OptionFileEdit });

/** `vip.apply`: checks again, tells every host, proves the address; undone as a whole where a step fails. */
export const applyOperation: OperationDefinition = defineOperation<VipRequest, VipStep | PluginRestartStep>({
  input: operationKinds["vip.apply"].input,
  timeoutMs: 45_000,
  async plan(context, request, signal) {
    const { worker, operation } = context;
    const provider = findProvider(worker, request.provider);
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    const seen = { request, vipId: null, currentAddress: null };
    const [snapshot, restarts] = await Promise.all([
      provider.observe(worker, loaded, seen, signal),
      observeRestarts(context, loaded, request, signal),
    ]);
    const report = withRestartChecks(provider.check(snapshot), restarts);
    const own = await listRestoredReasons(worker, loaded, snapshot.held, toVip(withNics(snapshot)));
    const refusal = refuseAll(own, nestReasons(report, snapshot.told), snapshot);
    if (refusal !== null) return refusal;
    const planned = await snapshotForPlan(worker, loaded, snapshot.held);
    const plan = provider.planApply({ ...planned, ...pluginOf(snapshot) }, withNics(snapshot));
    return planRestartsOf(plan, restarts);
  },
  executors: { ...vipExecutors, ...pluginRestartExecutors },
  finish: proofOf,
  settle: noteFinished,
});

/** The proof that ends an operation which left a VIP in place; null for one that did not. */
export async function proofOf(context: OperationContext): Promise<VipProof | null> {
  const [held] = await context.listOutputs("vip.await_held", HeldOutput);
  const [verified] = await context.listOutputs("vip.verify", VerifyOutput);
  if (held === undefined || verified === undefined) return null;
  const edits = await context.listOutputs("plugin.file", EditOutput);
  const optionFiles = edits.flatMap(({ hostId, output: { edit } }) =>
    hostId === null ? [] : [{ hostId, edit }],
  );
  const libraries = withHosts(
    await context.listOutputs("plugin.library", PlacedLibrary.omit({ hostId: true })),
  );
  const dropIns = withHosts(
    await context.listOutputs("plugin.capabilities", PlacedDropIn.omit({ hostId: true })),
  );
  return {
    ...verified.output,
    ...held.output,
    ...(optionFiles.length === 0 ? {} : { optionFiles }),
    ...(libraries.length === 0 ? {} : { libraries }),
    ...(dropIns.length === 0 ? {} : { dropIns }),
  };
}

function withHosts<T>(outputs: readonly StepOutput<T>[]): (T & { hostId: string })[] {
  return outputs.flatMap(({ hostId, output }) => (hostId === null ? [] : [{ ...output, hostId }]));
}

/** What a plan needs of the plugin, where one moves the VIP. */
export function pluginOf({ plugin }: ObservedCluster): Pick<VipPlanSnapshot, "plugin"> {
  return plugin === undefined ? {} : { plugin };
}
