import { type Check, formatMessage } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { mysqlOf, statusOf } from "../topology/topology-snapshot.fixture";
import {
  details,
  macOf,
  member,
  nic,
  observation,
  others,
  sight,
  snapshot,
  uuid,
  variables,
  views,
  vip,
  withDetails,
  withVariables,
  withVariablesEverywhere,
} from "./catalogue.fixture";
import { checkVip } from "./check-vip";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";

function find(code: string, of: VipCheckSnapshot, name: string | null): Check | undefined {
  return checkVip(of).checks.find((check) => check.code === code && check.hostName === name);
}

function withClock(clockOffsetMs: number): VipCheckSnapshot {
  const seen = { kind: "observed", observation: observation(1), status: statusOf(1), clockOffsetMs } as const;
  return snapshot({ members: others(seen) });
}

function withSecondNic(ignore: string): VipCheckSnapshot {
  const nics = [...observation(1).nics, nic("eth2", "02:00:00:00:02:11", [["10.77.0.31", 24]])];
  const sysctls = { ...observation(1).sysctls, "net.ipv4.conf.all.arp_ignore": ignore };
  return snapshot({ members: others(sight(1, { nics, sysctls })) });
}

function withFilter(value: string, gateways: string[]): VipCheckSnapshot {
  const sysctls = { "net.ipv4.conf.all.rp_filter": value, "net.ipv4.conf.eth0.rp_filter": "0" };
  return snapshot({ members: others(sight(1, { sysctls, gateways })) });
}

function withManager(
  kind: "none" | "networkd" | "NetworkManager",
  keepsAddresses: boolean | null,
): VipCheckSnapshot {
  return withDetails({ nic: { name: "eth0", mtu: 1500, manager: { kind, keepsAddresses, evidence: "x" } } });
}

function withDisk(freeBytes: number): VipCheckSnapshot {
  return withDetails({ disk: { path: "/data", totalBytes: 10 * 2 ** 30, freeBytes } });
}

function withGateway(macs: string[]): VipCheckSnapshot {
  const asked = { address: "10.77.0.1", nic: "eth0", isAsked: true, error: null, macs, durationMs: 1 };
  return withDetails({ gatewayArp: [asked] });
}

function withRemembered(mac: string): VipCheckSnapshot {
  return withDetails({ remembered: [{ address: vip, mac, nic: "eth0" }] });
}

function withBacklog(queue: number, lagMs: number): VipCheckSnapshot {
  const status = statusOf(1, { mysql: mysqlOf(1, { applyQueue: queue, appliedLagMs: lagMs }) });
  return snapshot({ members: others({ kind: "observed", observation: observation(1), status }) });
}

/** db1's agent has no account; the console's own connection says this of its queue. */
function withQueue(queue: number | null): VipCheckSnapshot {
  const status = statusOf(1, { mysql: mysqlOf(1, { reach: "unconfigured" }) });
  const seen = { kind: "observed", observation: observation(1), status } as const;
  return snapshot({ members: [{ ...member(1, seen), queue }, member(2), member(3)] });
}

function withPorts(
  kept: string,
  range = "32768\t60999",
  change: Readonly<Record<string, string>> = {},
): VipCheckSnapshot {
  const sysctls = { "net.ipv4.ip_local_port_range": range, "net.ipv4.ip_local_reserved_ports": kept };
  return snapshot({ members: others(sight(1, { sysctls, variables: variables(1, change) })) });
}

function withConnections(connected: string, admin_address = "", max_connections = "151"): VipCheckSnapshot {
  const change = { admin_address, max_connections, "threads_connected@status": connected };
  return withVariablesEverywhere(change);
}

const unreachedPeer = details(1).connected.map((one) => ({ ...one, isReached: false, error: "ETIMEDOUT" }));

