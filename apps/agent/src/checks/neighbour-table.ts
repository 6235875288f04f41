import { readFile } from "node:fs/promises";
import type { HostDetails } from "@primacy/contract/agent";

/** The kernel marks an entry whose Ethernet address it knows. */
const completeFlag = 0x2;

/** What the kernel remembers of these IPv4 addresses: who had them lately, also where nobody answers now. Never throws. */
export async function readRemembered(addresses: readonly string[]): Promise<HostDetails["remembered"]> {
  const table = await readFile("/proc/self/net/arp", "utf8").catch(() => "");
  return parseNeighbours(table).filter((one) => addresses.includes(one.address));
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
