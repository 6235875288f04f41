import { type DrillLever, type Operation, type RunningDrill, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { findDrillLever, type Readers, setDrillLever, type UnitOfWork } from "@primacy/db";
import { route } from "../../../server/api/route";
import { checkAccess } from "../../../server/auth/access";
import { toActor } from "../../../server/auth/caller";

/** The lever that stops every drill. */
export const drillLeverRoutes = {
  getDrillLever: route(endpoints.getDrillLever, ({ context }) => readLever(context.database)),
  setDrillLever: route(endpoints.setDrillLever, ({ context, caller, facts, body: { isHeld, reason } }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      // Who allows drills is who ends the ban on them.
      const refused = isHeld ? null : checkAccess(caller.principal, "admin");
      if (refused !== null) return refused;
      const before = await findDrillLever(unit);
      const isMoved = isHeld !== (before !== null);
      const at = new Date().toISOString();
      const held = isHeld ? { by: caller.principal.name, at, reason: reason === "" ? null : reason } : null;
      if (isMoved && !(await setDrillLever(unit, held))) return refuse("revision_conflict");
      // One that is ordered before this is seen is refused by the worker, which asks again before it plans.
      const stopped = isHeld ? await stopDrills(unit) : [];
      if (isMoved || stopped.length > 0)
        await unit.audit.record({
          action: isHeld ? "drill_lever.hold" : "drill_lever.release",
          target: { kind: "setting", id: null, name: "drill_lever" },
          detail: { reason, stopped },
        });
      return readLever(unit);
    }),
  ),
};

/** Asks each drill to stop, which heals it; those that were asked already are not asked again. */
async function stopDrills(unit: UnitOfWork): Promise<string[]> {
  const queue = await unit.operations.listQueue("drill");
  const going = queue.filter(({ operation }) => !operation.isCancelRequested);
  for (const { operation } of going) await unit.operations.requestCancel(operation.id);
  return going.map(({ operation }) => operation.id);
}

async function readLever(readers: Pick<Readers, "operations" | "settings">): Promise<DrillLever> {
  const held = await findDrillLever(readers);
  const queue = await readers.operations.listQueue("drill");
  return { held, running: queue.map(({ operation }) => toRunning(operation)) };
}

function toRunning({ id, clusterId, clusterName, steps, state, isCancelRequested }: Operation): RunningDrill {
  const fault = steps.find(({ code }) => code === "drill.fault");
  const heal = steps.find(({ code }) => code === "drill.heal");
  return {
    id,
    clusterId,
    clusterName,
    fault: fault?.title ?? null,
    faultAt: fault?.state === "done" || fault?.state === "undone" ? fault.finishedAt : null,
    isHealing: isCancelRequested || state === "undoing" || (heal !== undefined && heal.startedAt !== null),
  };
}
