import { CheckedPlan, message, operationInputs, type Vip, VipRequest } from "@primacy/contract";
import { checkVip } from "@primacy/core/check";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import { planVipApply } from "@primacy/core/plan";
import { z } from "zod";
import { loadCluster } from "../cluster/load-cluster";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep, type StepContext } from "../operation/executor";
import { lookAtCluster, withNics } from "./look-at-cluster";
import { snapshotForPlan } from "./plan-snapshot";

const LookInput = z.object({ clusterId: z.string(), request: VipRequest });
type LookInput = z.output<typeof LookInput>;
type LookStep = PlannedStep<"vip.look", LookInput>;

/** `vip.check`: looks at every member at once, judges, and plans. Changes nothing. */
export const checkOperation: OperationDefinition = defineOperation<VipRequest, LookStep>({
  input: operationInputs["vip.check"],
  timeoutMs: 15_000,
  plan: async (context, request): Promise<PlannedOperation<LookStep>> => ({
    steps: [
      {
        ordinal: 0,
        code: "vip.look",
        hostId: null,
        hostName: null,
        title: message("step.vip.look"),
        preview: [],
        isReversible: false,
        input: { clusterId: context.operation.clusterId ?? "", request },
      },
    ],
    consequences: [],
  }),
  executors: {
    "vip.look": defineStep<LookInput>({
      input: LookInput,
      timeoutMs: 30_000,
      undo: { kind: "nothing" },
      execute: async (context, input, signal) => ({
        kind: "done",
        output: await look(context, input, signal),
      }),
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("vip.look", CheckedPlan);
    return found?.output ?? null;
  },
});

/**
 * A request for the cluster's own VIP looks at that one: who holds its address is no stranger then, so that the
 * wizard can check a change before it is asked for.
 */
async function look(
  { worker, report: tell }: StepContext,
  { clusterId, request }: LookInput,
  signal: AbortSignal,
): Promise<CheckedPlan> {
  const loaded = await loadCluster(worker.db, clusterId);
  const existing: Vip | undefined = loaded.vips.find((vip) => vip.kind === request.kind);
  await tell(message("detail.asking", { count: loaded.cluster.members.length }));
  const seen = { request, vipId: existing?.id ?? null, currentAddress: existing?.address ?? null };
  const snapshot = await lookAtCluster(worker, loaded, seen, signal);
  const report = checkVip(snapshot);
  if (report.hasFailures) return { report, plan: { steps: [], consequences: [] } };
  const planned = planVipApply(await snapshotForPlan(worker, loaded, signal), withNics(snapshot));
  return { report, plan: toPlan(planned) };
}
