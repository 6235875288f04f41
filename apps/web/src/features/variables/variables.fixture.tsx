import { message, type VariableSource, type VariablesReading } from "@primacy/contract";
import {
  buildVariablesReading,
  type HostSetting,
  type MemberReading,
  type RunningVariable,
} from "@primacy/core/variables";
import { clusterId, clusterOf, idOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { VariablesPage } from "./variables-page";

/**
 * The page of variables: of three members that differ in some (`#`), of which one was not reached (`#silent`), whose stored
 * reading is all that there is (`#failed`), that are all equal (`#calm`),
 * or whose plugin has read VIPs, for an operator (`#reads`). `dark` and `zh` may stand in the fragment too.
 */
const asked = location.hash.slice(1).split("&");
const isCalm = asked.includes("calm");
const confFile = "/etc/mysql/mysql.conf.d/mysqld.cnf";

function running(value: string, source: VariableSource = "compiled"): RunningVariable {
  const isSet = source === "dynamic" || source === "persisted";
  return {
    ...{ value, source, range: null, path: source === "global" ? confFile : null },
    setAt: isSet ? "2026-11-28T21:14:05.000Z" : null,
    setBy: isSet ? "root@localhost" : null,
  };
}

const same: Readonly<Record<string, RunningVariable>> = {
  greatdb_ha_enable_mgr_vip: running("ON", "global"),
  greatdb_ha_mgr_vip_ip: running("10.77.0.100", "global"),
  greatdb_ha_mgr_vip_nic: running("eth0", "global"),
  group_replication_group_name: running("6b6a0f3e-52a7-4a0f-9d52-0d0c39a1f7b3", "global"),
  group_replication_group_seeds: running("10.77.0.11:33061,10.77.0.12:33061,10.77.0.13:33061", "global"),
  group_replication_single_primary_mode: running("ON"),
  group_replication_consistency: running("BEFORE_ON_PRIMARY_FAILOVER"),
  group_replication_exit_state_action: running("OFFLINE_MODE"),
  group_replication_unreachable_majority_timeout: running("20", "persisted"),
  offline_mode: running("OFF"),
  version: running("8.4.4"),
  plugin_dir: running("/usr/lib/mysql/plugin/", "command_line"),
  gtid_mode: running("ON", "global"),
  enforce_gtid_consistency: running("ON", "global"),
  innodb_flush_log_at_trx_commit: running("1"),
  require_secure_transport: running("OFF"),
  sql_mode: running(
    "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION",
  ),
};

const readMap = `${idOf(0)}::10.77.0.100;${idOf(1)}::10.77.0.101;${idOf(2)}::10.77.0.102`;

function memberOf(n: number): MemberReading {
  const name = `db${n}`;
  const about = { memberId: idOf(n), name, address: `10.77.0.1${n}`, port: 3306 };
  if (asked.includes("silent") && n === 3)
    return { ...about, server: message("failure.mysql_unreachable", { ...about, reason: "no_answer" }) };
  const odd = n === 2 && !isCalm;
  const own: Readonly<Record<string, RunningVariable>> = {
    server_id: running(String(n), "global"),
    report_host: running(about.address, "global"),
    super_read_only: running(n === 1 ? "OFF" : "ON", "dynamic"),
    read_only: running(n === 1 ? "OFF" : "ON", "dynamic"),
    group_replication_local_address: running(`${about.address}:33061`, "global"),
    group_replication_member_expel_timeout: running(odd ? "5" : "0", odd ? "dynamic" : "persisted"),
    max_connections: running("500", "global"),
    sync_binlog: running("1"),
  };
  const inFile = (value: string, line: number) => ({ value, place: "file", path: confFile, line }) as const;
  const values = new Map(Object.entries({ ...same, ...own }));
  // The map counts on the primary alone.
  if (asked.includes("reads")) {
    values.set("greatdb_ha_mgr_read_vip_ips", running("10.77.0.101,10.77.0.102", "global"));
    values.set("greatdb_ha_vip_tope", running(n === 1 ? readMap : "", "compiled"));
  }
  const fromFile = [...values]
    .filter(([, { source }]) => source === "global")
    .map(([key, { value }], line) => [key, inFile(value, line + 5)] as const);
  const settings = new Map<string, HostSetting>([
    ...fromFile,
    ...(n === 3 && !isCalm ? [["max_connections", inFile("151", 31)] as const] : []),
    [
      "plugin_dir",
      { value: "/usr/lib/mysql/plugin", place: "command_line", path: null, line: null } as const,
    ],
  ]);
  const isUnread = asked.includes("silent") && n === 2;
  return {
    ...about,
    server: {
      role: n === 1 ? "PRIMARY" : "SECONDARY",
      running: values,
      persisted: new Map([
        ["group_replication_unreachable_majority_timeout", "20"],
        ["group_replication_member_expel_timeout", "0"],
      ]),
      host: { problem: null, settings, unread: isUnread ? ["/opt/mysql/extra.cnf"] : [] },
    },
  };
}

const readAt = new Date(Date.now() - 4_000).toISOString();
const reading: VariablesReading = buildVariablesReading([1, 2, 3].map(memberOf), readAt);
const operation = asked.includes("failed")
  ? operationOf(98, "variables.read", {
      state: "failed",
      problem: {
        ...{
          type: "about:blank",
          title: "",
          status: 500,
          code: "internal_error",
          requestId: "r1",
          errors: [],
        },
        message: message("failure.credential_missing", { account: "primacy_admin" }),
      },
    })
  : operationOf(98, "variables.read", { result: { ...reading } });

if (asked.includes("dark")) document.documentElement.dataset.theme = "dark";
showBeforeConsole(
  (method, path) => {
    if (method === "POST") return { status: 202, body: { operation } };
    if (path.endsWith(`/clusters/${clusterId}`))
      return { status: 200, body: clusterOf(["db1", "db2", "db3"]) };
    if (path.endsWith("/variables"))
      return { status: 200, body: { reading: asked.includes("failed") ? reading : null } };
    return { status: 200, body: operation };
  },
  <VariablesPage clusterId={clusterId} />,
  asked.includes("reads") ? "operator" : "viewer",
);
