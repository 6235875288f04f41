import { joinMessages, type Message, paramsWith } from "@primacy/contract";
import { variablePrefix } from "@primacy/core/greatdb-ha";
import type { VipStepBase, WantedHost } from "@primacy/core/plan";
import type { AccountContext } from "../cluster-record/administrator";
import { loadCluster } from "../cluster-record/load-cluster";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { onPluginServer, readPluginVariables } from "../vip-provider/greatdb-ha/plugin-server";
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
  const read = (host: WantedHost) => readAddress(context, clusterId, host, signal);
  const set = await Promise.all(wanted.hosts.map(read));
  const hosts = wanted.hosts.filter((_, index) => set[index] === null || set[index] === address);
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

/** The address that a member's plugin is set to; empty where it has none or is not loaded, null where its server does not say. */
async function readAddress(
  context: AccountContext,
  clusterId: string,
  { name: hostName, member }: WantedHost,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const place = { clusterId, memberId: member.memberId, hostName };
    return await onPluginServer(context, place, signal, async (connection) => {
      const variables = await readPluginVariables(connection, { signal });
      return variables[`${variablePrefix}mgr_vip_ip`] ?? "";
    });
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
