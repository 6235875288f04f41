import { z } from "zod";
import { Message } from "../message/schema";
import { NicName, Port, PrefixLength, VipAddress } from "../primitives/address";
import { Id, MonotonicMs } from "../primitives/scalar";

/**
 * An address of the plugin `greatdb_ha` that an agent may release where the plugin left it behind: exactly this address, with this
 * prefix length, on this interface, and of IPv4 under a label of that form alone.
 */
export const GuardedPluginAddress = z.strictObject({
  vipId: Id,
  address: VipAddress,
  prefixLength: PrefixLength,
  nic: NicName,
  /** Which labels count: an alias as the plugin makes it; see `isPluginLabel`. */
  labelForm: z.literal("greatdb_ha"),
});
export type GuardedPluginAddress = z.infer<typeof GuardedPluginAddress>;

/** The same with where the server of the host listens, by which it is known to be gone. */
export const PluginGuard = GuardedPluginAddress.extend({ serverPort: Port });
export type PluginGuard = z.infer<typeof PluginGuard>;

/**
 * Why an address is one that the plugin left behind. `killed`: no server serves its port here. `not_primary`: the server says that
 * it is not the primary, or in no group. `no_majority`: it is a primary that sees no majority.
 */
export const LeftCause = z.enum(["killed", "not_primary", "no_majority"]);
export type LeftCause = z.infer<typeof LeftCause>;

/** What became of the newest address that was left behind. `reason`: why it is still there. */
export const GuardAct = z.object({
  outcome: z.enum(["released", "refused", "failed"]),
  cause: LeftCause,
  reason: Message.nullable(),
  atMonotonicMs: MonotonicMs,
});
export type GuardAct = z.infer<typeof GuardAct>;

/** A guard that an agent keeps. `last` null: it had nothing to do since the agent's start. */
export const GuardStatus = z.object({ vipId: Id, address: VipAddress, last: GuardAct.nullable() });
export type GuardStatus = z.infer<typeof GuardStatus>;

/**
 * True for an alias as the plugin makes it: `eth0:0`, and `eth0:x0` with a label. An address of Primacy's agents never has one: its
 * label has three letters or more behind the colon.
 */
export function isPluginLabel(label: string, nic: string): boolean {
  return label.startsWith(`${nic}:`) && /^[0-9A-Za-z]{1,2}$/.test(label.slice(nic.length + 1));
}
