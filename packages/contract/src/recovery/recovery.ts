import { z } from "zod";
import { SignedFence } from "../agent/fence";
import { AdministratorAccount } from "../fix/fix";
import { CheckedPlan } from "../operation/checked-plan";
import { Id, Instant, PlainText } from "../primitives/scalar";

/** How a group is brought back: those that are left go on without the others, or it is founded anew. */
export const RecoveryMethod = z.enum(["force", "bootstrap"]);
export type RecoveryMethod = z.infer<typeof RecoveryMethod>;

/** Asks how a group that serves nobody could go on from `memberId`, and what stands against it. */
export const RecoveryRequest = z.strictObject({ memberId: Id });
export type RecoveryRequest = z.infer<typeof RecoveryRequest>;

/** The fields of an order that the worker needs, without what confirms it and who may do it. */
export const RecoveryFields = RecoveryRequest.extend({
  /** An operator's signed word that the hosts which nobody reaches are off; needed where there are such. */
  order: SignedFence.nullable().default(null),
  /** The way that the check showed; refused where it would be another one by now. */
  method: RecoveryMethod.nullable().default(null),
});

/**
 * Orders it: data can be lost, so that it repeats the cluster's name in `confirm`. To set what it sets takes MySQL's
 * privilege SYSTEM_VARIABLES_ADMIN: without `administrator` the account that was kept is used.
 */
export const RecoveryOrder = RecoveryFields.extend({
  confirm: PlainText,
  administrator: AdministratorAccount.optional(),
});
export type RecoveryOrder = z.infer<typeof RecoveryOrder>;

/** What a check of a recovery found. */
export const RecoveryCheck = CheckedPlan.extend({
  /** No administrator's account was kept: the order has to bring one. */
  needsAccount: z.boolean(),
  /** Null where it cannot be brought back from that member. */
  method: RecoveryMethod.nullable(),
  /** What is to be signed, and until when it counts; null where nobody has to answer for a host. */
  order: z.object({ text: z.string(), notAfter: Instant, hosts: z.array(z.string()) }).nullable(),
});
export type RecoveryCheck = z.infer<typeof RecoveryCheck>;

/** How a recovery went. */
export const RecoveryResult = z.object({
  memberId: Id,
  name: z.string(),
  /** Its members then. */
  onlineCount: z.number().int(),
  /** Who holds the VIP then; null where there is none, or it is paused. */
  holderHostName: z.string().nullable(),
});
export type RecoveryResult = z.infer<typeof RecoveryResult>;
