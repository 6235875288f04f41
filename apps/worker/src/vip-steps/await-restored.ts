import { joinMessages, messageWith } from "@primacy/contract";
import type { StoreInput } from "@primacy/core/plan";
import { loadCluster } from "../cluster-record/load-cluster";
import { reasonOf } from "../observe/holding";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { poll } from "../operation/poll";
import { lookReleased } from "./await-released";

const limitMs = 15_000;
const everyMs = 200;

/**
 * Waits, after a change was taken back and every host was told, until the address that it brought is let go and the
 * one before it is held again; 15 s each at most. Throws `StepFailure` where the new address is held still or nothing
 * proves the contrary. That the old one is not back is only told: the group may have no primary to hold it.
 */
export async function awaitRestored(
  { worker, log }: OperationContext,
  { clusterId, address, previous }: StoreInput,
  signal: AbortSignal,
): Promise<void> {
  const { wanted } = await loadCluster(worker.db, clusterId);
  const options = { everyMs, limitMs, signal };
  const seconds = limitMs / 1000;
  if (previous === null || !previous.enabled || previous.address !== address) {
    const question = { address, nics: previous?.nics ?? {} };
    let hosts = "-";
    const isFree = await poll(options, async () => {
      const sight = await lookReleased(worker, wanted.hosts, question, signal);
      if (sight.kind !== "free") hosts = sight.kind === "held" ? sight.by : sight.silent;
      return sight.kind === "free" ? true : null;
    });
    const params = { address, hosts, seconds };
    if (isFree !== true) throw new StepFailure("failure.vip_still_held", { params });
  }
  if (previous === null || !previous.enabled) return;
  let reason = joinMessages([]);
  const isBack = await poll(options, async () => {
    const holding = await worker.observer.readHolding(wanted.hosts, previous.address, signal);
    reason = reasonOf(holding);
    return holding.holders.length === 1 ? true : null;
  });
  if (isBack === true) return;
  const params = { address: previous.address, seconds };
  await log("warning", messageWith("log.previous_not_back", params, { reason }));
}
