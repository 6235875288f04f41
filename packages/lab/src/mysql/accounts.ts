import { labAttribute } from "@primacy/core/proxy";
import type { LabState } from "../state/lab-state";
import { quoteSql } from "./root-sql";

/**
 * SQL that gives a server, before it joins the group, the lab's accounts and the credentials of group recovery.
 * Not written to the binary log, so that each server has the same set without a conflict; safe to repeat.
 */
export function planAccounts(state: LabState): string {
  const { admin, replication, bench } = state.credentials;
  const account = (user: string, host = "%"): string => `${quoteSql(user)}@${quoteSql(host)}`;
  const ensure = ({ user, password }: { user: string; password: string }): string[] => [
    `CREATE USER IF NOT EXISTS ${account(user)} IDENTIFIED BY ${quoteSql(password)};`,
    `ALTER USER ${account(user)} IDENTIFIED BY ${quoteSql(password)};`,
  ];
  return [
    "SET GLOBAL super_read_only = OFF;",
    "SET SESSION sql_log_bin = OFF;",
    ...ensure(admin),
    `GRANT ALL ON *.* TO ${account(admin.user)} WITH GRANT OPTION;`,
    ...ensure(replication),
    `GRANT REPLICATION SLAVE, CONNECTION_ADMIN, BACKUP_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO ${account(replication.user)};`,
    ...ensure(bench),
    `GRANT ALL ON sbtest.* TO ${account(bench.user)};`,
    `GRANT ALL ON lab.* TO ${account(bench.user)};`,
    `CREATE USER IF NOT EXISTS ${account("lab_check", "localhost")} IDENTIFIED WITH auth_socket AS 'nobody';`,
    `GRANT SELECT ON performance_schema.replication_group_members TO ${account("lab_check", "localhost")};`,
    // By which a console knows that these servers are a playground.
    `ALTER USER ${account("lab_check", "localhost")} ATTRIBUTE ${quoteSql(JSON.stringify({ [labAttribute]: state.name }))};`,
    "SET SESSION sql_log_bin = ON;",
    "SET GLOBAL super_read_only = ON;",
    `CHANGE REPLICATION SOURCE TO SOURCE_USER = ${quoteSql(replication.user)}, SOURCE_PASSWORD = ${quoteSql(replication.password)} FOR CHANNEL 'group_replication_recovery';`,
    "",
  ].join("\n");
}
