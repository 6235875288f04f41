import type { PluginStepInput, StoreInput } from "@primacy/core/plan";
import type { VipMigrationStep } from "@primacy/core/vip-migration";
import { measureStep, watchStep } from "../endpoint/gap-steps";
import type { ExecutorMap, StepExecutor } from "../operation/executor";
import { restoreWanted } from "../vip-provider/restore-wanted";
import { awaitAgentsOut } from "../vip-steps/agents-out";
import { proveFreeStep, wasProvenFree } from "../vip-steps/prove-free";
import { vipExecutors } from "../vip-steps/vip-executors";

const { "plugin.unload": unloadStep, "vip.change": changeStep } = vipExecutors;

/** How the steps of a change of provider are done and taken back. */
export const migrationExecutors: ExecutorMap<VipMigrationStep> = {
  ...vipExecutors,
  "plugin.unload": {
    ...unloadStep,
    // A plugin binds without asking: it is not loaded again while an agent may have the address.
    async undo(context, stored, record, signal) {
      if (await wasProvenFree(context)) await awaitAgentsOut(context, parse(unloadStep, stored), signal);
      await unloadStep.undo(context, stored, record, signal);
    },
  },
  "vip.change": {
    ...changeStep,
    async undo(context, stored, record, signal) {
      const input = parse(changeStep, stored);
      // The plugin gets the address back only after this; nobody has it yet.
      if (input.previous?.provider === "greatdb_ha") return restoreWanted(context.worker, input);
      await changeStep.undo(context, stored, record, signal);
    },
  },
  "vip.prove_free": proveFreeStep,
  "migration.watch": watchStep,
  "migration.measure": measureStep,
};

function parse<I extends PluginStepInput | StoreInput>(step: StepExecutor<I>, stored: unknown): I {
  return step.input.parse(stored);
}
