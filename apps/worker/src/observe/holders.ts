import { joinMessages, type Message, message } from "@primacy/contract";
import type { AgentStatus, VipStatus } from "@primacy/contract/agent";
import type { WantedHost } from "@primacy/core/plan";
import { AgentFailure } from "../agent-client/agent-failure";
import { targetOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { readStatus } from "./agent-call";

/** One host's word on an address. */
export interface HostWord {
  readonly host: WantedHost;
  readonly status: AgentStatus;
  /** Its kernel has the address, or its agent says that it holds it. */
  readonly isHolding: boolean;
  /** What its agent decided about the VIP; null where it knows none. */
  readonly vip: VipStatus | null;
}

/** What all agents say of an address at one moment. */
export interface Holding {
  readonly words: readonly HostWord[];
  readonly holders: readonly HostWord[];
  readonly silentHosts: readonly WantedHost[];
}

/** Asks every agent at once who holds `address`. A silent agent is named, and delays nobody by more than 2 s. */
export async function readHolding(
  worker: Pick<WorkerContext, "agents">,
  hosts: readonly WantedHost[],
  address: string,
  signal: AbortSignal,
): Promise<Holding> {
  const asked = await Promise.all(
    hosts.map(async (host) => {
      try {
        return toWord(host, await readStatus(worker, targetOf(host), signal), address);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof AgentFailure) return null;
        throw error;
      }
    }),
  );
  const words = asked.flatMap((word) => word ?? []);
  return {
    words,
    holders: words.filter((word) => word.isHolding),
    silentHosts: hosts.filter((host) => !words.some((word) => word.host.hostId === host.hostId)),
  };
}

/** What an agent's status says of an address. */
export function toWord(host: WantedHost, status: AgentStatus, address: string): HostWord {
  const vip = status.vips.find((one) => one.address === address) ?? null;
  const isInKernel = status.nics.some((nic) => nic.addresses.some((one) => one.address === address));
  return { host, status, vip, isHolding: isInKernel || vip?.isBound === true };
}

/**
 * Why nobody holds the address, as the agent says it that ought to: the one that a read VIP was given to, else the one
 * beside the primary. Empty where none does.
 */
export function reasonOf(holding: Holding): Message {
  const told = findSpeaker(holding.words)?.vip?.reasons ?? [];
  const hosts = holding.silentHosts.map((host) => host.name).join(", ");
  return joinMessages([...told, ...(hosts === "" ? [] : [message("detail.hosts_silent", { hosts })])]);
}

function findSpeaker(words: readonly HostWord[]): HostWord | undefined {
  const primary = words.find((word) => word.status.mysql.memberRole === "PRIMARY");
  // Of the group's table, the primary's copy is the newest.
  const [assigned] = [...(primary === undefined ? [] : [primary]), ...words].flatMap(
    ({ vip }) => vip?.assignedHostId ?? [],
  );
  return words.find(({ host }) => host.hostId === assigned) ?? primary ?? words[0];
}

/** The names of hosts, for people. */
export function namesOf(words: readonly { readonly host: WantedHost }[]): string {
  return words.map((word) => word.host.name).join(", ");
}
