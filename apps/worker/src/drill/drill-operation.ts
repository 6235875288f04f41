import { randomUUID } from "node:crypto";
import {
  type DrillCheck,
  type DrillHeal,
  message,
  type OperationStep,
  operationKinds,
  problemDetail,
  refuse,
} from "@primacy/contract";
import { refuseFailed } from "@primacy/core/check";
import {
  type ChosenProxy,
  checkDrill,
  type DrillEnding,
  type DrillInput,
  type DrillProxySight,
  type DrillSnapshot,
  type DrillStep,
  foreseenMs,
  planDrill,
  waitOf,
} from "@primacy/core/drill";
import type { PlannedOperation } from "@primacy/core/operation";
import { findDrillLever } from "@primacy/db";
import type { z } from "zod";
import { loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type FinalState, type OperationDefinition } from "../operation/definition";
import type { OperationContext } from "../operation/operation-context";
import { vipExecutors } from "../vip-steps/vip-executors";
import { endRecorder, findRecorder } from "./drill-recorder";
import { endDrill } from "./end-drill";
import { faultStep } from "./fault-step";
import { healStep } from "./heal-step";
import { judgeStep } from "./judge-step";
import { ledgerStep } from "./ledger-step";
import { measureStep } from "./measure-step";
import { noteErrorLogs } from "./note-error-logs";
import { observeDrill } from "./observe-drill";
import { watchStep } from "./watch-step";

const Input = operationKinds.drill.input;
type Input = z.output<typeof Input>;

/** What stands for and against a drill, and its plan where nothing stands against it. */
export interface JudgedDrill {
  readonly snapshot: DrillSnapshot;
  readonly report: DrillCheck["report"];
  readonly planned: PlannedOperation<DrillStep> | null;
}

/** Looks, judges, and plans. Changes nothing. */
export async function judgeAsked(
  { worker, operation }: Pick<OperationContext, "worker" | "operation">,
  request: Input,
  signal: AbortSignal,
): Promise<JudgedDrill> {
  const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
  const task = { worker, loaded, operationId: operation.id, requestedBy: operation.requestedBy };
  const lever = await findDrillLever(worker.db);
  const observed = await observeDrill(task, request, signal);
  const snapshot = lever === null ? observed : { ...observed, leverHeldBy: lever.by };
  const report = checkDrill(snapshot);
  const input = report.hasFailures ? null : toInput(operation.id, loaded.cluster.id, snapshot);
  const { estimate, wayEstimates } = snapshot;
  return { snapshot, report, planned: input === null ? null : planDrill(input, estimate, wayEstimates) };
}

function toInput(drillId: string, clusterId: string, snapshot: DrillSnapshot): DrillInput | null {
  const { request, primary, target, other, observer, ways, readWays, proxy: killed } = snapshot;
  if (primary === null || target === null || observer === null || typeof killed === "string") return null;
  const { operator: _operator, canFault: _canFault, consoleAddress, ...hit } = target;
  return {
    drillId,
    clusterId,
    fault: request.fault,
    primary,
    target: hit,
    other,
    proxy: killed && toChosen(killed),
    consoleAddress,
    observer: { hostId: observer.hostId, name: observer.name },
    ways: ways.map(({ endpoint, label, isVip }) => ({ endpoint, label, isVip, run: randomUUID() })),
    readWays: readWays.map(({ endpoint, label, isVip }) => ({ endpoint, label, isVip })),
    objectiveMs: request.objectiveMs,
    waitMs: waitOf(request, foreseenMs({ ...snapshot, fault: request.fault })),
  };
}

function toChosen({
  isRunning: _isRunning,
  isWatched: _isWatched,
  shutEndpoints: _shutEndpoints,
  operator: _operator,
  canFault: _canFault,
  ...chosen
}: DrillProxySight): ChosenProxy {
  return chosen;
}

