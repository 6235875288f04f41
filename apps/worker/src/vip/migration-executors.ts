import type { VipStepBase } from "@primacy/core/plan";
import type { VipMigrationStep } from "@primacy/core/vip-migration";
import { measureStep, watchStep } from "../endpoint/gap-steps";
import type { ExecutorMap, StepExecutor } from "../operation/executor";
import { restoreWanted } from "../vip-provider/restore-wanted";
import { awaitAgentsOut } from "../vip-steps/agents-out";
import { proveFreeStep, wasProvenFree } from "../vip-steps/prove-free";
import { requireFreeForAgents } from "../vip-steps/require-free-for-agents";
import { vipExecutors } from "../vip-steps/vip-executors";

const { "plugin.unload": unloadStep, "vip.change": changeStep, "document.plain": tellStep } = vipExecutors;

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
      const vips = await context.worker.db.vips.listByCluster(input.clusterId);
      // Where an agent was told again, this was looked at, and it has the right to the address.
      const isTold = vips.some(({ id, provider }) => id === input.vipId && provider === "agent");
      if (!isTold && (await wasProvenFree(context))) await requireFreeForAgents(context, input, signal);
      await changeStep.undo(context, stored, record, signal);
    },
  },
  // Only the way to the plugin has it. An undo that was left before this one stops no other: each looks for itself.
  "document.plain": {
    ...tellStep,
    async undo(context, stored, record, signal) {
      if (await wasProvenFree(context)) await requireFreeForAgents(context, parse(tellStep, stored), signal);
      await tellStep.undo(context, stored, record, signal);
    },
  },
  "vip.prove_free": proveFreeStep,
  "migration.watch": watchStep,
  "migration.measure": measureStep,
};

function parse<I extends VipStepBase>(step: StepExecutor<I>, stored: unknown): I {
  return step.input.parse(stored);
}
