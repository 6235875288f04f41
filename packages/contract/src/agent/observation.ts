import { z } from "zod";
import { Ipv4Address, MacAddress, NicName } from "../primitives/address";
import { NicStatus } from "./status";

/** What the console asks an agent to look at before a VIP is configured. Nothing is changed. */
export const ObserveRequest = z.strictObject({
  /** Addresses to ask for on the wire, each on the interface named (or the one of the member's own address). */
  addresses: z.array(Ipv4Address).max(16),
  nic: NicName.nullable(),
});
export type ObserveRequest = z.infer<typeof ObserveRequest>;

/** The result of asking for one address by ARP: every Ethernet address that answered. */
export const ArpObservation = z.object({
  address: Ipv4Address,
  nic: NicName,
  /** False when the question could not be asked (no privilege, interface down); then `error` says why. */
  isAsked: z.boolean(),
  error: z.string().nullable(),
  macs: z.array(MacAddress),
  durationMs: z.number(),
});
export type ArpObservation = z.infer<typeof ArpObservation>;

/** Another program that moves addresses, found running or configured on the host. */
export const VipManagerObservation = z.object({
  kind: z.enum(["keepalived", "greatdb_ha", "vip-manager", "pacemaker", "ucarp"]),
  isRunning: z.boolean(),
  addresses: z.array(z.string()),
  evidence: z.string(),
});
export type VipManagerObservation = z.infer<typeof VipManagerObservation>;

/** The facts from which core judges the checks of one host: read, never changed. */
export const HostObservation = z.object({
  nics: z.array(NicStatus),
  detectedNic: NicName.nullable(),
  arp: z.array(ArpObservation),
  capabilities: z.object({ hasNetAdmin: z.boolean(), hasNetRaw: z.boolean() }),
  tools: z.object({
    ip: z.boolean(),
    ss: z.boolean(),
    nft: z.boolean(),
    arping: z.boolean(),
    hasNetlink: z.boolean(),
  }),
  managers: z.array(VipManagerObservation),
  sysctls: z.record(z.string(), z.string()),
  /** MySQL system variables that the checks need, by name; a variable that the server lacks is absent. */
  variables: z.record(z.string(), z.string()),
  gateways: z.array(z.string()),
  /** The IPv4 addresses for which this host takes the names of the group's members; none: it cannot resolve it. */
  resolved: z.record(z.string(), z.array(z.string())).default({}),
});
export type HostObservation = z.infer<typeof HostObservation>;