/** `drill`: looks again, plays clients, makes the fault, measures, heals, and judges. */
export const drillOperation: OperationDefinition = defineOperation<Input, DrillStep>({
  input: Input,
  timeoutMs: 60_000,
  async plan(context, request, signal) {
    const { report, planned } = await judgeAsked(context, request, signal);
    if (planned !== null) return planned;
    const noPrimary = problemDetail("", "not_found", { what: "primary" });
    return refuseFailed(report) ?? refuse("conflict", [noPrimary]);
  },
  executors: {
    "schema.ensure": vipExecutors["schema.ensure"],
    "drill.watch": watchStep,
    "drill.fault": faultStep,
    "drill.measure": measureStep,
    "drill.ledger": ledgerStep,
    "drill.heal": healStep,
    "drill.judge": judgeStep,
  },
  async finish(context) {
    const [judged] = await context.listOutputs("drill.judge", operationKinds.drill.result);
    return judged?.output ?? null;
  },
  async settle(context, _request, state) {
    await settleDrill(context, state);
    await endRecorder(context.operation.id);
  },
});

/** A drill that did not come to its verdict gets one that says why; one that could not be healed says so aloud. */
async function settleDrill(context: OperationContext, state: FinalState): Promise<void> {
  const { worker, operation } = context;
  const drill = await worker.db.drills.find(operation.id);
  if (drill === null) return noteFinished(context, null, state);
  const heal = await findHeal(context, state);
  if (drill.endedAt === null) {
    // Of a member that did not come back its log may say why.
    const recorder = findRecorder(drill.id);
    if (recorder !== null)
      await noteErrorLogs(
        worker,
        { drillId: drill.id, clusterId: drill.clusterId },
        recorder,
        context.signal,
      );
    await endDrill(worker, drill.id, await findEnding(context), heal);
  } else if (drill.heal !== heal)
    await worker.db.transact(worker.actor, (unit) => unit.drills.noteHeal(drill.id, heal));
  const verdict = (await worker.db.drills.find(drill.id))?.verdict?.kind ?? "broken_off";
  await noteFinished(
    context,
    null,
    state,
    message("event.drill", { member: drill.proxy?.host ?? drill.target.name, verdict }),
  );
}

/** With these the step of the fault ends before it has ordered anything, where it begins for the first time. */
const unmadeAtFirst: readonly string[] = [
  "failure.drill_changed",
  "failure.drill_not_whole_before",
  "failure.drill_proxy_moved",
  "failure.drill_stopped",
  "failure.drill_lost_sight",
  "failure.drill_probe_lost",
];

/** A failure after the heal leaves the cluster healed, and one before the fault never hit it. */
async function findHeal({ worker, operation }: OperationContext, state: FinalState): Promise<DrillHeal> {
  if (state !== "failed") return "healed";
  const { steps } = await worker.db.operations.get(operation.id);
  const isHealed = ({ code, state: of }: OperationStep): boolean =>
    (code === "drill.heal" && of === "done") || (code === "drill.fault" && of === "undone");
  return steps.some(isHealed) || !isFaultOrdered(steps) ? "healed" : "unhealed";
}

/** Whether the fault may have been ordered, as far as its step is known to have come. */
function isFaultOrdered(steps: readonly OperationStep[]): boolean {
  const fault = steps.find(({ code }) => code === "drill.fault");
  if (fault === undefined || fault.startedAt === null) return false;
  const isUnmade = fault.state === "failed" && unmadeAtFirst.includes(fault.detail?.code ?? "");
  return !(isUnmade && fault.attempt <= 1);
}

/** What ended before the fault took effect tested nothing. One that was begun may have hit, whatever is known of it. */
async function findEnding({ worker, operation }: OperationContext): Promise<DrillEnding> {
  const { steps, isCancelRequested } = await worker.db.operations.get(operation.id);
  const failed = steps.find((step) => step.state === "failed");
  const fault = steps.find(({ code }) => code === "drill.fault");
  const code = failed?.detail?.code ?? "";
  const isPast = steps.some((step) => step.startedAt !== null && step.ordinal > (fault?.ordinal ?? 0));
  const isMade = code !== "failure.drill_not_made" && (isPast || isFaultOrdered(steps));
  const stopped = message(isCancelRequested ? "why.drill_stopped" : "why.drill_incomplete");
  return {
    kind: isMade ? "broken_off" : "not_tested",
    reason: failed?.detail ?? stopped,
  };
}
