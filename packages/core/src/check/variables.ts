import type { HostObservation } from "@primacy/contract/agent";

/**
 * The MySQL system variables that the checks read. What ends in `@configured` is no variable: it is the value in the
 * server's option files or persisted settings, which holds after a restart; absent where neither names it.
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
  "super_read_only@configured",
  "sync_binlog",
  "innodb_flush_log_at_trx_commit",
  "group_replication_start_on_boot",
  "group_replication_start_on_boot@configured",
  "group_replication_single_primary_mode",
  "group_replication_member_expel_timeout",
  "group_replication_unreachable_majority_timeout",
  "group_replication_communication_flp_timeout",
  "greatdb_ha_enable_mgr_vip",
  "greatdb_ha_mgr_vip_ip",
  "greatdb_ha_mgr_read_vip_ips",
] as const;
export type CheckedVariable = (typeof checkedVariables)[number];

/** The value of a variable; null where the server lacks it or did not say. */
export function findVariable(observation: HostObservation, name: CheckedVariable): string | null {
  return observation.variables[name] ?? null;
}

/** The value of a numeric variable; null where it is absent or no number. */
export function findNumber(observation: HostObservation, name: CheckedVariable): number | null {
  const text = findVariable(observation, name);
  if (text === null || text.trim() === "") return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Whether a boolean variable is on; null where it is absent. */
export function findFlag(observation: HostObservation, name: CheckedVariable): boolean | null {
  const text = findVariable(observation, name);
  if (text === null) return null;
  return ["1", "on", "true", "yes"].includes(text.toLowerCase());
}
