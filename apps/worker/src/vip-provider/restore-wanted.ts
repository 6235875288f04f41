import { isRefusal, type StoredVipChange, toRulesChange, type Vip } from "@primacy/contract";
import { findStepVip, readsOf, type VipStepBase, type WantedVip } from "@primacy/core/plan";
import type { UnitOfWork } from "@primacy/db";
import type { WorkerContext } from "../context";
import { StepFailure } from "../operation/failure";

/**
 * Makes what is wanted what it was before the operation, under a higher epoch where that changes anything. Every step
 * that is taken back calls it, so it does nothing when it was done already.
 */
export async function restoreWanted(worker: WorkerContext, input: VipStepBase): Promise<void> {
  await worker.db.transact(worker.actor, async (unit) => {
    const vips = await unit.vips.listByCluster(input.clusterId);
    const { previous } = input;
    // One that was forgotten and has been created again has another id.
    const current =
      findStepVip(vips, input) ?? vips.find(({ address }) => address === previous?.address) ?? null;
    if (previous === null) {
      if (current !== null) await unit.vips.remove(current.id, null);
      return;
    }
    if (current === null) return createAgain(unit, input.clusterId, previous);
    const change = changeBack(current, previous);
    if (change !== null) expectStored(await unit.vips.change(current.id, null, change), previous.address);
  });
}

async function createAgain(unit: UnitOfWork, clusterId: string, previous: WantedVip): Promise<void> {
  const { provider, kind, address, prefixLength, port, nics, onRelease, guard = false } = previous;
  const request = {
    provider,
    kind,
    address,
    prefixLength,
    port,
    nics,
    onRelease,
    guard,
    ...readsOf(previous),
  };
  const vip = expectStored(await unit.vips.create(clusterId, request), address);
  const { enabled, paused } = previous;
  if (!enabled || paused !== undefined)
    expectStored(await unit.vips.change(vip.id, null, { enabled, paused: paused ?? null }), address);
}

function changeBack(current: Vip, previous: WantedVip): StoredVipChange | null {
  const { provider, address, prefixLength, port, nics, onRelease, reads, enabled, paused = null } = previous;
  const guard = previous.guard === true;
  const isSame =
    current.provider === provider &&
    current.address === address &&
    current.prefixLength === prefixLength &&
    current.port === port &&
    current.onRelease === onRelease &&
    (current.guard === true) === guard &&
    current.reads?.policy === reads?.policy &&
    current.reads?.maxLagSeconds === reads?.maxLagSeconds &&
    current.reads?.preferredHostId === reads?.preferredHostId &&
    current.enabled === enabled &&
    current.paused?.since === paused?.since &&
    current.paused?.hostId === paused?.hostId &&
    JSON.stringify(current.nics) === JSON.stringify(nics);
  const rules = reads === undefined ? {} : { reads: toRulesChange(reads) };
  return isSame
    ? null
    : { provider, address, prefixLength, port, nics, onRelease, ...rules, guard, enabled, paused };
}

/** Only another change behind this operation's back can make the database refuse here. */
export function expectStored<T extends object>(outcome: T, address: string): Exclude<T, { kind: "refusal" }>;
export function expectStored(outcome: object, address: string): object {
  if (isRefusal(outcome))
    throw new StepFailure("failure.wanted_changed", { params: { address }, cause: outcome });
  return outcome;
}
