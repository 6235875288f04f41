import { z } from "zod";
import { VipAddress } from "../primitives/address";
import { Id } from "../primitives/scalar";

/** One run of an agent: random, new at each start, so that no nonce of an earlier run is ever taken for one of this. */
export const IncarnationId = z.string().regex(/^[0-9A-Za-z]{16,40}$/);
export type IncarnationId = z.infer<typeof IncarnationId>;

/** An attempt of one run to take the address, or one question of a holder: `<incarnation>:<n>`, `<incarnation>:defend:<n>`. */
export const ReleaseNonce = z.string().regex(/^[0-9A-Za-z]{16,40}:(?:defend:)?\d{1,15}$/);
export type ReleaseNonce = z.infer<typeof ReleaseNonce>;

/**
 * One agent asks another whether it holds the address. Receiving it makes the other drop its evidence and probe
 * anew before it may bind or renew; it answers when its release is verified, or refuses when it proves to be primary.
 */
export const ReleaseRequest = z.strictObject({
  clusterId: Id,
  vipId: Id,
  fromHostId: Id,
  epoch: z.number().int().nonnegative(),
  /** Of the part of the asker's document that all hosts share: another one under the same epoch is an alarm. */
  documentHash: z.string(),
  nonce: ReleaseNonce,
  /** The asker's claim, for the record of the asked: the view it proved itself primary in, and how long ago. */
  viewId: z.string().max(128),
  evidenceAgeMs: z.number().nonnegative(),
  /** How long the asker would wait without an answer. Unequal waits are an alarm; the longer one counts. */
  proofWaitMs: z.number().nonnegative(),
  /** Whether the answer is to tell of silences. */
  asksSilences: z.boolean().optional(),
  /** The address that it asks for. */
  address: VipAddress.optional(),
});
export type ReleaseRequest = z.infer<typeof ReleaseRequest>;

/** A time in which a server has not heard another, as ages on the answering host's clock; `untilAgoMs` 0: it lasts. */
export const PeerSilence = z.strictObject({
  fromAgoMs: z.number().nonnegative(),
  untilAgoMs: z.number().nonnegative(),
});
export type PeerSilence = z.infer<typeof PeerSilence>;

/** `released`: not bound and nothing in flight (this is proof R1). `refused`: it proved to be primary. `unknown_vip`: it has no such VIP and cannot hold it. */
export const ReleaseReply = z.strictObject({
  nonce: z.string(),
  answer: z.enum(["released", "refused", "unknown_vip"]),
  /** Why it refused: it proved to be primary itself, or the address is there by another hand. Null otherwise. */
  reason: z.enum(["still-primary", "foreign-address"]).nullable(),
  epoch: z.number().int().nonnegative().nullable(),
  proofWaitMs: z.number().nonnegative().nullable(),
  /** Where asked for: by host, who has left the view of the answering host's server, and its silence (proof R2). */
  silences: z.record(Id, PeerSilence).optional(),
});
export type ReleaseReply = z.infer<typeof ReleaseReply>;

/** "I look primary": makes the other agent probe at once instead of at its next turn. It decides nothing, and needs no answer. */
export const PeerHint = z.strictObject({ clusterId: Id, vipId: Id, fromHostId: Id });
export type PeerHint = z.infer<typeof PeerHint>;
