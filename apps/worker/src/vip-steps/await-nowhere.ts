import { message } from "@primacy/contract";
import type { WantedHost } from "@primacy/core/plan";
import { loadCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import type { WireQuestion } from "../observe/ask-wire";
import { namesOf } from "../observe/holding";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { poll } from "../operation/poll";
import { lookReleased, type ReleaseSight } from "./await-released";

const limitMs = 15_000;
const everyMs = 200;

/** What is known of an address that nobody should hold or know any more. */
export type NowhereSight = ReleaseSight | { readonly kind: "told"; readonly by: string };

/** Looks once whether nobody holds an address, as `lookReleased`, and no agent that answers has a VIP with it. */
export async function lookNowhere(
  worker: Pick<WorkerContext, "observer">,
  hosts: readonly WantedHost[],
  question: WireQuestion,
  signal: AbortSignal,
): Promise<NowhereSight> {
  const sight = await lookReleased(worker, hosts, question, signal);
  if (sight.kind !== "free") return sight;
  const { words } = await worker.observer.readHolding(hosts, question.address, signal);
  const told = words.filter((word) => word.vip !== null);
  return told.length === 0 ? sight : { kind: "told", by: namesOf(told) };
}

/**
 * Waits, after an apply was taken back and every host was told, until it is proven that its address is nowhere, and says
 * so in the operation's log; 15 s at most. Throws `StepFailure` where it is held still, or known still, or where nothing
 * proves the contrary.
 */
export async function awaitNowhere(
  { worker, log }: OperationContext,
  clusterId: string,
  question: WireQuestion,
  signal: AbortSignal,
): Promise<void> {
  const { wanted } = await loadCluster(worker.db, clusterId);
  const { address } = question;
  let last: NowhereSight = { kind: "free" };
  await poll({ everyMs, limitMs, signal }, async () => {
    last = await lookNowhere(worker, wanted.hosts, question, signal);
    return last.kind === "free" ? true : null;
  });
  failUnlessFree(last, address);
  await log("info", message("log.undone_nowhere", { address }));
}

function failUnlessFree(sight: NowhereSight, address: string): void {
  const seconds = limitMs / 1000;
  switch (sight.kind) {
    case "free":
      return;
    case "held":
      throw new StepFailure("failure.vip_still_held", { params: { address, hosts: sight.by, seconds } });
    case "told":
      throw new StepFailure("failure.vip_still_told", { params: { address, hosts: sight.by, seconds } });
    case "not_proven":
      throw new StepFailure("failure.vip_not_released_proven", {
        params: { address, hosts: sight.silent, seconds },
      });
  }
}
