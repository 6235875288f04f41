import { addressBytes } from "@primacy/contract";

/** The longest label that the kernel keeps; it cuts a longer one without a word. */
const maxLabelLength = 15;
const mark = ":pv";

/**
 * The kernel label by which the agent knows its own address: `<interface>:pv<key>`. Of a long interface name only the
 * begin fits; `key` alone tells the VIPs of a host apart. `key` has digits and lower-case letters, at most seven.
 */
export function planVipLabel(nic: string, key: string): string {
  return `${nic.slice(0, maxLabelLength - mark.length - key.length)}${mark}${key}`;
}

/** The key of every IPv6 address, which the kernel marks without a name; no IPv4 address that a host can have has it. */
const ipv6Key = "6";

/**
 * How the agent knows its own address on an interface. Of IPv4 it is the kernel's label, by the address alone: another VIP
 * that comes or goes must not rename, and so move, this one. IPv6 addresses have no label: it is the name that an agent
 * gives to an address that carries its mark. Throws where it is no address (a bug).
 */
export function planAddressLabel(nic: string, address: string): string {
  const bytes = addressBytes(address);
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return planVipLabel(nic, bytes.length === 4 ? number.toString(36) : ipv6Key);
}

/** True for a label that `planVipLabel` gives for this interface. */
export function isVipLabel(label: string, nic: string): boolean {
  const match = /^(.+):pv([0-9a-z]{1,7})$/.exec(label);
  return match?.[2] !== undefined && planVipLabel(nic, match[2]) === label;
}
