import { readFile } from "node:fs/promises";
import { canonicalAddress, familyOf } from "@primacy/contract";
import type { HostDetails } from "@primacy/contract/agent";
import { findCommand, runCommand } from "../command/run-command";

/** The kernel marks an entry whose Ethernet address it knows. */
const completeFlag = 0x2;

const listTimeoutMs = 2_000;

/** What the kernel remembers of these addresses: who had them lately, also where nobody answers now. Never throws. */
export async function readRemembered(addresses: readonly string[]): Promise<HostDetails["remembered"]> {
  const table = await readFile("/proc/self/net/arp", "utf8").catch(() => "");
  const known = [...parseNeighbours(table), ...(await readIpv6Neighbours(addresses))];
  return known.filter((one) => addresses.includes(one.address));
}

/** The kernel has no file of these; `ip` asks for them. */
async function readIpv6Neighbours(addresses: readonly string[]): Promise<HostDetails["remembered"]> {
  const ipFile = findCommand("ip");
  if (ipFile === null || !addresses.some((address) => familyOf(address) === 6)) return [];
  const args = ["-6", "neighbour", "show"];
  const table = await runCommand(ipFile, args, { timeoutMs: listTimeoutMs }).catch(() => "");
  return parseIpv6Neighbours(table);
}

/** The lines of `ip -6 neighbour` that name an Ethernet address: ADDRESS dev NIC lladdr MAC … */
export function parseIpv6Neighbours(table: string): HostDetails["remembered"] {
  return table.split("\n").flatMap((line) => {
    const match = /^(\S+) dev (\S+) lladdr ([0-9a-f]{2}(?::[0-9a-f]{2}){5})\b/.exec(line.trim());
    const [, address = "", nic = "", mac = ""] = match ?? [];
    return match === null ? [] : [{ address: canonicalAddress(address), mac, nic }];
  });
}

/** The complete entries of `/proc/net/arp`: IP address, HW type, Flags, HW address, Mask, Device. */
export function parseNeighbours(table: string): HostDetails["remembered"] {
  return table.split("\n").flatMap((line) => {
    const [address, , flags, mac, , nic] = line.trim().split(/\s+/);
    if (address === undefined || flags === undefined || mac === undefined || nic === undefined) return [];
    const isComplete = (Number(flags) & completeFlag) !== 0 && mac !== "00:00:00:00:00:00";
    return isComplete && /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/.test(mac) ? [{ address, mac, nic }] : [];
  });
}
