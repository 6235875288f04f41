import { z } from "zod";
import { CheckFix } from "../check/check";
import { Plan } from "../operation/operation";
import { Id, PlainText, SecretText } from "../primitives/scalar";

/** The only variables that a fix may set: each takes effect at once, without a restart. */
export const FixVariable = z.enum([
  "group_replication_member_expel_timeout",
  "group_replication_unreachable_majority_timeout",
  "group_replication_autorejoin_tries",
  "group_replication_exit_state_action",
]);
export type FixVariable = z.infer<typeof FixVariable>;

/** The variable that each fix sets, on every member. */
export const fixVariables: Readonly<Record<CheckFix, FixVariable>> = {
  expel_timeout: "group_replication_member_expel_timeout",
  majority_timeout: "group_replication_unreachable_majority_timeout",
  autorejoin: "group_replication_autorejoin_tries",
  exit_action: "group_replication_exit_state_action",
};

/** What a server has a variable set to now, and what its persisted settings give it after a restart; null: nothing. */
export const VariableSetting = z.object({ running: z.string(), persisted: z.string().nullable() });
export type VariableSetting = z.infer<typeof VariableSetting>;

/** An account that may set variables: what Primacy has may not. Without it the one that was kept is used. */
export const AdministratorAccount = z.strictObject({
  user: PlainText.min(1, { error: "required" }).max(32),
  password: SecretText,
});
export type AdministratorAccount = z.infer<typeof AdministratorAccount>;

/** Orders a fix on every member of a cluster; taken back on all of them where one cannot be set. */
export const FixOrder = z.strictObject({ fix: CheckFix, administrator: AdministratorAccount.optional() });
export type FixOrder = z.infer<typeof FixOrder>;

/** Orders that every variable gets back what it had before a fix that succeeded. */
export const FixRestore = z.strictObject({
  operationId: Id,
  administrator: AdministratorAccount.optional(),
});
export type FixRestore = z.infer<typeof FixRestore>;

/** A fix that a check offers, with the plan of what it would do. */
export const OfferedFix = z.object({
  fix: CheckFix,
  /** No administrator's account was kept: the order has to bring one. */
  needsAccount: z.boolean(),
  plan: Plan,
});
export type OfferedFix = z.infer<typeof OfferedFix>;

/** What a fix changed, with what each member had before: from it the fix is restored. */
export const FixResult = z.object({
  variable: FixVariable,
  members: z.array(
    z.object({ memberId: Id, name: z.string(), before: VariableSetting, after: VariableSetting }),
  ),
});
export type FixResult = z.infer<typeof FixResult>;
