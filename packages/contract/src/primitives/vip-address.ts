import { canonicalAddress, familyOf, isSameSubnet } from "./address-text";

/** Ranges of IPv6 that no VIP can be of, each with the reason; what is in none of them has to be in a usable one. */
const refused: readonly (readonly [base: string, prefixLength: number, code: string])[] = [
  ["::", 128, "address_unspecified"],
  ["::1", 128, "address_loopback"],
  ["::ffff:0:0", 96, "address_v4_mapped"],
  ["fe80::", 10, "address_link_local"],
  ["ff00::", 8, "address_multicast"],
];
const usable: readonly (readonly [base: string, prefixLength: number])[] = [
  ["2000::", 3],
  ["fc00::", 7],
];

/**
 * The code of why a text can be no VIP's address; null where it can. Of IPv4 any strict dotted quad can, and the checks
 * judge what it is used for; of IPv6 a canonical address of the global (2000::/3) or unique local (fc00::/7) range. A
 * link-local address is one only together with an interface, which clients would have to name.
 */
export function findVipAddressProblem(text: string): string | null {
  const family = familyOf(text);
  if (family === null) return text.includes("%") && text.includes(":") ? "address_zone" : "address_invalid";
  if (family === 4) return null;
  const found = refused.find(([base, bits]) => isSameSubnet(text, base, bits));
  if (found !== undefined) return found[2];
  if (!usable.some(([base, bits]) => isSameSubnet(text, base, bits))) return "address_not_unicast";
  return text === canonicalAddress(text) ? null : "address_invalid";
}
