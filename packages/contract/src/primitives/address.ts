import ipaddr from "ipaddr.js";
import { z } from "zod";

const dottedQuad = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/;

/** True for a strict dotted quad: four decimal bytes, no octal, no hex, no leading zero. */
export function isIpv4(text: string): boolean {
  return dottedQuad.test(text) && text.split(".").every((part) => Number(part) <= 255);
}

/** A strict IPv4 dotted quad. Anything that another parser might read differently (octal, hex) is refused. */
export const Ipv4Address = z
  .string()
  .refine(isIpv4, { error: "address_not_ipv4" })
  .meta({ example: "10.77.0.100" });
export type Ipv4Address = z.infer<typeof Ipv4Address>;

const dnsName = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
/** A name that ends in a number is read as an address by resolvers, each in its own way. */
const numericEnd = /(?:^|\.)(?:\d+|0[xX][0-9A-Fa-f]*)$/;

/**
 * Where a host is reached: an IPv4 or IPv6 address, or a DNS name without a leading dash. What ends in a number is an
 * IPv4 address or refused.
 */
export const HostAddress = z
  .string()
  .min(1)
  .max(253)
  .refine(
    (text) => isIpv4(text) || ipaddr.IPv6.isValid(text) || (dnsName.test(text) && !numericEnd.test(text)),
    {
      error: "host_address_invalid",
    },
  )
  .meta({ example: "10.77.0.11" });
export type HostAddress = z.infer<typeof HostAddress>;

/** A lower-case, colon-separated Ethernet address. */
export const MacAddress = z.string().regex(/^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/, { error: "mac_invalid" });
export type MacAddress = z.infer<typeof MacAddress>;

/** A network interface name as Linux allows and `ip` cannot mistake for an option. */
export const NicName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/, { error: "nic_name_invalid" });
export type NicName = z.infer<typeof NicName>;

/** A TCP port, 1 to 65535. */
export const Port = z.number().int().min(1, { error: "port_invalid" }).max(65535, { error: "port_invalid" });
export type Port = z.infer<typeof Port>;

/** An IPv4 prefix length for a subnet that can hold a VIP, 8 to 32. */
export const PrefixLength = z
  .number()
  .int()
  .min(8, { error: "prefix_length_invalid" })
  .max(32, { error: "prefix_length_invalid" });
export type PrefixLength = z.infer<typeof PrefixLength>;

/** The four bytes of a strict dotted quad as an unsigned number. Throws on anything else (a bug, not a refusal). */
export function ipv4ToNumber(address: string): number {
  if (!isIpv4(address)) throw new TypeError("ipv4ToNumber: not a dotted quad");
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** True when both addresses lie in the same subnet of `prefixLength` bits. */
export function isSameSubnet(a: string, b: string, prefixLength: number): boolean {
  const size = 2 ** (32 - prefixLength);
  return Math.floor(ipv4ToNumber(a) / size) === Math.floor(ipv4ToNumber(b) / size);
}
