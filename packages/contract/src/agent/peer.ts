import { z } from "zod";
import { Id } from "../primitives/scalar";

/**
 * One agent asks another whether it holds the address. Receiving it makes the other drop its evidence and probe
 * anew before it may bind or renew; it answers when its release is verified, or refuses when it proves to be primary.
 */
export const ReleaseRequest = z.strictObject({
  clusterId: Id,
  vipId: Id,
  fromHostId: Id,
  epoch: z.number().int().nonnegative(),
  documentHash: z.string(),
  nonce: z.string().min(16).max(64),
});
export type ReleaseRequest = z.infer<typeof ReleaseRequest>;

/** `released`: not bound and nothing in flight (this is proof R1). `refused`: it proved to be primary. `unknown_vip`: it has no such VIP and cannot hold it. */
export const ReleaseReply = z.strictObject({
  nonce: z.string(),
  answer: z.enum(["released", "refused", "unknown_vip"]),
  epoch: z.number().int().nonnegative().nullable(),
  documentHash: z.string().nullable(),
  holdHorizonMs: z.number().nullable(),
});
export type ReleaseReply = z.infer<typeof ReleaseReply>;
