import { z } from "zod";
import { NicName, Port } from "../primitives/address";
import { Id } from "../primitives/scalar";
import { ConnectionPolicy } from "../vip/vip";
import { GuardedPluginAddress } from "./plugin-guard";

/** The form of permits that this version makes and takes. */
export const addressGrantVersion = 1;

/** One address that a host may hold. The kernel has it with `prefixLength`: the address alone, never its network. */
export const GrantedVip = z.strictObject({
  vipId: Id,
  address: z.string().min(2).max(45),
  prefixLength: z.number().int().min(1).max(128),
  nic: NicName,
  /** TCP ports that the reset gate may cover. */
  ports: z.array(Port).min(1),
  onRelease: ConnectionPolicy,
});
export type GrantedVip = z.infer<typeof GrantedVip>;

/**
 * Which addresses one host may hold, by the console's word. It gives no right to hold one now: that is the group's. It says
 * what the process that touches addresses does at all, whoever asks it. A later one replaces it; a lower epoch is refused.
 */
export const AddressGrant = z.strictObject({
  version: z.literal(addressGrantVersion),
  hostId: Id,
  clusterId: Id,
  epoch: z.number().int().nonnegative(),
  maxLeaseSeconds: z.number().int().min(1).max(5),
  vips: z.array(GrantedVip),
  /** What may be deleted though this host never held it: an address that a plugin left behind. Absent: nothing. */
  guards: z.array(GuardedPluginAddress).min(1).optional(),
});
export type AddressGrant = z.infer<typeof AddressGrant>;

/**
 * A permit as it travels: its text, an ECDSA signature over that text (SHA-256, DER, base64) by the console's own key, and
 * the console's certificate, which its authority issued. What is verified is the text as it came.
 */
export const SignedAddressGrant = z.strictObject({
  text: z.string().min(2).max(262_144),
  signature: z
    .string()
    .max(256)
    .regex(/^[A-Za-z0-9+/]+=*$/),
  certificatePem: z.string().min(1).max(16_384),
});
export type SignedAddressGrant = z.infer<typeof SignedAddressGrant>;

/** What a host keeps as its permit of one cluster. */
export const KeptAddressGrant = z.strictObject({
  clusterId: Id,
  epoch: z.number().int().nonnegative(),
  vipIds: z.array(Id),
});
export type KeptAddressGrant = z.infer<typeof KeptAddressGrant>;

/** What `PUT /v2/permit` answers once the permit is in force and on disk. */
export const AddressGrantAccepted = z.object({ epoch: z.number().int() });
export type AddressGrantAccepted = z.infer<typeof AddressGrantAccepted>;
