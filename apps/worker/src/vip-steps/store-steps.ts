import type { StoredVipChange, Vip, VipRequest } from "@primacy/contract";
import { findStepVip, type StoreInput } from "@primacy/core/plan";
import type { UnitOfWork } from "@primacy/db";
import { z } from "zod";
import { inspectAndLog } from "../agent-document/inspect-members";
import type { WorkerContext } from "../context";
import { defineStep, type StepExecutor, type StepUndo } from "../operation/executor";
import { expectStored, restoreWanted } from "../vip-provider/restore-wanted";
import { StoreChangeInput, StoreOnlyInput, StoreRequestInput } from "../vip-provider/vip-inputs";
import { awaitNowhere } from "./await-nowhere";
import { awaitRestored } from "./await-restored";

type Nothing = Record<string, never>;

/** The hosts are told before this: their steps come later in the plan, and are taken back first. */
function restoringWithProof<I extends StoreInput>(): StepUndo<I, Nothing> {
  return {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    async undo(context, input, _record, signal) {
      await restoreWanted(context.worker, input);
      await awaitRestored(context, input, signal);
    },
  };
}

/** Stores the wanted VIP; its epoch rises in the same transaction, above every epoch that an agent holds. */
export const storeStep: StepExecutor<StoreInput & { readonly request: VipRequest }> = defineStep<
  StoreInput & { readonly request: VipRequest },
  Nothing
>({
  input: StoreRequestInput,
  timeoutMs: 60_000,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    // The hosts are told before this, as after a change.
    async undo(context, input, _record, signal) {
      const { clusterId, address, request } = input;
      await restoreWanted(context.worker, input);
      // What newer agents held before the apply stays with them.
      if (input.previous === null)
        await awaitNowhere(context, clusterId, { address, nics: request.nics }, signal);
    },
  },
  async execute(context, input, signal) {
    const { worker } = context;
    await inspectAndLog(context, input.clusterId, signal);
    const vip = await storeAbove(worker, input, async (unit) => {
      const existing = findStepVip(await unit.vips.listByCluster(input.clusterId), input);
      // The step runs again after a crash.
      return existing ?? expectStored(await unit.vips.create(input.clusterId, input.request), input.address);
    });
    return { kind: "done", output: { vipId: vip.id } };
  },
});

/** Stores a change of the wanted VIP. */
export const changeStep: StepExecutor<StoreInput & { readonly change: StoredVipChange }> = defineStep<
  StoreInput & { readonly change: StoredVipChange },
  Nothing
>({
  input: StoreChangeInput,
  timeoutMs: 60_000,
  undo: restoringWithProof<StoreInput & { readonly change: StoredVipChange }>(),
  async execute(context, input, signal) {
    const { worker } = context;
    await inspectAndLog(context, input.clusterId, signal);
    await storeAbove(worker, input, (unit) => changeVip(unit, input, input.change));
    return { kind: "done" };
  },
});

/** Stores that the VIP is not wanted on any host. */
export const disableStep: StepExecutor<StoreInput> = defineStep({
  input: StoreOnlyInput,
  timeoutMs: 60_000,
  undo: restoringWithProof<StoreInput>(),
  async execute({ worker }, input) {
    await storeAbove(worker, input, (unit) => changeVip(unit, input, { enabled: false }));
    return { kind: "done" };
  },
});

async function changeVip(unit: UnitOfWork, input: StoreInput, change: StoredVipChange): Promise<Vip> {
  return expectStored(await unit.vips.change(input.vipId ?? "", null, change), input.address);
}

/** The agents refuse an epoch that is not above theirs; a console restored from an older database goes on above it. */
function storeAbove(
  worker: WorkerContext,
  { clusterId, heldEpoch }: StoreInput,
  store: (unit: UnitOfWork) => Promise<Vip>,
): Promise<Vip> {
  return worker.db.transact(worker.actor, async (unit) => {
    const cluster = await unit.clusters.get(clusterId);
    if (heldEpoch !== null && heldEpoch > cluster.epoch) await unit.clusters.adoptEpoch(clusterId, heldEpoch);
    return store(unit);
  });
}
