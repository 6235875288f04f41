import {
  message,
  type OperationInput,
  operationKinds,
  problemDetail,
  type Refusal,
  RestartCheck,
  type RestartResult,
  refuse,
} from "@primacy/contract";
import { refuseFailed } from "@primacy/core/check";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import { checkRestart, planRestart, type RestartStep } from "@primacy/core/restart";
import { predictPause } from "@primacy/core/switchover";
import { z } from "zod";
import { findAdministrator } from "../cluster-record/administrator";
import {
  findPausedWriteVip,
  listMovingReads,
  listPausedReads,
  listWriteVips,
} from "../cluster-record/find-write-vip";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import type { WorkerContext } from "../context";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { nestReasons } from "../operation/nest-reasons";
import type { OperationContext } from "../operation/operation-context";
import { refuseRestarts } from "../restart-steps/refuse-restarts";
import { endDrain } from "../switchover-steps/drain-vip";
import { findSwitchover, toParty } from "../switchover-steps/find-switchover";
import { observeMembers } from "../switchover-steps/observe-members";
import { switchoverExecutors } from "../switchover-steps/switchover-steps";
import { RestartOutput, restartStep } from "./restart-step";

type Input = OperationInput<"restart">;

/** What a rolling restart would be: the report on its pre-conditions, and its plan where nothing stands against it. */
interface Judged {
  readonly report: RestartCheck["report"];
  readonly planned: PlannedOperation<RestartStep> | null;
}

async function judge(
  worker: WorkerContext,
  loaded: LoadedCluster,
  { memberId, limitSeconds, user, drain }: Input,
  signal: AbortSignal,
): Promise<Judged> {
  const snapshot = await observeMembers(
    worker,
    loaded,
    { targetMemberId: memberId, drain: drain ?? null },
    signal,
  );
  const report = nestReasons(checkRestart(snapshot), snapshot.told);
  const primaryId = snapshot.members.find((member) => member.isPrimary)?.memberId;
  const members = loaded.cluster.members.map(toParty);
  const from = members.find((member) => member.memberId === primaryId);
  const to = members.find((member) => member.memberId === memberId);
  if (report.hasFailures || from === undefined || to === undefined) return { report, planned: null };
  const vips = listWriteVips(loaded.vips).map((vip) => ({ vipId: vip.id, address: vip.address }));
  const { id: clusterId } = loaded.cluster;
  return {
    report,
    planned: planRestart({
      clusterId,
      members,
      from,
      to,
      vips,
      readAddresses: listMovingReads(loaded.vips),
      pausedReadAddresses: listPausedReads(
        loaded.vips,
        members.map(({ hostId }) => hostId),
      ),
      user,
      limitSeconds,
      pause: predictPause(snapshot),
      drain: snapshot.drain,
    }),
  };
}

/** `restart`: looks again, and restarts one server after another, the primary's last. */
export const restartOperation: OperationDefinition = defineOperation<Input, RestartStep>({
  input: operationKinds.restart.input,
  timeoutMs: 30_000,
  async plan(context, input, signal) {
    const { worker, operation } = context;
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    if (!loaded.cluster.members.some((member) => member.id === input.memberId))
      return refuse("not_found", [], { what: "member" });
    const paused = findPausedWriteVip(loaded.vips);
    if (paused !== null) return refuse("vip_paused", [], { address: paused.address });
    const { report, planned } = await judge(worker, loaded, input, signal);
    if (planned === null) {
      const noPrimary = problemDetail("", "not_found", { what: "primary" });
      return refuseFailed(report) ?? refuse("conflict", [noPrimary]);
    }
    return (await refuseUnprivileged(context, loaded, input.user, signal)) ?? planned;
  },
  executors: { ...switchoverExecutors, "restart.member": restartStep },
  finish: findResult,
  async settle(context, input, state) {
    // Between the drain and the order it may have been cancelled.
    if (state !== "succeeded") await endDrain(context);
    await noteFinished(context, input, state);
  },
});

/** Every server is asked before the first is restarted. */
async function refuseUnprivileged(
  context: OperationContext,
  loaded: LoadedCluster,
  user: string | null,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const account = await findAdministrator(context, loaded.cluster.id, user);
  if (account === null) return refuse("credentials_missing", [], { what: loaded.cluster.name });
  return refuseRestarts(loaded.cluster.members, account, signal);
}

async function findResult(context: OperationContext): Promise<RestartResult | null> {
  const restarted = await context.listOutputs("restart.member", RestartOutput);
  const members = restarted.map(({ output: { memberId, name, onlineAfterMs } }) => ({
    memberId,
    name,
    onlineAfterMs,
  }));
  return { members, switchover: await findSwitchover(context) };
}

const Look = operationKinds["restart.check"].input;
const LookInput = Look.extend({ clusterId: z.string() });
type LookInput = z.output<typeof LookInput>;
type LookStep = PlannedStep<"restart.look", LookInput>;

/** `restart.check`: looks at the pre-conditions, and says what a rolling restart would do. Changes nothing. */
export const restartCheckOperation: OperationDefinition = defineOperation<z.output<typeof Look>, LookStep>({
  input: Look,
  timeoutMs: 10_000,
  plan: async ({ operation }, asked): Promise<PlannedOperation<LookStep>> => ({
    steps: [
      {
        ordinal: 0,
        code: "restart.look",
        hostId: null,
        hostName: null,
        title: message("step.restart.look"),
        preview: [],
        isReversible: false,
        input: { ...asked, clusterId: operation.clusterId ?? "" },
      },
    ],
    consequences: [],
  }),
  executors: {
    "restart.look": defineStep<LookInput>({
      input: LookInput,
      timeoutMs: 30_000,
      undo: { kind: "nothing" },
      async execute({ worker }, { clusterId, memberId, drain }, signal) {
        const loaded = await loadCluster(worker.db, clusterId);
        const asked = operationKinds.restart.input.parse({ memberId, drain, user: null });
        const { report, planned } = await judge(worker, loaded, asked, signal);
        const plan = planned === null ? { steps: [], consequences: [] } : toPlan(planned);
        const kept = await worker.db.clusters.findCredential(clusterId, "administrator");
        return { kind: "done", output: { report, plan, needsAccount: kept === null } };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("restart.look", RestartCheck);
    return found?.output ?? null;
  },
});
