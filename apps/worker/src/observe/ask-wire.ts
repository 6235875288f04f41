import type { WantedHost } from "@primacy/core/plan";
import type { AgentClients } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { targetOf } from "../cluster-record/load-cluster";

const observeTimeoutMs = 8_000;

/** An address, and the interface of each host on which the wire is asked for it. */
export interface WireQuestion {
  readonly address: string;
  readonly nics: Readonly<Record<string, string>>;
}

/** One host's answer from the wire. */
export interface WireWord {
  readonly host: WantedHost;
  readonly macs: readonly string[];
}

/**
 * Asks for an address by ARP from every host at once, each on its interface in `nics` (else the one of its own
 * address). Hosts whose agent does not answer, or cannot ask, are left out: the others' words count.
 */
export async function askWire(
  agents: AgentClients,
  hosts: readonly WantedHost[],
  question: WireQuestion,
  signal: AbortSignal,
): Promise<readonly WireWord[]> {
  const words = await Promise.all(hosts.map((host) => askOne(agents, host, question, signal)));
  return words.flatMap((word) => word ?? []);
}

async function askOne(
  agents: AgentClients,
  host: WantedHost,
  { address, nics }: WireQuestion,
  signal: AbortSignal,
): Promise<WireWord | null> {
  try {
    const body = { addresses: [address], nic: nics[host.hostId] ?? null };
    const client = agents.clientFor(targetOf(host));
    const seen = await client.call("observe", body, { signal, timeoutMs: observeTimeoutMs });
    const answer = seen.arp.find((one) => one.address === address);
    return answer?.isAsked === true ? { host, macs: answer.macs } : null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure) return null;
    throw error;
  }
}
