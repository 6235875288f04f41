import { z } from "zod";
import { VipAddress } from "../primitives/address";
import { Id } from "../primitives/scalar";

/**
 * Addresses of a cluster that a host which is no member of it asks the wire for, each second, for as long as this is
 * repeated in time. An order replaces the one before it for the same cluster; an empty one ends it. It is kept in
 * memory alone and gives no right to anything.
 */
export const WireWatchOrder = z.strictObject({
  clusterId: Id,
  forSeconds: z.number().int().min(5).max(300),
  vips: z.array(z.strictObject({ vipId: Id, address: VipAddress })).max(32),
});
export type WireWatchOrder = z.infer<typeof WireWatchOrder>;

/** The VIPs that this host can ask for: those in a subnet of its own that it does not ask for anyway. */
export const WireWatchAccepted = z.object({ vipIds: z.array(Id) });
export type WireWatchAccepted = z.infer<typeof WireWatchAccepted>;
