import { message, operationKinds, Plan, refuse, type Vip } from "@primacy/contract";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import type { HeldDocument, VipStep } from "@primacy/core/plan";
import type { z } from "zod";
import { askAgents, listRestoredReasons, refuseFor, snapshotForPlan } from "../agent-document/plan-snapshot";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import type { WorkerContext } from "../context";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { StepFailure } from "../operation/failure";
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
    const held = await askAgents(worker, loaded, signal);
    const refusal = refuseFor(await listRestoredReasons(worker, loaded, held, { ...vip, enabled: false }));
    return refusal ?? planRemoval(worker, { loaded, vip, held }, signal);
  },
  executors: vipExecutors,
  finish: async () => null,
  settle: noteFinished,
});

type LookStep = PlannedStep<"vip.look_removal", Input>;

/**
 * `vip.check_removal`: the plan that the removal makes, by what the hosts have now. Changes nothing, and judges nothing: what stands against
 * a removal, its order says.
 */
export const checkRemovalOperation: OperationDefinition = defineOperation<Input, LookStep>({
  input: Input,
  timeoutMs: 10_000,
  plan: async (_context, input): Promise<PlannedOperation<LookStep>> => ({
    steps: [
      {
        ordinal: 0,
        code: "vip.look_removal",
        hostId: null,
        hostName: null,
        title: message("step.vip.look_removal"),
        preview: [],
        isReversible: false,
        input,
      },
    ],
    consequences: [],
  }),
  executors: {
    "vip.look_removal": defineStep<Input>({
      input: Input,
      timeoutMs: 60_000,
      undo: { kind: "nothing" },
      async execute({ worker, operation }, { vipId }, signal) {
        const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
        const vip = loaded.vips.find((one) => one.id === vipId);
        if (vip === undefined) throw new StepFailure("failure.vip_gone", { params: {} });
        const held = await askAgents(worker, loaded, signal);
        return { kind: "done", output: toPlan(await planRemoval(worker, { loaded, vip, held }, signal)) };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("vip.look_removal", Plan);
    return found?.output ?? null;
  },
});

interface Removed {
  readonly loaded: LoadedCluster;
  readonly vip: Vip;
  readonly held: readonly HeldDocument[];
}

async function planRemoval(
  worker: WorkerContext,
  { loaded, vip, held }: Removed,
  signal: AbortSignal,
): Promise<PlannedOperation<VipStep>> {
  const provider = findProvider(worker, vip.provider);
  const seen = await provider.observeRemoval?.(worker, loaded, vip, signal);
  return provider.planRemove({ ...(await snapshotForPlan(worker, loaded, held)), ...seen }, vip);
}
