import { z } from "zod";
import { Id, PlainText } from "../primitives/scalar";

/**
 * Lets connections through the VIP end by themselves before the primary changes: new ones are refused for `waitSeconds` at
 * most, or until none is left. Those that are open then are cut by the change (`switch`), or keep it from happening (`stay`).
 */
export const Drain = z.strictObject({
  waitSeconds: z.number().int().min(1).max(3_600),
  atLimit: z.enum(["switch", "stay"]).default("switch"),
});
export type Drain = z.infer<typeof Drain>;

/** Asks for a planned change of the primary. */
export const SwitchoverRequest = z.strictObject({ memberId: Id, drain: Drain.optional() });
export type SwitchoverRequest = z.infer<typeof SwitchoverRequest>;

/** Orders it: writes stop for a moment, so that it repeats the cluster's name in `confirm`. */
export const SwitchoverOrder = SwitchoverRequest.extend({ confirm: PlainText });
export type SwitchoverOrder = z.infer<typeof SwitchoverOrder>;

/** How a switchover went, each time counted from the order to the group. A null is not known: there is no VIP, or the worker that ordered it died. */
export const SwitchoverResult = z.object({
  fromMemberId: Id,
  fromName: z.string(),
  toMemberId: Id,
  toName: z.string(),
  /** The group had its new primary. */
  primaryAfterMs: z.number().nullable(),
  /** The old host's agent confirmed that its kernel does not hold the address. */
  releasedAfterMs: z.number().nullable(),
  /** The new host's kernel held the address. */
  heldAfterMs: z.number().nullable(),
  /** Another host got the new host's answer on the wire. */
  answeredAfterMs: z.number().nullable(),
  /** How the drain before the order went; absent where none was asked for. */
  drain: z
    .object({
      tookMs: z.number(),
      /** Connections that were open at its start, and at its end. */
      before: z.number().int(),
      left: z.number().int(),
    })
    .optional(),
});
export type SwitchoverResult = z.infer<typeof SwitchoverResult>;
