import { z } from "zod";
import { IpAddress, MacAddress, NicName, Port } from "../primitives/address";
import { ReportedMessage } from "./reported-message";
import { NicStatus } from "./status";

/** What the console asks an agent to look at before a VIP is configured. Nothing is changed. */
export const ObserveRequest = z.strictObject({
  /** Addresses to ask for on the wire, each on the interface named (or the one of the member's own address). */
  addresses: z.array(IpAddress).max(16),
  nic: NicName.nullable(),
  /** Agents to connect to, each at its address and port. */
  connectTo: z
    .array(z.strictObject({ address: z.string().min(1).max(255), port: Port }))
    .max(16)
    .optional(),
});
export type ObserveRequest = z.infer<typeof ObserveRequest>;

/** The result of asking for one address by ARP, or by neighbour solicitation: every Ethernet address that answered. */
export const ArpObservation = z.object({
  address: IpAddress,
  nic: NicName,
  /** False when the question could not be asked (no privilege, interface down); then `error` says why. */
  isAsked: z.boolean(),
  error: ReportedMessage.nullable(),
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

/** What configures an interface, and whether it leaves addresses alone that it did not give itself; null: unknown. */
export const NicManagerObservation = z.object({
  kind: z.enum(["none", "networkd", "NetworkManager"]),
  keepsAddresses: z.boolean().nullable(),
  evidence: z.string(),
});
export type NicManagerObservation = z.infer<typeof NicManagerObservation>;

/** Whether this host could connect to another host's agent. */
export const ConnectObservation = z.object({
  address: z.string(),
  port: z.number().int(),
  isReached: z.boolean(),
  error: z.string().nullable(),
  durationMs: z.number(),
});
export type ConnectObservation = z.infer<typeof ConnectObservation>;

/**
 * What an installation relies on to start the agent at boot, whether it will, and the paths that say so: what starts it, or
 * where that was looked for.
 */
export const BootStartObservation = z.object({
  manager: z.enum(["systemd", "init", "none"]),
  isEnabled: z.boolean(),
  evidence: z.string(),
});
export type BootStartObservation = z.infer<typeof BootStartObservation>;

/** What an agent sees of its host besides. */
export const HostDetails = z.object({
  /** The kernel's release, as `uname -r` gives it. */
  kernel: z.string(),
  clockSource: z.string().nullable(),
  /** Maker and product by the firmware, such as `Amazon EC2 m6i.large`; null where it does not say. */
  platform: z.string().nullable(),
  /** The interface that was asked for, or detected. */
  nic: z
    .object({ name: NicName, mtu: z.number().int().nullable(), manager: NicManagerObservation })
    .nullable(),
  /** What the kernel remembers of the addresses asked for, from before they were asked for. */
  remembered: z.array(z.object({ address: IpAddress, mac: MacAddress, nic: z.string() })),
  /** The default gateways in the networks of the interface, asked for by ARP or neighbour solicitation. */
  gatewayArp: z.array(ArpObservation),
  /** Names that the name server gives to the addresses asked for; an address without answer is absent. */
  reverseNames: z.record(z.string(), z.array(z.string())),
  /** The file system of the server's data; null where it is not known or cannot be seen. */
  disk: z.object({ path: z.string(), totalBytes: z.number(), freeBytes: z.number() }).nullable(),
  connected: z.array(ConnectObservation),
  bootStart: BootStartObservation,
});
export type HostDetails = z.infer<typeof HostDetails>;

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
  resolved: z.record(z.string(), z.array(z.string())),
  details: HostDetails,
});
export type HostObservation = z.infer<typeof HostObservation>;
