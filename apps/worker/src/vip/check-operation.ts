import {
  CheckedPlan,
  type CheckReport,
  message,
  type OfferedFix,
  operationKinds,
  type StoredVipChange,
  toRulesChange,
  type Vip,
  VipCheckRequest,
  type VipRequest,
} from "@primacy/contract";
import type { VipCheckSnapshot } from "@primacy/core/check";
import { offerFixes } from "@primacy/core/fix";
import { withRestartChecks } from "@primacy/core/greatdb-ha";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import { applyChange, readsOf, toVip, type VipPlanSnapshot, type VipStep } from "@primacy/core/plan";
import { z } from "zod";
import { listRestoredReasons, snapshotForPlan } from "../agent-document/plan-snapshot";
import { loadCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep, type StepContext } from "../operation/executor";
import { nestReasons } from "../operation/nest-reasons";
import { findProvider } from "../vip-provider/find-provider";
import type { VipProviderPort } from "../vip-provider/vip-provider";
import { withNics } from "../vip-provider/with-nics";
import { pluginOf } from "./apply-operation";
import { observeRestarts, planRestartsOf } from "./observe-restarts";

const LookInput = z.object({ clusterId: z.string(), request: VipCheckRequest });
type LookInput = z.output<typeof LookInput>;
type LookStep = PlannedStep<"vip.look", LookInput>;

/** `vip.check`: looks at every member at once, judges, and plans. Changes nothing. */
export const checkOperation: OperationDefinition = defineOperation<VipCheckRequest, LookStep>({
  input: operationKinds["vip.check"].input,
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

/** Where a request names a VIP, the plan is the change of that one, whose kind stays; who holds its address is no stranger then. */
async function look(
  context: StepContext,
  { clusterId, request: { vipId, proxies, ...wished } }: LookInput,
  signal: AbortSignal,
): Promise<CheckedPlan> {
  const { worker } = context;
  const loaded = await loadCluster(worker.db, clusterId);
  const changed = loaded.vips.find((vip) => vip.id === vipId);
  const request = changed === undefined ? wished : asKindOf(changed, wished);
  const provider = findProvider(worker, changed?.provider ?? request.provider);
  await context.report(message("detail.asking", { count: loaded.cluster.members.length }));
  const seen = { request, vipId: changed?.id ?? null, currentAddress: changed?.address ?? null };
  const [snapshot, restarts] = await Promise.all([
    provider.observe(worker, loaded, seen, signal),
    // A change restarts nothing.
    changed === undefined ? observeRestarts(context, loaded, request, signal) : null,
  ]);
  const asked = withNics(snapshot);
  const next = changed === undefined ? toVip(asked) : applyChange(changed, changeTo(asked));
  const withheld = await listRestoredReasons(worker, loaded, snapshot.held, next);
  const restored = withheld
    .filter(({ detail }) => detail.code !== "agents_differ")
    .map(({ detail }) => detail.message);
  const known = { ...snapshot, restored, ...(proxies === undefined ? {} : { proxies }) };
  const report = nestReasons(withRestartChecks(provider.check(known), restarts), snapshot.told);
  const fixes = await listFixes(worker, snapshot, clusterId, report);
  if (report.hasFailures) return { report, plan: { steps: [], consequences: [] }, fixes };
  const basis = { ...(await snapshotForPlan(worker, loaded, snapshot.held)), ...pluginOf(snapshot) };
  const planned = planRestartsOf(planFor(provider, basis, changed, asked), restarts);
  return { report, plan: toPlan(planned), fixes };
}

/** The fixes that its checks ask for; the order of one brings an account where none was kept. */
async function listFixes(
  worker: WorkerContext,
  snapshot: VipCheckSnapshot,
  clusterId: string,
  report: CheckReport,
): Promise<OfferedFix[]> {
  const asked = report.checks.map((check) => check.fix);
  const needsAccount = (await worker.db.clusters.findCredential(clusterId, "administrator")) === null;
  return offerFixes(snapshot, clusterId, asked).map(({ fix, basis, planned }) => ({
    fix,
    needsAccount,
    basis,
    plan: toPlan(planned),
  }));
}

function planFor(
  provider: VipProviderPort,
  snapshot: VipPlanSnapshot,
  changed: Vip | undefined,
  asked: VipRequest,
): PlannedOperation<VipStep> {
  return changed === undefined
    ? provider.planApply(snapshot, asked)
    : provider.planChange(snapshot, changed, changeTo(asked));
}

/** A change says nothing of what kind of VIP it is of, and need not say what a read VIP goes by. */
function asKindOf({ kind, reads: before }: Vip, { reads = before, ...wished }: VipRequest): VipRequest {
  return { ...wished, kind, ...readsOf({ kind, reads }) };
}

/** What is checked is checked as it will be in force. */
function changeTo(asked: VipRequest): StoredVipChange {
  const { address, prefixLength, port, nics, onRelease } = asked;
  const { reads } = readsOf(asked);
  const rules = reads === undefined ? {} : { reads: toRulesChange(reads) };
  return { address, prefixLength, port, nics, onRelease, ...rules, enabled: true };
}
