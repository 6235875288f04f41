import type { Lab } from "../lab";
import { HOST_INTERFACE } from "../network/lab-network";
import { tryCommand } from "../process/run-command";
import type { HostName } from "../roster";

/** One network card that answers ARP for an address. */
export interface ArpOwner {
  /** Lower case, with colons. */
  readonly mac: string;
  /** The lab host that has this card, or null for a stranger (or the machine itself). */
  readonly host: HostName | null;
  readonly replies: number;
}

/**
 * Every MAC that answers broadcast ARP requests for `address`, asked `count` times (2) within a second or two from
 * the network of `from` (app1). Empty when nobody answers.
 */
export async function observeArpOwners(
  lab: Lab,
  address: string,
  options: {
    readonly from?: HostName;
    readonly count?: number;
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<ArpOwner[]> {
  const count = options.count ?? 2;
  const namespace = lab.names.namespaceOf(options.from ?? "app1");
  const limits = ["-c", String(count), "-w", String(count)];
  const result = await tryCommand(
    ["ip", "netns", "exec", namespace, "arping", "-b", ...limits, "-I", HOST_INTERFACE, address],
    { timeoutMs: (count + 3) * 1000, signal: options.signal },
  );
  const replies = new Map<string, number>();
  for (const match of result.stdout.matchAll(/reply from \S+ \[([0-9A-Fa-f:]{17})\]/g)) {
    const mac = match[1]?.toLowerCase() ?? "";
    replies.set(mac, (replies.get(mac) ?? 0) + 1);
  }
  return [...replies].map(([mac, seen]) => ({
    mac,
    host: lab.hosts.find((host) => host.mac === mac)?.name ?? null,
    replies: seen,
  }));
}
