import { joinMessages, type Message, paramsWith } from "@primacy/contract";
import type { VipStepBase } from "@primacy/core/plan";
import type { AccountContext } from "../cluster-record/administrator";
import { loadCluster } from "../cluster-record/load-cluster";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { lookFree } from "./prove-free";

/** An agent may take the address between two questions of one look: the next look sees it. */
const limitMs = 5_000;
const everyMs = 200;

/**
 * Before agents get an address back that a plugin may have got: no member's plugin is set to it, which would bind it as soon as its member is
 * the primary; and an agent that knows the VIP holds it again already, or no kernel has it and no machine answers for it. What is not known
 * counts against it. Throws `StepFailure`; changes nothing.
 */
export async function requireFreeForAgents(
  context: AccountContext,
  { clusterId, address, previous }: VipStepBase,
  signal: AbortSignal,
): Promise<void> {
  const { wanted } = await loadCluster(context.worker.db, clusterId);
  const { vipProviders } = context.worker;
  const asked = Object.values(vipProviders).map(
    (one) => one.listBinders?.(context, { clusterId, address }, signal) ?? [],
  );
  const hosts = (await Promise.all(asked)).flat();
  if (hosts.length > 0) {
    const names = hosts.map(({ name }) => name).join(", ");
    throw new StepFailure("failure.vip_plugin_not_idle", { params: { address, hosts: names } });
  }
  let reason: Message = joinMessages([]);
  const isFree = await poll({ everyMs, limitMs, signal }, async () => {
    const { holders } = await context.worker.observer.readHolding(wanted.hosts, address, signal);
    // Who was told before this one may have taken it already.
    if (holders.length > 0 && holders.every(({ vip }) => vip !== null)) return true;
    const question = { address, nics: previous?.nics ?? {} };
    const seen = await lookFree(context.worker, wanted.hosts, question, signal);
    reason = seen.reason ?? reason;
    return seen.reason === null ? true : null;
  });
  if (isFree === true) return;
  throw new StepFailure("failure.vip_not_given_back", { params: paramsWith({ address }, { reason }) });
}
