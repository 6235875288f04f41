import { operationKinds, refuse, type VipRequest } from "@primacy/contract";
import { applyChange, readsOf, type VipStep } from "@primacy/core/plan";
import type { z } from "zod";
import {
  askAgents,
  listRestoredReasons,
  logTakenOver,
  refuseFor,
  snapshotForPlan,
} from "../agent-document/plan-snapshot";
import { loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { nestReasons } from "../operation/nest-reasons";
import { findProvider } from "../vip-provider/find-provider";
import { withNics } from "../vip-provider/with-nics";
import { vipExecutors } from "../vip-steps/vip-executors";
import { proofOf } from "./apply-operation";
import { refuseAll } from "./refuse-checks";

const Input = operationKinds["vip.change"].input;
type Input = z.output<typeof Input>;

/**
 * `vip.change`: changes, disables or enables a VIP. What will be in force is checked as when it is applied, and the new
 * address of a disabled one by itself; disabling is not checked, for it must always be possible.
 */
export const changeOperation: OperationDefinition = defineOperation<Input, VipStep>({
  input: Input,
  timeoutMs: 45_000,
  async plan(context, { vipId, change }, signal) {
    const { worker, operation } = context;
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    const vip = loaded.vips.find((one) => one.id === vipId);
    if (vip === undefined) return refuse("not_found", [], { what: "VIP" });
    // What is paused is to stay as it is; only its end must always be possible.
    if (vip.paused !== undefined && change.enabled !== false)
      return refuse("vip_paused", [], { address: vip.address });
    const provider = findProvider(worker, vip.provider);
    const next = applyChange(vip, change);
    const isPlaceNew = next.address !== vip.address || next.prefixLength !== vip.prefixLength;
    // Nothing is looked at to disable a VIP; what it will be enabled with has to be acceptable though.
    if (!next.enabled && !isPlaceNew) {
      const held = await askAgents(worker, loaded, signal);
      const withheld = refuseFor(await listRestoredReasons(worker, loaded, held, next));
      if (withheld !== null) return withheld;
      const planned = await snapshotForPlan(worker, loaded, held);
      await logTakenOver(context, planned);
      return provider.planChange(planned, vip, change);
    }
    const { kind, address, prefixLength, port, nics, onRelease } = next;
    const settings = { provider: next.provider, kind, address, prefixLength, port, nics, onRelease };
    const request: VipRequest = { ...settings, ...readsOf(next) };
    const seen = { request, vipId, currentAddress: vip.address };
    const snapshot = await provider.observe(worker, loaded, seen, signal);
    const own = await listRestoredReasons(worker, loaded, snapshot.held, next);
    const report = next.enabled ? provider.check(snapshot) : provider.checkAddress(snapshot);
    const refusal = refuseAll(own, nestReasons(report, snapshot.told), snapshot);
    if (refusal !== null) return refusal;
    const planned = await snapshotForPlan(worker, loaded, snapshot.held);
    await logTakenOver(context, planned);
    if (!next.enabled) return provider.planChange(planned, vip, change);
    return provider.planChange(planned, vip, { ...change, nics: withNics(snapshot).nics });
  },
  executors: vipExecutors,
  finish: proofOf,
  settle: noteFinished,
});
