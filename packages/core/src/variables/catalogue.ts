import { VariableGroup, type VariableNature } from "@primacy/contract";

/** A variable that a console shows, and how its values are compared. */
export interface ShownVariable {
  readonly name: string;
  readonly nature: VariableNature;
  /** A list of names, whose order and spaces mean nothing. */
  readonly isList?: true;
  /** No start decides it. */
  readonly isFact?: true;
  /** The server or the group sets it by itself while it runs, so that it need not be what the next start gives. */
  readonly isSetByServer?: true;
  /** The names of its values, which an option file may give by their place as well. */
  readonly values?: readonly string[];
  /** Its value is not what an option of the same name is given. */
  readonly isGivenOtherwise?: true;
}

type Entry = string | (Partial<ShownVariable> & { readonly name: string });

const own = "own" as const;
const offOn = ["OFF", "ON"];

/** What is shown, by group and in this order. Plugins' other variables are shown by their prefix. */
const entries: Readonly<Record<VariableGroup, readonly Entry[]>> = {
  plugin: [
    "greatdb_ha_enable_mgr_vip",
    "greatdb_ha_mgr_vip_ip",
    { name: "greatdb_ha_mgr_vip_nic", nature: own },
    "greatdb_ha_mgr_vip_mask",
    { name: "greatdb_ha_mgr_vip_label", nature: own },
    "greatdb_ha_mgr_vip_broad",
    { name: "greatdb_ha_mgr_read_vip_ips", isList: true },
    {
      name: "greatdb_ha_mgr_read_vip_floating_type",
      values: ["TO_PRIMARY", "TO_ANOTHER_SECONDARY"],
    },
    "greatdb_ha_send_arp_packge_times",
    "greatdb_ha_port",
    "greatdb_ha_force_wait_timeout",
    "greatdb_ha_gateway_address",
    { name: "greatdb_ha_vip_tope", nature: own, isSetByServer: true },
    { name: "greatdb_ha_force_change_mgr_vip", isSetByServer: true },
    "greatdb_ha_mgr_exit_primary_kill_connection_mode",
  ],
  group: [
    "group_replication_group_name",
    { name: "group_replication_local_address", nature: own },
    { name: "group_replication_group_seeds", isList: true },
    "group_replication_communication_stack",
    "group_replication_single_primary_mode",
    "group_replication_enforce_update_everywhere_checks",
    { name: "group_replication_member_weight", nature: own },
    "group_replication_start_on_boot",
    { name: "group_replication_bootstrap_group", isSetByServer: true },
    { name: "group_replication_ip_allowlist", isList: true },
    "group_replication_ssl_mode",
    "group_replication_recovery_use_ssl",
  ],
  failover: [
    {
      name: "group_replication_consistency",
      values: ["EVENTUAL", "BEFORE_ON_PRIMARY_FAILOVER", "BEFORE", "AFTER", "BEFORE_AND_AFTER"],
    },
    "group_replication_member_expel_timeout",
    "group_replication_unreachable_majority_timeout",
    {
      name: "group_replication_exit_state_action",
      values: ["READ_ONLY", "ABORT_SERVER", "OFFLINE_MODE"],
    },
    "group_replication_autorejoin_tries",
    "group_replication_components_stop_timeout",
    "group_replication_paxos_single_leader",
  ],
  writable: [
    { name: "super_read_only", nature: "role", isSetByServer: true },
    { name: "read_only", nature: "role", isSetByServer: true },
    { name: "offline_mode", isSetByServer: true },
  ],
  server: [
    { name: "version", isFact: true },
    { name: "version_comment", isFact: true },
    { name: "server_id", nature: own },
    { name: "server_uuid", nature: own, isFact: true },
    { name: "hostname", nature: own, isFact: true },
    { name: "report_host", nature: own },
    { name: "report_port", nature: own, isGivenOtherwise: true },
    { name: "port", nature: own },
    { name: "bind_address", nature: own },
    { name: "datadir", nature: own },
    "plugin_dir",
    "persisted_globals_load",
  ],
  replication: [
    { name: "gtid_mode", values: ["OFF", "OFF_PERMISSIVE", "ON_PERMISSIVE", "ON"] },
    { name: "enforce_gtid_consistency", values: ["OFF", "ON", "WARN"] },
    { name: "log_bin", isGivenOtherwise: true },
    { name: "binlog_format", values: ["MIXED", "STATEMENT", "ROW"] },
    { name: "binlog_row_image", values: ["MINIMAL", "NOBLOB", "FULL"] },
    { name: "binlog_checksum", values: ["NONE", "CRC32"] },
    "binlog_expire_logs_seconds",
    "log_replica_updates",
    "replica_parallel_workers",
    "replica_preserve_commit_order",
  ],
  durability: ["sync_binlog", "innodb_flush_log_at_trx_commit", "innodb_doublewrite"],
  connections: [
    "max_connections",
    "max_user_connections",
    "require_secure_transport",
    { name: "tls_version", isList: true },
    "skip_name_resolve",
    "wait_timeout",
    "interactive_timeout",
    "connect_timeout",
  ],
  behaviour: [
    { name: "lower_case_table_names" },
    { name: "sql_mode", isList: true },
    {
      name: "transaction_isolation",
      values: ["READ-UNCOMMITTED", "READ-COMMITTED", "REPEATABLE-READ", "SERIALIZABLE"],
    },
    "time_zone",
    "character_set_server",
    "collation_server",
    { name: "event_scheduler", values: [...offOn, "DISABLED"] },
    "innodb_buffer_pool_size",
    "innodb_redo_log_capacity",
  ],
  group_other: [],
};

/** What no console needs to know, recovery credentials and the like: a regular expression, to the server as well. */
export const secretNames = "password|_user$|recovery_ssl|public_key";
const secretName = new RegExp(secretNames);

/** Variables that plugins bring, whatever their version: their group by the beginning of their names. */
export const shownPrefixes: Readonly<Record<string, VariableGroup>> = {
  greatdb_ha_: "plugin",
  group_replication_: "group_other",
};

const known: ReadonlyMap<string, ShownVariable & { readonly group: VariableGroup }> = new Map(
  Object.entries(entries).flatMap(([group, list]) =>
    list.map((entry) => {
      const { name, ...rest } = typeof entry === "string" ? { name: entry } : entry;
      return [name, { name, nature: "equal" as const, ...rest, group: toGroup(group) }];
    }),
  ),
);

/** The names of those that stand in the catalogue, in its order. */
export const shownVariables: readonly string[] = [...known.keys()];

/** A variable with its group, whether the catalogue has it or a prefix; null for one that is not shown. */
export function findShownVariable(name: string): (ShownVariable & { readonly group: VariableGroup }) | null {
  if (secretName.test(name)) return null;
  const found = known.get(name);
  if (found !== undefined) return found;
  const prefix = Object.entries(shownPrefixes).find(([start]) => name.startsWith(start));
  return prefix === undefined ? null : { name, nature: "equal", group: prefix[1] };
}

/** Whether a console may know of it. */
export function isShownVariable(name: string): boolean {
  return findShownVariable(name) !== null;
}

/** The catalogue's own order first, others by their names. */
export function compareShown(one: string, other: string): number {
  const [left, right] = [shownVariables.indexOf(one), shownVariables.indexOf(other)];
  if (left >= 0 && right >= 0) return left - right;
  if (left >= 0 || right >= 0) return left >= 0 ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

function toGroup(text: string): VariableGroup {
  return VariableGroup.parse(text);
}
