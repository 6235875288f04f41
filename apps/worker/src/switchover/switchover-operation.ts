import { CheckedPlan, type Drain, message, operationKinds, problemDetail, refuse } from "@primacy/contract";
import { refuseFailed } from "@primacy/core/check";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import { describeSwitchover, predictPause, type SwitchoverStep } from "@primacy/core/switchover";
import { z } from "zod";
import { findPausedWriteVip, listMovingReads, listWriteVips } from "../cluster-record/find-write-vip";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import type { WorkerContext } from "../context";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { nestReasons } from "../operation/nest-reasons";
import { endDrain } from "../switchover-steps/drain-vip";
import { findSwitchover, toParty } from "../switchover-steps/find-switchover";
import { observeMembers } from "../switchover-steps/observe-members";
import { switchoverExecutors } from "../switchover-steps/switchover-steps";

const Input = operationKinds.switchover.input;
type Input = z.output<typeof Input>;

/** What a switchover would be: the report on its pre-conditions, and its plan where nothing stands against it. */
interface Judged {
  readonly report: CheckedPlan["report"];
  readonly planned: PlannedOperation<SwitchoverStep> | null;
}

async function judge(
  worker: WorkerContext,
  loaded: LoadedCluster,
  { memberId, drain = null }: { readonly memberId: string; readonly drain?: Drain | null | undefined },
  signal: AbortSignal,
): Promise<Judged> {
  const snapshot = await observeMembers(worker, loaded, { targetMemberId: memberId, drain }, signal);
  const report = nestReasons(
    worker.replication[loaded.cluster.kind].checkSwitchover(snapshot),
    snapshot.told,
  );
  const primaryId = snapshot.members.find((member) => member.isPrimary)?.memberId;
  const from = loaded.cluster.members.find((member) => member.id === primaryId);
  const to = loaded.cluster.members.find((member) => member.id === memberId);
  if (report.hasFailures || from === undefined || to === undefined) return { report, planned: null };
  const vips = listWriteVips(loaded.vips).map((vip) => ({ vipId: vip.id, address: vip.address }));
  const input = { clusterId: loaded.cluster.id, from: toParty(from), to: toParty(to) };
  const reads = listMovingReads(loaded.vips);
  return {
    report,
    planned: worker.replication[loaded.cluster.kind].planSwitchover(
      input,
      vips,
      predictPause(snapshot),
      snapshot.drain,
      reads,
    ),
  };
}

/** `switchover`: looks again, orders the group, and proves that the address follows. */
export const switchoverOperation: OperationDefinition = defineOperation<Input, SwitchoverStep>({
  input: Input,
  timeoutMs: 30_000,
  async plan({ worker, operation }, { memberId, drain }, signal) {
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    if (!loaded.cluster.members.some((member) => member.id === memberId))
      return refuse("not_found", [], { what: "member" });
    const paused = findPausedWriteVip(loaded.vips);
    if (paused !== null) return refuse("vip_paused", [], { address: paused.address });
    const { report, planned } = await judge(worker, loaded, { memberId, drain }, signal);
    if (planned !== null) return planned;
    const noPrimary = problemDetail("", "not_found", { what: "primary" });
    return refuseFailed(report) ?? refuse("conflict", [noPrimary]);
  },
  executors: switchoverExecutors,
  finish: findSwitchover,
  async settle(context, { memberId }, state) {
    const { worker, operation } = context;
    const { clusterId } = operation;
    // Between the drain and the order it may have been cancelled.
    if (state !== "succeeded") await endDrain(context);
    const cluster = clusterId === null ? null : await worker.db.clusters.find(clusterId);
    const to = cluster?.members.find((member) => member.id === memberId);
    const toName = to?.hostName ?? to?.address ?? memberId;
    await noteFinished(
      context,
      null,
      state,
      describeSwitchover(state, await findSwitchover(context), toName),
    );
  },
});

const LookInput = Input.extend({ clusterId: z.string() });
type LookInput = z.output<typeof LookInput>;
type LookStep = PlannedStep<"switchover.look", LookInput>;

/** `switchover.check`: looks at the pre-conditions, and says what a switchover would do. Changes nothing. */
export const switchoverCheckOperation: OperationDefinition = defineOperation<Input, LookStep>({
  input: operationKinds["switchover.check"].input,
  timeoutMs: 10_000,
  plan: async ({ operation }, asked): Promise<PlannedOperation<LookStep>> => ({
    steps: [
      {
        ordinal: 0,
        code: "switchover.look",
        hostId: null,
        hostName: null,
        title: message("step.switchover.look"),
        preview: [],
        isReversible: false,
        input: { ...asked, clusterId: operation.clusterId ?? "" },
      },
    ],
    consequences: [],
  }),
  executors: {
    "switchover.look": defineStep<LookInput>({
      input: LookInput,
      timeoutMs: 30_000,
      undo: { kind: "nothing" },
      async execute({ worker }, { clusterId, ...asked }, signal) {
        const loaded = await loadCluster(worker.db, clusterId);
        const { report, planned } = await judge(worker, loaded, asked, signal);
        const plan = planned === null ? { steps: [], consequences: [] } : toPlan(planned);
        return { kind: "done", output: { report, plan } };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("switchover.look", CheckedPlan);
    return found?.output ?? null;
  },
});