type Row = readonly [title: string, code: string, of: VipCheckSnapshot, result: string, host: string | null];
const rows: readonly Row[] = [
  ["another online member", "successor", snapshot(), "pass", null],
  [
    "no other online member",
    "successor",
    snapshot({ members: [member(1)], views: views(["ONLINE"]) }),
    "warn",
    null,
  ],
  [
    "BEFORE",
    "consistency",
    withVariablesEverywhere({ group_replication_consistency: "BEFORE" }),
    "pass",
    null,
  ],
  [
    "EVENTUAL",
    "consistency",
    withVariablesEverywhere({ group_replication_consistency: "EVENTUAL" }),
    "warn",
    null,
  ],
  ["AFTER", "consistency", withVariablesEverywhere({ group_replication_consistency: "AFTER" }), "warn", null],
  [
    "different guarantees",
    "consistency",
    withVariables({ group_replication_consistency: "EVENTUAL" }),
    "warn",
    null,
  ],
  ["many leaders", "single_leader", snapshot(), "pass", null],
  [
    "one leader",
    "single_leader",
    withVariablesEverywhere({ group_replication_paxos_single_leader: "ON" }),
    "pass",
    null,
  ],
  ["a bounded transaction", "transaction_size", snapshot(), "pass", null],
  [
    "a boundless transaction",
    "transaction_size",
    withVariables({ group_replication_transaction_size_limit: "0" }),
    "warn",
    null,
  ],
  [
    "a huge transaction",
    "transaction_size",
    withVariables({ group_replication_transaction_size_limit: "2147483647" }),
    "warn",
    null,
  ],
  ["one version", "versions", snapshot(), "pass", null],
  [
    "two versions",
    "versions",
    snapshot({
      views: views().map((view) => ({
        ...view,
        members: view.members.map((row, index) => (index === 2 ? { ...row, version: "9.6.0" } : row)),
      })),
    }),
    "warn",
    null,
  ],
  ["ports that are kept", "listening_ports", withPorts("8080,33061-33062"), "pass", "db1"],
  ["ports outside of the range", "listening_ports", withPorts("", "40000\t60999"), "pass", "db1"],
  ["ports that may be taken", "listening_ports", withPorts(""), "warn", "db1"],
  ["one port that may be taken", "listening_ports", withPorts("33061"), "warn", "db1"],
  [
    "an administrative port that nobody listens on",
    "listening_ports",
    withPorts("33061", undefined, { admin_address: "" }),
    "pass",
    "db1",
  ],
  [
    "an agent that has an address of its own",
    "connections",
    withConnections("151", "127.0.0.1"),
    "pass",
    "db1",
  ],
  ["few connections", "connections", withConnections("135"), "pass", "db1"],
  ["nine tenths of the connections", "connections", withConnections("136"), "warn", "db1"],
  ["less than an agent needs", "connections", withConnections("15", "", "20"), "warn", "db1"],
  ["what an agent needs", "connections", withConnections("14", "", "20"), "pass", "db1"],
  [
    "an agent that does not count connections",
    "connections",
    withVariables({ admin_address: "" }),
    "skipped",
    "db1",
  ],
  ["settings alike", "settings_alike", snapshot(), "pass", null],
  ["another max_connections", "settings_alike", withVariables({ max_connections: "500" }), "warn", null],
  [
    "another lower_case_table_names",
    "settings_alike",
    withVariables({ lower_case_table_names: "1" }),
    "fail",
    null,
  ],
  ["tables that all fit", "primary_keys", snapshot(), "pass", null],
  [
    "a table without key",
    "primary_keys",
    snapshot({ tables: { unfit: ["shop.log"], isMore: true } }),
    "warn",
    null,
  ],
  ["tables that nobody could look at", "primary_keys", snapshot({ tables: null }), "skipped", null],
  [
    "keys that the servers require",
    "primary_keys",
    { ...withVariablesEverywhere({ sql_require_primary_key: "ON" }), tables: null },
    "pass",
    null,
  ],
  ["no long transaction", "switchover_transactions", snapshot(), "pass", null],
  [
    "a long transaction",
    "switchover_transactions",
    snapshot({ longTransactions: { count: 1, longestSeconds: 61 } }),
    "warn",
    null,
  ],
  ["one MTU", "mtu", snapshot(), "pass", null],
  ["two MTUs", "mtu", withDetails({ nic: { ...withNic(), mtu: 9000 } }), "warn", null],
  ["clocks that agree", "clocks", snapshot(), "pass", null],
  ["a clock that is ahead", "clocks", withClock(1_500), "warn", null],
  ["a clock that is behind", "clocks", withClock(-1_500), "warn", null],
  ["one interface in the network", "arp_flux", snapshot(), "pass", "db1"],
  ["two interfaces in the network", "arp_flux", withSecondNic("0"), "warn", "db1"],
  ["two interfaces of which one answers", "arp_flux", withSecondNic("1"), "pass", "db1"],
  ["a strict filter, the gateway here", "reverse_path", withFilter("1", ["10.77.0.1"]), "pass", "db1"],
  ["a strict filter, the gateway elsewhere", "reverse_path", withFilter("1", ["192.168.5.1"]), "warn", "db1"],
  ["a loose filter, the gateway elsewhere", "reverse_path", withFilter("2", ["192.168.5.1"]), "pass", "db1"],
  ["what the group needs", "group_requirements", withVariables({ gtid_mode: "1" }), "pass", "db1"],
  [
    "nothing but what an agent reads",
    "group_requirements",
    withVariablesEverywhere({ gtid_mode: null, log_bin: null, binlog_format: null }),
    "skipped",
    "db1",
  ],
  ["no GTIDs", "group_requirements", withVariables({ gtid_mode: "OFF" }), "fail", "db1"],
  [
    "statements in the log",
    "group_requirements",
    withVariables({ binlog_format: "STATEMENT" }),
    "fail",
    "db1",
  ],
  ["no bootstrap", "bootstrap", snapshot(), "pass", "db1"],
  [
    "a bootstrap by hand",
    "bootstrap",
    withVariables({ group_replication_bootstrap_group: "ON" }),
    "fail",
    "db1",
  ],
  [
    "a bootstrap in the configuration",
    "bootstrap",
    withVariables({ "group_replication_bootstrap_group@configured": "ON" }),
    "fail",
    "db1",
  ],
  ["clients turned away", "exit_action", snapshot(), "pass", "db1"],
  [
    "a server that ends",
    "exit_action",
    withVariables({ group_replication_exit_state_action: "ABORT_SERVER" }),
    "pass",
    "db1",
  ],
  [
    "stale reads",
    "exit_action",
    withVariables({ group_replication_exit_state_action: "READ_ONLY" }),
    "warn",
    "db1",
  ],
  ["a member that comes back", "autorejoin", snapshot(), "pass", "db1"],
  [
    "a member that stays away",
    "autorejoin",
    withVariables({ group_replication_autorejoin_tries: "0" }),
    "warn",
    "db1",
  ],
  ["a short wait for a checkpoint", "checkpoint_period", snapshot(), "pass", null],
  [
    "one thread that applies, whatever its period is",
    "checkpoint_period",
    withVariablesEverywhere({ replica_checkpoint_period: "300", replica_parallel_workers: "0" }),
    "pass",
    null,
  ],
  [
    "a switchover that may wait for a checkpoint",
    "checkpoint_period",
    withVariables({ replica_checkpoint_period: "300" }),
    "warn",
    null,
  ],
  ["no backlog", "backlog", snapshot(), "pass", "db1"],
  ["a long queue", "backlog", withBacklog(101, 0), "warn", "db1"],
  ["a long lag", "backlog", withBacklog(0, 1_001), "warn", "db1"],
  ["a queue that the console saw", "backlog", withQueue(101), "warn", "db1"],
  ["a queue that nobody saw", "backlog", withQueue(null), "skipped", "db1"],
  ["a new kernel", "kernel", withDetails({ kernel: "5.14.0-503.el9" }), "pass", "db1"],
  ["an old kernel", "kernel", withDetails({ kernel: "4.18.0-553.el8" }), "warn", "db1"],
  ["the last kernel without it", "kernel", withDetails({ kernel: "5.8.18" }), "warn", "db1"],
  ["a quick clock", "clock_source", withDetails({ clockSource: "kvm-clock" }), "pass", "db1"],
  ["a slow clock", "clock_source", withDetails({ clockSource: "acpi_pm" }), "warn", "db1"],
  ["a clock that nobody names", "clock_source", withDetails({ clockSource: null }), "skipped", "db1"],
  ["a machine of one's own", "platform", snapshot(), "pass", "db1"],
  ["a machine that nobody names", "platform", withDetails({ platform: null }), "pass", "db1"],
  ["a cloud", "platform", withDetails({ platform: "Amazon EC2 m6i.large" }), "warn", "db1"],
  ["an interface of nobody", "nic_manager", withManager("none", true), "pass", "db1"],
  ["networkd that keeps addresses", "nic_manager", withManager("networkd", true), "pass", "db1"],
  ["networkd that takes addresses away", "nic_manager", withManager("networkd", false), "warn", "db1"],
  ["NetworkManager", "nic_manager", withManager("NetworkManager", null), "warn", "db1"],
  ["no interface", "nic_manager", withDetails({ nic: null }), "skipped", "db1"],
  ["an address nobody had", "address_remembered", snapshot(), "pass", "db1"],
  ["an address a member had", "address_remembered", withRemembered(macOf(2)), "pass", "db1"],
  ["an address a stranger had", "address_remembered", withRemembered("02:00:00:00:00:99"), "warn", "db1"],
  ["a name", "reverse_name", withDetails({ reverseNames: { [vip]: ["db.example"] } }), "pass", "db1"],
  ["no name server", "reverse_name", withDetails({ reverseNames: {} }), "pass", "db1"],
  ["a gateway that answers", "gateway", snapshot(), "pass", "db1"],
  ["a mute gateway", "gateway", withGateway([]), "warn", "db1"],
  ["a gateway elsewhere", "gateway", withDetails({ gatewayArp: [] }), "pass", "db1"],
  ["room on the disk", "disk_space", withDisk(2 * 2 ** 30), "pass", "db1"],
  ["little room", "disk_space", withDisk(500 * 2 ** 20), "warn", "db1"],
  ["a full disk", "disk_space", withDisk(50 * 2 ** 20), "fail", "db1"],
  ["a disk that nobody sees", "disk_space", withDetails({ disk: null }), "skipped", "db1"],
  ["agents that are reached", "agent_paths", snapshot(), "pass", "db1"],
  ["no other agent", "agent_paths", withDetails({ connected: [] }), "pass", "db1"],
  ["an agent that is not reached", "agent_paths", withDetails({ connected: unreachedPeer }), "warn", "db1"],
  ["a unit that is enabled", "boot_start", withStart("systemd", true), "pass", "db1"],
  ["a unit that is not enabled", "boot_start", withStart("systemd", false), "warn", "db1"],
  ["a linked init script", "boot_start", withStart("init", true), "pass", "db1"],
  ["an init script that is not linked", "boot_start", withStart("init", false), "warn", "db1"],
  ["nothing that starts services", "boot_start", withStart("none", false), "warn", "db1"],
];

