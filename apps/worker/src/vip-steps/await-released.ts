import { message } from "@primacy/contract";
import type { VipStepBase, WantedHost } from "@primacy/core/plan";
import { loadCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import type { StepContext, StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";

/** How long a host may take to let go of an address, in milliseconds. */
export const releasedLimitMs = 20_000;
const everyMs = 200;

/** What is known of an address that nobody should hold any more. */
export type ReleaseSight =
  | { readonly kind: "free" }
  /** Names of hosts, and Ethernet addresses that answered. */
  | { readonly kind: "held"; readonly by: string }
  /** Hosts are silent and nobody could ask the wire for them; `isDeaf`: no agent answers at all. */
  | { readonly kind: "not_proven"; readonly silent: string; readonly isDeaf: boolean };

/**
 * Looks once whether an address is free: no agent that answers holds it, and where one is silent, of whose kernel only
 * the wire can tell, at least one host asked the wire and nobody answered.
 */
export async function lookReleased(
  worker: Pick<WorkerContext, "observer">,
  hosts: readonly WantedHost[],
  question: { readonly address: string; readonly nics: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<ReleaseSight> {
  const holding = await worker.observer.readHolding(hosts, question.address, signal);
  const isSilent = holding.silentHosts.length > 0;
  const heard = isSilent ? await worker.observer.askWire(hosts, question, signal) : [];
  const by = [...holding.holders.map((one) => one.host.name), ...heard.flatMap((word) => word.macs)];
  if (by.length > 0) return { kind: "held", by: [...new Set(by)].join(", ") };
  if (!isSilent || heard.length > 0) return { kind: "free" };
  const silent = holding.silentHosts.map((host) => host.name).join(", ");
  return { kind: "not_proven", silent, isDeaf: holding.words.length === 0 };
}

/**
 * Waits until an address is proven to be free. Throws `StepFailure` where it is held still, or where nothing proves
 * it; only the end of a cluster's management goes on without the proof, where no agent answers any more, and says so.
 */
export async function awaitReleased(
  context: StepContext,
  input: VipStepBase,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { worker } = context;
  const { address, clusterId } = input;
  const { wanted } = await loadCluster(worker.db, clusterId);
  const question = { address, nics: input.previous?.nics ?? {} };
  let last: Exclude<ReleaseSight, { kind: "free" }> | null = null;
  const isFree = await poll({ everyMs, limitMs: releasedLimitMs, signal }, async () => {
    const sight = await lookReleased(worker, wanted.hosts, question, signal);
    if (sight.kind === "free") return true;
    const isNews = JSON.stringify(sight) !== JSON.stringify(last);
    last = sight;
    if (isNews && sight.kind === "held")
      await context.waitFor(message("detail.still_held", { hosts: sight.by, address }));
    return null;
  });
  if (isFree === true) return { kind: "done", detail: message("detail.released", { address }) };
  return notReleased(context, address, last);
}

function notReleased(
  context: StepContext,
  address: string,
  last: Exclude<ReleaseSight, { kind: "free" }> | null,
): StepOutcome {
  const seconds = releasedLimitMs / 1000;
  if (last?.kind !== "not_proven") {
    const params = { address, hosts: last?.by ?? "-", seconds };
    throw new StepFailure("failure.vip_still_held", { params });
  }
  const params = { address, hosts: last.silent, seconds };
  if (last.isDeaf && context.operation.kind === "cluster.remove")
    return { kind: "skipped", detail: message("detail.release_not_proven", params) };
  throw new StepFailure("failure.vip_not_released_proven", { params });
}
