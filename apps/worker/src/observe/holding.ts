import { joinMessages, type Message, message } from "@primacy/contract";
import type { AgentStatus, VipStatus } from "@primacy/contract/agent";
import type { WantedHost } from "@primacy/core/plan";
import { findHoldingEvidence, type HoldingEvidence } from "@primacy/core/topology";

/** One host's word on an address. */
export interface HostWord {
  readonly host: WantedHost;
  readonly status: AgentStatus;
  /** Its kernel has the address, or its agent says that it holds it. */
  readonly isHolding: boolean;
  /** By what that is known; null where it does not hold it. */
  readonly evidence: HoldingEvidence | null;
  /** When it was heard, by `nowMs`. */
  readonly heardAtMs: number;
  /** What its agent decided about the VIP; null where it knows none. */
  readonly vip: VipStatus | null;
}

/** What all agents say of an address at one moment. */
export interface Holding {
  readonly words: readonly HostWord[];
  readonly holders: readonly HostWord[];
  readonly silentHosts: readonly WantedHost[];
}

/** What an agent's status, heard at `heardAtMs`, says of an address. */
export function toWord(host: WantedHost, status: AgentStatus, address: string, heardAtMs: number): HostWord {
  const vip = status.vips.find((one) => one.address === address) ?? null;
  const evidence = findHoldingEvidence(status, vip === null ? [] : [vip], address);
  return { host, status, vip, isHolding: evidence !== null, evidence, heardAtMs };
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
