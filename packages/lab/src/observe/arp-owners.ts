import { familyOf } from "@primacy/contract";
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
 * the network of `from` (app1). Empty when nobody answers. Of an IPv6 address it is the one whose answer that host's kernel
 * took, for its memory is emptied before each question: two who answer show by turns, where they do.
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
  if (familyOf(address) === 6) return observeIpv6Owner(lab, address, options);
  const namespace = lab.names.namespaceOf(options.from ?? "app1");
  const limits = ["-c", String(count), "-w", String(count)];
  const result = await tryCommand(
    ["ip", "netns", "exec", namespace, "arping", "-b", ...limits, "-I", HOST_INTERFACE, address],
    { timeoutMs: (count + 3) * 1000, signal: options.signal },
  );
  return listOwners(
    lab,
    [...result.stdout.matchAll(/reply from \S+ \[([0-9A-Fa-f:]{17})\]/g)].map((match) => match[1] ?? ""),
  );
}

async function observeIpv6Owner(
  lab: Lab,
  address: string,
  options: { readonly from?: HostName; readonly count?: number; readonly signal?: AbortSignal | undefined },
): Promise<ArpOwner[]> {
  const within = ["ip", "netns", "exec", lab.names.namespaceOf(options.from ?? "app1")];
  const root = lab.state.roots.server === "" ? lab.state.roots.client : lab.state.roots.server;
  const run = (...argv: string[]): ReturnType<typeof tryCommand> =>
    tryCommand([...within, ...argv], { timeoutMs: 5_000, signal: options.signal });
  const macs: string[] = [];
  for (let round = 0; round < (options.count ?? 2); round += 1) {
    await run("ip", "-6", "neighbour", "flush", "to", address, "dev", HOST_INTERFACE);
    // The machine may have no ping; a root file system's own runs in the asker's network.
    await run("chroot", root, "ping", "-6", "-q", "-c", "1", "-W", "1", address);
    const { stdout } = await run("ip", "-6", "neighbour", "show", "to", address, "dev", HOST_INTERFACE);
    macs.push(...[...stdout.matchAll(/lladdr ([0-9a-f:]{17})/g)].map((match) => match[1] ?? ""));
  }
  return listOwners(lab, macs);
}

function listOwners(lab: Lab, macs: readonly string[]): ArpOwner[] {
  const replies = new Map<string, number>();
  for (const found of macs) {
    const mac = found.toLowerCase();
    replies.set(mac, (replies.get(mac) ?? 0) + 1);
  }
  return [...replies].map(([mac, seen]) => ({
    mac,
    host: lab.hosts.find((host) => host.mac === mac)?.name ?? null,
    replies: seen,
  }));
}
