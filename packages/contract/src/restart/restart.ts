import { z } from "zod";
import { AdministratorAccount } from "../fix/fix";
import { CheckedPlan } from "../operation/checked-plan";
import { Id, PlainText } from "../primitives/scalar";
import { Drain, SwitchoverResult } from "../switchover/switchover";

/** Asks what a rolling restart would do that leaves `memberId` as the primary, and what stands against it. */
export const RestartRequest = z.strictObject({ memberId: Id, drain: Drain.optional() });
export type RestartRequest = z.infer<typeof RestartRequest>;

/** The fields of an order that the worker needs, without what confirms it and who may do it. */
export const RestartFields = RestartRequest.extend({
  /** A server that is not ONLINE in its group so long after its restart was ordered ends the operation. */
  limitSeconds: z.number().int().min(30).max(86_400).default(600),
});

/**
 * Orders it: every server stops once, so that it repeats the cluster's name in `confirm`. To restart a server takes
 * MySQL's privilege SHUTDOWN, which Primacy's own account has not: without `administrator` the one that was kept is used.
 */
export const RestartOrder = RestartFields.extend({
  confirm: PlainText,
  administrator: AdministratorAccount.optional(),
});
export type RestartOrder = z.infer<typeof RestartOrder>;

/** What a check of a rolling restart found. */
export const RestartCheck = CheckedPlan.extend({
  /** No administrator's account was kept: the order has to bring one. */
  needsAccount: z.boolean(),
});
export type RestartCheck = z.infer<typeof RestartCheck>;

/** How a rolling restart went, in the order in which the servers were restarted. */
export const RestartResult = z.object({
  members: z.array(
    z.object({
      memberId: Id,
      name: z.string(),
      /** From the order until it was ONLINE in its group again; null is not known: the worker that gave the order died. */
      onlineAfterMs: z.number().nullable(),
    }),
  ),
  switchover: SwitchoverResult.nullable(),
});
export type RestartResult = z.infer<typeof RestartResult>;
