import type { LabNames } from "../lab-names";
import { type DatabaseName, databaseNames, hostRoles } from "../roster";

/** Port of the group's own consensus traffic. */
export const GROUP_PORT = 33061;
/** Port of MySQL's administrative interface, which stays reachable when connections run out. */
export const ADMIN_PORT = 33062;
/** File that holds settings for the very first start, before the group exists; removed once it does. */
export const FIRST_BOOT_FILE = "/etc/mysql/lab.d/first-boot.cnf";

/**
 * The whole my.cnf of one database host. A server that restarts is never writable on its own: it comes up
 * super_read_only, and only the group lifts that.
 */
export function planMysqlConfig(
  names: LabNames,
  host: DatabaseName,
  options: { readonly groupName: string; readonly expelSeconds: number; readonly gtidBlock: number },
): string {
  const address = names.addressOf(host);
  const seeds = databaseNames.map((name) => `${names.addressOf(name)}:${GROUP_PORT}`).join(",");
  return `[client]
socket = /run/mysqld/mysqld.sock

[mysqld_safe]
log_error = /var/log/mysql/error.log

[mysqld]
user = mysql
datadir = /var/lib/mysql
socket = /run/mysqld/mysqld.sock
log_error = /var/log/mysql/error.log
server_id = ${hostRoles[host].lastByte}
port = 3306
bind_address = *
mysqlx_bind_address = *
report_host = ${address}
report_port = 3306
admin_address = ${address}
admin_port = ${ADMIN_PORT}
plugin_load_add = group_replication.so;mysql_clone.so
gtid_mode = ON
enforce_gtid_consistency = ON
log_bin = binlog
relay_log = relay
super_read_only = ON
# A server that is to be the primary waits for its applier's next checkpoint; MySQL's own 300 ms are a pause of all writes.
replica_checkpoint_period = 20
skip_name_resolve = ON

# Small, so that three servers fit beside everything else on two cores.
innodb_buffer_pool_size = 128M
max_connections = 300
table_open_cache = 400
table_definition_cache = 400

group_replication_group_name = ${options.groupName}
group_replication_start_on_boot = ON
group_replication_bootstrap_group = OFF
group_replication_local_address = ${address}:${GROUP_PORT}
group_replication_group_seeds = ${seeds}
group_replication_ip_allowlist = ${names.subnet},127.0.0.1/8
group_replication_recovery_get_public_key = ON
group_replication_member_expel_timeout = ${options.expelSeconds}
group_replication_gtid_assignment_block_size = ${options.gtidBlock}
group_replication_unreachable_majority_timeout = 4
group_replication_message_cache_size = 134217728

!includedir /etc/mysql/lab.d/
`;
}

/** Keeps a server that has no group yet from looking for one. */
export const firstBootConfig = `[mysqld]
group_replication_start_on_boot = OFF
`;
