import { z } from "zod";
import { CheckFix } from "../check/check";
import { Plan } from "../operation/plan";
import { Id, PlainText, SecretText } from "../primitives/scalar";

/**
 * The only variables that a fix may set: each can be set, and given back, while the server runs. No check offers to set the
 * exit action, since what MySQL does with it outlasts a member's return; one that was set can be given back.
 */
export const FixVariable = z.enum([
  "group_replication_member_expel_timeout",
  "group_replication_unreachable_majority_timeout",
  "group_replication_autorejoin_tries",
  "group_replication_exit_state_action",
  "replica_checkpoint_period",
  "group_replication_start_on_boot",
  "group_replication_bootstrap_group",
  "sync_binlog",
  "innodb_flush_log_at_trx_commit",
]);
export type FixVariable = z.infer<typeof FixVariable>;

/** The variables that each fix sets to one value, on every member. */
export const fixVariables: Readonly<Record<CheckFix, readonly FixVariable[]>> = {
  expel_timeout: ["group_replication_member_expel_timeout"],
  majority_timeout: ["group_replication_unreachable_majority_timeout"],
  autorejoin: ["group_replication_autorejoin_tries"],
  checkpoint_period: ["replica_checkpoint_period"],
  // Before a server joins by itself it is made sure that it founds no group then, whatever its option file says.
  restart_safety: ["group_replication_bootstrap_group", "group_replication_start_on_boot"],
  bootstrap: ["group_replication_bootstrap_group"],
  durability: ["sync_binlog", "innodb_flush_log_at_trx_commit"],
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

/** What a fix would set, and what each member runs with: shown before it is confirmed. */
export const FixBasis = z.strictObject({
  value: z.string().max(64),
  members: z
    .array(
      z.strictObject({
        memberId: Id,
        /** Absent: the first one that the fix sets. */
        variable: FixVariable.optional(),
        running: z.string().max(64),
      }),
    )
    .max(64),
});
export type FixBasis = z.infer<typeof FixBasis>;

/**
 * Orders a fix on every member of a cluster; taken back on all of them where one cannot be set. With a `basis` it is done
 * only while that is how things are, and refused otherwise, with what is different.
 */
export const FixOrder = z.strictObject({
  fix: CheckFix,
  basis: FixBasis.optional(),
  administrator: AdministratorAccount.optional(),
});
export type FixOrder = z.infer<typeof FixOrder>;

/** Orders that every variable gets back what it had before a fix that succeeded; refused where it was set since. */
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
  /** What the plan stands on: sent with the order, it keeps any other plan from being carried out. */
  basis: FixBasis,
  plan: Plan,
});
export type OfferedFix = z.infer<typeof OfferedFix>;

/** What a fix changed, with what each member had before: from it the fix is restored. */
export const FixResult = z.object({
  variable: FixVariable,
  members: z.array(
    z.object({
      memberId: Id,
      name: z.string(),
      /** Where the fix set several; absent: the one above. */
      variable: FixVariable.optional(),
      before: VariableSetting,
      after: VariableSetting,
    }),
  ),
});
export type FixResult = z.infer<typeof FixResult>;