function withStart(manager: "systemd" | "init" | "none", isEnabled: boolean): VipCheckSnapshot {
  return withDetails({ bootStart: { manager, isEnabled, evidence: "/etc/x, /etc/y" } });
}

function withNic(): NonNullable<ReturnType<typeof details>["nic"]> {
  return { name: "eth0", mtu: 1500, manager: { kind: "none", keepsAddresses: true, evidence: "nobody" } };
}

describe("the catalogue of checks", () => {
  it.each(rows)("%s: %s", (_, code, of, result, host) => {
    const check = find(code, of, host);
    expect(check?.result).toBe(result);
    if (result === "pass") expect(check?.remedy).toBeNull();
    if (result === "warn" || result === "fail") expect(check?.remedy).not.toBeNull();
    expect(checkVip(of).hasFailures).toBe(result === "fail");
  });

  it("fills every placeholder of every text, in both languages", () => {
    const checks = rows.flatMap(([, , of]) => checkVip(of).checks);
    const texts = checks.flatMap(({ title, evidence, remedy }) => [title, evidence, remedy ?? title]);
    const read = texts.flatMap((text) => [formatMessage(text, "en"), formatMessage(text, "zh")]);
    expect(read.filter((text) => /\{\w+/.test(text))).toEqual([]);
  });

  it("leaves out what no server knows, since its version has no such setting", () => {
    const none = withVariablesEverywhere({
      group_replication_consistency: null,
      group_replication_paxos_single_leader: null,
      group_replication_transaction_size_limit: null,
      group_replication_exit_state_action: null,
      group_replication_autorejoin_tries: null,
      replica_checkpoint_period: null,
    });
    const codes = new Set(checkVip(none).checks.map((check) => check.code));
    for (const code of [
      "consistency",
      "single_leader",
      "transaction_size",
      "exit_action",
      "autorejoin",
      "checkpoint_period",
    ])
      expect(codes.has(code)).toBe(false);
    expect(checkVip(none).hasFailures).toBe(false);
  });

  it("names the successor by version, then weight, then server UUID", () => {
    const on = (n: number, weight: string): CheckedMember =>
      member(n, sight(n, { variables: variables(n, { group_replication_member_weight: weight }) }));
    const of = (change: Partial<VipCheckSnapshot>): string =>
      String(find("successor", snapshot(change), null)?.evidence.params.member);
    expect(of({})).toBe("db2");
    expect(of({ members: [member(1), on(2, "50"), on(3, "90")] })).toBe("db3");
    const lower = views().map((view) => ({
      ...view,
      members: view.members.map((row) => (row.serverUuid === uuid(2) ? { ...row, version: "9.6.11" } : row)),
    }));
    expect(of({ members: [member(1), on(2, "10"), on(3, "90")], views: lower })).toBe("db2");
  });

  it("keeps the ports that are kept already, in the setting that it proposes", () => {
    const { evidence, remedy } = find("listening_ports", withPorts("8080,33062"), "db1") ?? {};
    expect(evidence?.text).toContain("does not reserve 33061");
    expect(remedy?.text).toContain("net.ipv4.ip_local_reserved_ports=8080,33062,33061 ");
  });

  it("names the agents that are not reached, and how long a take-over then waits", () => {
    const { evidence } = find("agent_paths", withDetails({ connected: unreachedPeer }), "db1") ?? {};
    expect(evidence?.text).toContain("db2 (10.77.0.12:7433, ETIMEDOUT), db3");
    expect(evidence?.params.seconds).toBe(3.8);
  });
});
