import { CheckedPlan, isRefusal, message, type VipMigrationProof } from "@primacy/contract";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import type { VipMigrationStep } from "@primacy/core/vip-migration";
import { noteFinished } from "../cluster-record/note-finished";
import { endProbe } from "../endpoint/gap-probe";
import { MeasureOutput } from "../endpoint/gap-steps";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { proofOf } from "./apply-operation";
import { checkMigration, MigrationInput } from "./check-migration";
import { migrationExecutors } from "./migration-executors";

/** A look at every member at once, some of which may not answer. */
const lookLimitMs = 60_000;

/** `vip.migrate`: looks again, gives the address to the other provider, and proves it there; undone as a whole where a step fails. */
export const migrateOperation: OperationDefinition = defineOperation<MigrationInput, VipMigrationStep>({
  input: MigrationInput,
  timeoutMs: lookLimitMs,
  async plan(context, input, signal) {
    const checked = await checkMigration(context, input, signal);
    return isRefusal(checked) ? checked : (checked.refusal ?? checked.plan());
  },
  executors: migrationExecutors,
  async finish(context, { to }): Promise<VipMigrationProof | null> {
    const proof = await proofOf(context);
    const [measured] = await context.listOutputs("migration.measure", MeasureOutput);
    return proof === null ? null : { ...proof, to, gap: measured?.output.gap ?? null };
  },
  async settle(context, input, state) {
    await endProbe(context.operation.id);
    await noteFinished(context, input, state);
  },
});

type LookStep = PlannedStep<"vip.look_migration", MigrationInput>;

/** `vip.check_migration`: looks, judges, and plans. Changes nothing. */
export const checkMigrationOperation: OperationDefinition = defineOperation<MigrationInput, LookStep>({
  input: MigrationInput,
  timeoutMs: 10_000,
  plan: async (_context, input): Promise<PlannedOperation<LookStep>> => ({
    steps: [
      {
        ordinal: 0,
        code: "vip.look_migration",
        hostId: null,
        hostName: null,
        title: message("step.vip.look_migration", { provider: input.to }),
        preview: [],
        isReversible: false,
        input,
      },
    ],
    consequences: [],
  }),
  executors: {
    "vip.look_migration": defineStep<MigrationInput>({
      input: MigrationInput,
      timeoutMs: lookLimitMs,
      undo: { kind: "nothing" },
      async execute(context, input, signal) {
        const checked = await checkMigration(context, input, signal);
        if (isRefusal(checked)) throw new StepFailure("failure.vip_migration_gone", { params: {} });
        const { report } = checked;
        const plan = report.hasFailures ? { steps: [], consequences: [] } : toPlan(await checked.plan());
        return { kind: "done", output: { report, plan } };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("vip.look_migration", CheckedPlan);
    return found?.output ?? null;
  },
});
