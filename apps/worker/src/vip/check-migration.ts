import {
  type CheckReport,
  operationKinds,
  type Refusal,
  refuse,
  type Vip,
  type VipProvider,
  VipRequest,
} from "@primacy/contract";
import type { PlannedOperation } from "@primacy/core/operation";
import {
  findMigrationReason,
  planToAgent,
  planToPlugin,
  type VipMigrationStep,
  withoutPlugin,
} from "@primacy/core/vip-migration";
import type { z } from "zod";
import { listRestoredReasons, snapshotForPlan } from "../agent-document/plan-snapshot";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { nestReasons } from "../operation/nest-reasons";
import type { OperationContext } from "../operation/operation-context";
import { findProvider } from "../vip-provider/find-provider";
import type { ObservedCluster } from "../vip-provider/vip-provider";
import { withNics } from "../vip-provider/with-nics";
import { pluginOf } from "./apply-operation";
import { refuseAll } from "./refuse-checks";

/** Which VIP is to go to which provider. */
export const MigrationInput = operationKinds["vip.migrate"].input;
export type MigrationInput = z.output<typeof MigrationInput>;

/** What a look found. The plan counts only where nothing refuses. */
export interface CheckedVipMigration {
  readonly report: CheckReport;
  /** Every reason against it, the failed checks among them. */
  readonly refusal: Refusal | null;
  plan(): Promise<PlannedOperation<VipMigrationStep>>;
}

type Task = Pick<OperationContext, "worker" | "operation">;

/**
 * Looks at all members, and judges whether the other provider can move the VIP: that the present one holds the address is what is
 * expected. Changes nothing. Refused where the VIP is gone, or goes to nobody else.
 */
export async function checkMigration(
  task: Task,
  { vipId, to }: MigrationInput,
  signal: AbortSignal,
): Promise<CheckedVipMigration | Refusal> {
  const { worker, operation } = task;
  const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
  const vip = loaded.vips.find((one) => one.id === vipId);
  if (vip === undefined) return refuse("not_found", [], { what: "VIP" });
  const reason = findMigrationReason(vip, to, loaded.vips);
  if (reason !== null) return refuse(reason.code, reason.details, reason.params);
  if (!vip.enabled) return refuse("vip_disabled", [], { address: vip.address });
  if (vip.paused !== undefined) return refuse("vip_paused", [], { address: vip.address });
  const provider = findProvider(worker, to);
  const seen = { request: requestOf(vip, to), vipId, currentAddress: vip.address };
  const observed = await provider.observe(worker, loaded, seen, signal);
  const bare = to === "agent" ? withoutPlugin(observed, vip.address) : observed;
  const report = nestReasons(provider.check(bare), observed.told);
  const own = await listRestoredReasons(worker, loaded, observed.held, { ...vip, provider: to });
  return {
    report,
    refusal: refuseAll(own, report, observed),
    plan: () => planMigration(task, { loaded, vip, to, observed: bare }, signal),
  };
}

interface Found {
  readonly loaded: LoadedCluster;
  readonly vip: Vip;
  readonly to: VipProvider;
  readonly observed: ObservedCluster;
}

async function planMigration(
  { worker, operation }: Task,
  { loaded, vip, to, observed }: Found,
  signal: AbortSignal,
): Promise<PlannedOperation<VipMigrationStep>> {
  const { nics } = withNics(observed);
  const planned = await snapshotForPlan(worker, loaded, observed.held);
  const migration = { migrationId: operation.id, vip, nics };
  if (to === "greatdb_ha")
    return planToPlugin({ ...migration, snapshot: { ...planned, ...pluginOf(observed) } });
  const seen = await findProvider(worker, vip.provider).observeRemoval?.(worker, loaded, vip, signal);
  return planToAgent({ ...migration, snapshot: { ...planned, ...seen } });
}

function requestOf({ kind, address, prefixLength, port, nics, onRelease }: Vip, to: VipProvider): VipRequest {
  return VipRequest.parse({ provider: to, kind, address, prefixLength, port, nics, onRelease });
}
