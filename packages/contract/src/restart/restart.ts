import { z } from "zod";
import { Drain } from "../cluster/cluster";
import { AdministratorAccount } from "../fix/fix";
import { Id, PlainText } from "../primitives/scalar";

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
