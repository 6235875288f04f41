import type { HostObservation } from "@primacy/contract/agent";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";

/**
 * The MySQL system variables that the checks read. What ends in `@configured` is no variable: it is the value in the
 * server's option files or persisted settings, which holds after a restart; absent where neither names it. What ends in
 * `@status` is what the server counted at that moment.
 */
export const checkedVariables = [
  "hostname",
  "version",
  "version_comment",
  "report_host",
  "bind_address",
  "port",
  "admin_address",
  "admin_port",
  "group_replication_local_address",
  "super_read_only@configured",
  "sync_binlog",
  "innodb_flush_log_at_trx_commit",
  "group_replication_start_on_boot",
  "group_replication_start_on_boot@configured",
  "group_replication_single_primary_mode",
  "group_replication_member_expel_timeout",
  "group_replication_unreachable_majority_timeout",
  "group_replication_communication_flp_timeout",
  "group_replication_autorejoin_tries",
  "group_replication_bootstrap_group",
  "group_replication_bootstrap_group@configured",
  "group_replication_consistency",
  "group_replication_enforce_update_everywhere_checks",
  "group_replication_exit_state_action",
  "group_replication_member_weight",
  "group_replication_paxos_single_leader",
  "group_replication_transaction_size_limit",
  "gtid_mode",
  "enforce_gtid_consistency",
  "log_bin",
  "log_replica_updates",
  "replica_checkpoint_period",
  "replica_parallel_workers",
  "binlog_format",
  "sql_require_primary_key",
  "lower_case_table_names",
  "max_connections",
  "threads_connected@status",
  "innodb_buffer_pool_size",
  "sql_mode",
  "character_set_server",
  "collation_server",
  "time_zone",
  "greatdb_ha_enable_mgr_vip",
  "greatdb_ha_mgr_vip_ip",
  "greatdb_ha_mgr_read_vip_ips",
] as const;
export type CheckedVariable = (typeof checkedVariables)[number];

/** The value of a variable; null where the server lacks it or did not say. */
export function findVariable(
  observation: Pick<HostObservation, "variables">,
  name: CheckedVariable,
): string | null {
  return observation.variables[name] ?? null;
}

/** The value of a numeric variable; null where it is absent or no number. */
export function findNumber(
  observation: Pick<HostObservation, "variables">,
  name: CheckedVariable,
): number | null {
  const text = findVariable(observation, name);
  if (text === null || text.trim() === "") return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Whether a boolean variable is on; null where it is absent. */
export function findFlag(
  observation: Pick<HostObservation, "variables">,
  name: CheckedVariable,
): boolean | null {
  const text = findVariable(observation, name);
  if (text === null) return null;
  return ["1", "on", "true", "yes"].includes(text.toLowerCase());
}

/** What one member has a variable set to. */
export interface MemberValue {
  readonly member: CheckedMember;
  readonly value: string;
}

/** The value of a variable on every member whose server has it and said so. */
export function valuesOf(
  { members }: Pick<VipCheckSnapshot, "members">,
  name: CheckedVariable,
): readonly MemberValue[] {
  return members.flatMap((member) => {
    const value = member.sight.kind === "observed" ? findVariable(member.sight.observation, name) : null;
    return value === null ? [] : [{ member, value }];
  });
}

/** The different ones among them. */
export function distinctValues(values: readonly MemberValue[]): readonly string[] {
  return [...new Set(values.map(({ value }) => value))];
}
