import { isIPv6 } from "node:net";

/**
 * The network that an address stands for where attempts are counted: an IPv4 address itself, and the /64 of an IPv6
 * address, because its holder may change the rest at will. Anything else stays as it is.
 */
export function toNetwork(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address;
  const [head = "", tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}
