import {
  CheckedPlan,
  isRefusal,
  type MigrationProof,
  MigrationQuestion,
  type MigrationRequest,
  message,
  operationKinds,
  type Refusal,
} from "@primacy/contract";
import { refuseFailed } from "@primacy/core/check";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import type { AnyMigrationStep } from "@primacy/core/proxy";
import { z } from "zod";
import { loadCluster } from "../../cluster-record/load-cluster";
import { noteFinished } from "../../cluster-record/note-finished";
import { endProbe } from "../../endpoint/gap-probe";
import { MeasureOutput } from "../../endpoint/gap-steps";
import { defineOperation, type OperationDefinition } from "../../operation/definition";
import { defineStep } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import type { OperationContext } from "../../operation/operation-context";
import { HeldOutput } from "../../vip-steps/vip-executors";
import type { CheckedMigration } from "./checked-migration";
import { migrationExecutors } from "./migration-executors";
import { ProveOutput } from "./step-inputs";
import { checkWayToKeepalived } from "./to-keepalived";
import { checkWayToVip } from "./to-vip";

/** A look at every host at once, some of which may not answer. */
const lookLimitMs = 60_000;

async function check(
  { worker, operation }: Pick<OperationContext, "worker" | "operation">,
  request: MigrationRequest,
  signal: AbortSignal,
): Promise<CheckedMigration | Refusal> {
  const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
  const task = { worker, loaded, operationId: operation.id, requestedBy: operation.requestedBy };
  switch (request.to) {
    case "vip":
      return checkWayToVip(task, request, signal);
    case "keepalived":
      return checkWayToKeepalived(task, request, signal);
  }
}

/** `migration.run`: looks again, moves the address, and measures how long no write came through; undone as a whole where a step fails. */
export const runOperation: OperationDefinition = defineOperation<MigrationQuestion, AnyMigrationStep>({
  input: operationKinds["migration.run"].input,
  timeoutMs: lookLimitMs,
  async plan(context, { migration }, signal) {
    const checked = await check(context, migration, signal);
    if (isRefusal(checked)) return checked;
    return checked.refusal ?? refuseFailed(checked.report) ?? checked.plan();
  },
  executors: migrationExecutors,
  async finish(context, { migration }): Promise<MigrationProof> {
    const { to, address } = migration;
    const [measured] = await context.listOutputs("migration.measure", MeasureOutput);
    const [held] = await context.listOutputs("vip.await_held", HeldOutput);
    const [proved] = await context.listOutputs("migration.prove", ProveOutput);
    const leadsTo = proved?.output.leadsTo ?? held?.output.hostName ?? "-";
    return { to, address, leadsTo, gap: measured?.output.gap ?? null };
  },
  async settle(context, input, state) {
    await endProbe(context.operation.id);
    await noteFinished(context, input, state);
  },
});

const LookInput = MigrationQuestion.extend({ clusterId: z.string() });
type LookInput = z.output<typeof LookInput>;
type LookStep = PlannedStep<"migration.look", LookInput>;

/** `migration.check`: looks, judges, and plans. Changes nothing. */
export const checkOperation: OperationDefinition = defineOperation<MigrationQuestion, LookStep>({
  input: operationKinds["migration.check"].input,
  timeoutMs: 10_000,
  plan: async ({ operation }, asked): Promise<PlannedOperation<LookStep>> => ({
    steps: [
      {
        ordinal: 0,
        code: "migration.look",
        hostId: null,
        hostName: null,
        title: message("step.migration.look"),
        preview: [],
        isReversible: false,
        input: { ...asked, clusterId: operation.clusterId ?? "" },
      },
    ],
    consequences: [],
  }),
  executors: {
    "migration.look": defineStep<LookInput>({
      input: LookInput,
      timeoutMs: lookLimitMs,
      undo: { kind: "nothing" },
      async execute(context, { migration }, signal) {
        const checked = await check(context, migration, signal);
        // It went back, or the cluster has lost what it goes to, since it was asked.
        if (isRefusal(checked))
          throw new StepFailure("failure.migration_gone", { params: { address: migration.address } });
        const { report } = checked;
        const plan = report.hasFailures ? { steps: [], consequences: [] } : toPlan(await checked.plan());
        return { kind: "done", output: { report, plan } };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("migration.look", CheckedPlan);
    return found?.output ?? null;
  },
});
