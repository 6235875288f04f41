import ipaddr from "ipaddr.js";
import { z } from "zod";
import { canonicalAddress, familyOf, isIpv4 } from "./address-text";
import { findVipAddressProblem } from "./vip-address";

/** An IPv4 address as a strict dotted quad, or an IPv6 address, which is put into its canonical form. */
export const IpAddress = z
  .string()
  .overwrite(canonicalAddress)
  .refine((text) => familyOf(text) !== null, { error: "address_invalid" })
  .meta({ example: "10.77.0.100" });
export type IpAddress = z.infer<typeof IpAddress>;

/**
 * An address that a VIP can have: a strict dotted quad (anything that another parser might read differently is refused),
 * or an IPv6 address of the global or the unique local range, which is put into its canonical form.
 */
export const VipAddress = z
  .string()
  .overwrite(canonicalAddress)
  .superRefine((text, context) => {
    const message = findVipAddressProblem(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  })
  .meta({ example: "10.77.0.100", description: "IPv4, or IPv6 of 2000::/3 or fc00::/7" });
export type VipAddress = z.infer<typeof VipAddress>;

const dnsName = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
/** A name that ends in a number is read as an address by resolvers, each in its own way. */
const numericEnd = /(?:^|\.)(?:\d+|0[xX][0-9A-Fa-f]*)$/;

/**
 * Where a host is reached: an IPv4 or IPv6 address, the latter put into its canonical form, or a DNS name without a leading
 * dash. What ends in a number is an IPv4 address or refused.
 */
export const HostAddress = z
  .string()
  .overwrite(canonicalAddress)
  .min(1)
  .max(253)
  .refine(
    (text) =>
      isIpv4(text) ||
      // A zone is the name of an interface of this machine, and means nothing on another.
      (ipaddr.IPv6.isValid(text) && !text.includes("%")) ||
      (dnsName.test(text) && !numericEnd.test(text)),
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

/** The prefix length of a subnet that can hold a VIP, 8 to 128; of an IPv4 address at most 32: see `isPrefixOf`. */
export const PrefixLength = z
  .number()
  .int()
  .min(8, { error: "prefix_length_invalid" })
  .max(128, { error: "prefix_length_invalid" });
export type PrefixLength = z.infer<typeof PrefixLength>;
