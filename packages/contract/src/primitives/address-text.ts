import ipaddr from "ipaddr.js";

const dottedQuad = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/;

/** IPv4 or IPv6, by the number that people call it. */
export type AddressFamily = 4 | 6;

/** The family of an address; null for any other text, also for an IPv6 address with a zone (`%eth0`). */
export function familyOf(text: string): AddressFamily | null {
  if (isIpv4(text)) return 4;
  return isIpv6(text) ? 6 : null;
}

/** True for a strict dotted quad: four decimal bytes, no octal, no hex, no leading zero. */
export function isIpv4(text: string): boolean {
  return dottedQuad.test(text) && text.split(".").every((part) => Number(part) <= 255);
}

/** True for an IPv6 address in any form that is in use, but without a zone. */
export function isIpv6(text: string): boolean {
  return !text.includes("%") && ipaddr.IPv6.isValid(text);
}

/** The addresses in a text, of either family, whatever separates them, each as it is written there. */
export function listAddresses(text: string): readonly string[] {
  return text.split(/[^0-9A-Fa-f:.]+/).filter((part) => familyOf(part) !== null);
}

/**
 * An IPv6 address in the form of RFC 5952, as the kernel's tools write it, so that equal addresses are equal texts. Any
 * other text comes back as it is.
 */
export function canonicalAddress(text: string): string {
  return isIpv6(text) ? ipaddr.IPv6.parse(text).toRFC5952String() : text;
}

/** An address with a prefix length behind it, as `10.77.0.100/24`; null for any other text. The length may be too long for it. */
export function parseCidr(text: string): { readonly address: string; readonly prefixLength: number } | null {
  const [, address = "", length] = /^\s*([^/\s]+)\s*\/\s*(\d{1,3})\s*$/.exec(text) ?? [];
  return familyOf(address) === null ? null : { address, prefixLength: Number(length) };
}

/** The four or sixteen bytes of an address. Throws on anything else (a bug, not a refusal). */
export function addressBytes(address: string): readonly number[] {
  if (isIpv4(address)) return address.split(".").map(Number);
  if (isIpv6(address)) return ipaddr.IPv6.parse(address).toByteArray();
  throw new TypeError("addressBytes: not an address");
}

/** The address of four or sixteen bytes, in canonical form. Throws on any other number of them (a bug). */
export function formatAddress(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join(".");
  return new ipaddr.IPv6([...bytes]).toRFC5952String();
}

/** The prefix length that stands for this address alone: 32 or 128. Throws where it is no address (a bug). */
export function hostPrefixLength(address: string): 32 | 128 {
  return addressBytes(address).length === 4 ? 32 : 128;
}

/** True for an address that connects a host to a network, rather than standing for itself alone. */
export function isNetworkAddress(held: { readonly address: string; readonly prefixLength: number }): boolean {
  return familyOf(held.address) !== null && held.prefixLength < hostPrefixLength(held.address);
}

/** True where an address of this family can have the prefix length; also for a text that is no address. */
export function isPrefixOf(address: string, prefixLength: number): boolean {
  return familyOf(address) === null || prefixLength <= hostPrefixLength(address);
}

/** The first address of the network of `prefixLength` bits that holds `address`. Throws where it is no address (a bug). */
export function networkAddress(address: string, prefixLength: number): string {
  return formatAddress(addressBytes(address).map((byte, index) => byte & maskByte(prefixLength, index)));
}

/** The last address of that network. */
export function lastAddress(address: string, prefixLength: number): string {
  const bytes = addressBytes(address).map((byte, index) => byte | (0xff ^ maskByte(prefixLength, index)));
  return formatAddress(bytes);
}

/** True when both addresses are of one family and lie in the same subnet of `prefixLength` bits. Throws on what is none. */
export function isSameSubnet(a: string, b: string, prefixLength: number): boolean {
  const [first, second] = [addressBytes(a), addressBytes(b)];
  return (
    first.length === second.length &&
    first.every((byte, index) => ((byte ^ (second[index] ?? 0)) & maskByte(prefixLength, index)) === 0)
  );
}

/** An address beside a port: `10.77.0.100:3306`, `[fd00::100]:3306`. A host name is treated like IPv4. */
export function withPort(address: string, port: number): string {
  return `${bracketed(address)}:${port}`;
}

/** An address as it stands before a colon and a port. */
export function bracketed(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}

/** The bits of one byte that belong to the network. */
function maskByte(prefixLength: number, index: number): number {
  const bits = Math.min(8, Math.max(0, prefixLength - index * 8));
  return (0xff << (8 - bits)) & 0xff;
}
