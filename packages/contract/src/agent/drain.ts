import { z } from "zod";
import { Id, MonotonicMs } from "../primitives/scalar";
import { ReportedMessage } from "./reported-message";

/**
 * Keeps new connections from a VIP on the host that holds it for `forMs` from now on, while those that are open go on; 0
 * ends that, and null only asks. Nothing but the kernel's own timer ends it otherwise, so that whoever orders it repeats it
 * in time, and clients get in again where nobody does.
 */
export const DrainRequest = z.strictObject({
  vipId: Id,
  forMs: z.number().int().min(0).max(60_000).nullable(),
});
export type DrainRequest = z.infer<typeof DrainRequest>;

/**
 * How an address stands after such a request. `open`: this host holds it and lets new connections in; `draining`: it
 * refuses them; `not_held`: nothing was done; `no_gate`: this host cannot refuse them, of which `detail` has the reason.
 */
export const DrainState = z.object({
  state: z.enum(["open", "draining", "not_held", "no_gate"]),
  /** Established connections through the address to its ports; null where they could not be counted. */
  connections: z.number().int().nonnegative().nullable(),
  detail: ReportedMessage.nullable(),
});
export type DrainState = z.infer<typeof DrainState>;

/** An address whose new connections are refused, on the host that holds it. */
export const VipDraining = z.object({
  untilMonotonicMs: MonotonicMs,
  /** When it was last asked for. */
  connections: z.number().int().nonnegative().nullable(),
});
export type VipDraining = z.infer<typeof VipDraining>;
