import { isRefusal, operationKinds, type Refusal, refuse, type Vip } from "@primacy/contract";
import type { PlannedOperation } from "@primacy/core/operation";
import { applyChange, type HeldDocument, type VipPlanSnapshot, type VipStep } from "@primacy/core/plan";
import type { z } from "zod";
import {
  askAgents,
  listRestoredReasons,
  logTakenOver,
  refuseFor,
  snapshotForPlan,
} from "../agent-document/plan-snapshot";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import type { OperationContext } from "../operation/operation-context";
import { findProvider } from "../vip-provider/find-provider";
import type { VipProviderPort } from "../vip-provider/vip-provider";
import { vipExecutors } from "../vip-steps/vip-executors";

const Input = operationKinds["vip.pause"].input;
type Input = z.output<typeof Input>;

/** `vip.pause`: the address stays on the host that holds it, and no other takes it, until it is resumed. */
export const pauseOperation: OperationDefinition = defineOperation<Input, VipStep>({
  input: Input,
  timeoutMs: 30_000,
  plan: (context, { vipId }, signal) =>
    planFor(context, { vipId }, signal, async ({ provider, snapshot, vip, loaded, held }) => {
      const { worker } = context;
      if (vip.paused !== undefined) return refuse("vip_paused", [], { address: vip.address });
      if (!vip.enabled) return refuse("vip_disabled", [], { address: vip.address });
      const { words, silentHosts } = await worker.observer.readHolding(
        loaded.wanted.hosts,
        vip.address,
        signal,
      );
      // What was put on a host by hand is no hold: it is the agent's word that counts.
      const bound = words.filter((word) => word.vip?.isBound === true);
      const leaving = bound.filter((word) => word.vip?.state !== "HOLDING");
      const unclear = [...silentHosts, ...(bound.length > 1 ? bound : leaving).map((word) => word.host)];
      if (unclear.length > 0) {
        const hosts = unclear.map((host) => host.name).join(", ");
        return refuse("vip_place_unclear", [], { address: vip.address, hosts });
      }
      const hostId = bound[0]?.host.hostId ?? null;
      const paused = { hostId, since: worker.now().toISOString() };
      const refusal = refuseFor(
        await listRestoredReasons(worker, loaded, held, applyChange(vip, { paused })),
      );
      return refusal ?? provider.planPause(snapshot, vip, paused);
    }),
  executors: vipExecutors,
  finish: async () => null,
  settle: noteFinished,
});

/** `vip.unpause`: the address follows the primary again, or one of reads goes where it is given to again. */
export const unpauseOperation: OperationDefinition = defineOperation<Input, VipStep>({
  input: Input,
  timeoutMs: 30_000,
  plan: (context, { vipId }, signal) =>
    planFor(context, { vipId }, signal, async ({ provider, snapshot, vip, loaded, held }) => {
      if (vip.paused === undefined) return refuse("vip_not_paused", [], { address: vip.address });
      const next = applyChange(vip, { paused: null });
      return (
        refuseFor(await listRestoredReasons(context.worker, loaded, held, next)) ??
        provider.planUnpause(snapshot, vip)
      );
    }),
  executors: vipExecutors,
  finish: async () => null,
  settle: noteFinished,
});

interface PlannedFrom {
  readonly provider: VipProviderPort;
  readonly snapshot: VipPlanSnapshot;
  readonly vip: Vip;
  readonly loaded: LoadedCluster;
  readonly held: readonly HeldDocument[];
}

type Planned = PlannedOperation<VipStep> | Refusal;

async function planFor(
  context: OperationContext,
  { vipId }: Input,
  signal: AbortSignal,
  plan: (from: PlannedFrom) => Promise<Planned>,
): Promise<Planned> {
  const { worker, operation } = context;
  const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
  const vip = loaded.vips.find((one) => one.id === vipId);
  if (vip === undefined) return refuse("not_found", [], { what: "VIP" });
  const provider = findProvider(worker, vip.provider);
  const held = await askAgents(worker, loaded, signal);
  const snapshot = await snapshotForPlan(worker, loaded, held);
  const planned = await plan({ provider, snapshot, vip, loaded, held });
  if (!isRefusal(planned)) await logTakenOver(context, snapshot);
  return planned;
}
