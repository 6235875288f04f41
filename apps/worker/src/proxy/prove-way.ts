import { type Message, message, paramsWith, withPort } from "@primacy/contract";
import type { ProveProxyInput } from "@primacy/core/proxy";
import type { WorkerContext } from "../context";
import { findPrimaryMember, lookThrough, nameOfMember } from "../endpoint/look-through";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";

/** The member to which the way led. */
interface Proof {
  readonly output: { readonly leadsTo: string; readonly connectMs: number };
  readonly detail: Message;
}

const everyMs = 250;
const limitMs = 30_000;

/**
 * Connects through an address until the primary answers. Throws `StepFailure` `proxy_leads_nowhere` with the last reason after
 * 30 s.
 */
export async function proveWay(
  { worker }: { readonly worker: WorkerContext },
  { clusterId, address, port }: ProveProxyInput,
  signal: AbortSignal,
): Promise<Proof> {
  const endpoint = withPort(address, port);
  let last: Message = message("why.no_answer");
  const seen = await poll({ everyMs, limitMs, signal }, async () => {
    const primary = await findPrimaryMember(worker, clusterId, signal);
    const sight = await lookThrough(worker, clusterId, { address, port }, primary, signal);
    if (sight.kind === "reached" && sight.isPrimary) return sight;
    last =
      sight.kind === "unreached"
        ? sight.reason
        : message("why.proxy_wrong_server", { member: nameOfMember(sight.member) });
    return null;
  });
  if (seen === null)
    throw new StepFailure("failure.proxy_leads_nowhere", {
      params: paramsWith({ endpoint, limitMs }, { reason: last }),
    });
  const { member, connectMs } = seen;
  const leadsTo = nameOfMember(member);
  const params = { endpoint, member: leadsTo, ms: Math.round(connectMs) };
  return { output: { leadsTo, connectMs }, detail: message("detail.proxy_proved", params) };
}
