import { defaultVipTimings, type VipRequest } from "@primacy/contract";
import type { HostDetails, HostObservation } from "@primacy/contract/agent";
import type { GroupView } from "../cluster/group-view";
import { statusOf } from "../topology/topology-snapshot.fixture";
import type { CheckedMember, HostSight, VipCheckSnapshot } from "./snapshot";

/** A sound group of three for the tests of the checks: everything passes, and each test breaks one thing. */
export const vip = "10.77.0.100";

export function uuid(n: number): string {
  return `00000000-0000-4000-8000-00000000000${n}`;
}

export function macOf(n: number): string {
  return `02:00:00:00:00:1${n}`;
}

export function details(n: number, change: Partial<HostDetails> = {}): HostDetails {
  const others = [1, 2, 3].filter((one) => one !== n);
  return {
    kernel: "6.1.0-28-amd64",
    clockSource: "tsc",
    platform: "Dell Inc. PowerEdge R650",
    nic: { name: "eth0", mtu: 1500, manager: { kind: "none", keepsAddresses: true, evidence: "nobody" } },
    remembered: [],
    gatewayArp: [
      {
        address: "10.77.0.1",
        nic: "eth0",
        isAsked: true,
        error: null,
        macs: ["02:00:00:00:00:01"],
        durationMs: 1,
      },
    ],
    reverseNames: { [vip]: [] },
    disk: { path: "/var/lib/mysql/", totalBytes: 100 * 2 ** 30, freeBytes: 50 * 2 ** 30 },
    connected: others.map((one) => ({
      address: `10.77.0.1${one}`,
      port: 7433,
      isReached: true,
      error: null,
      durationMs: 1,
    })),
    bootStart: {
      manager: "systemd",
      isEnabled: true,
      evidence: "/etc/systemd/system/multi-user.target.wants/primacy-agent.service",
    },
    ...change,
  };
}

export function observation(n: number, change: Partial<HostObservation> = {}): HostObservation {
  return {
    nics: [
      nic("lo", null, [["127.0.0.1", 8]]),
      nic("eth0", macOf(n), [[`10.77.0.1${n}`, 24]]),
      nic("eth1", `02:00:00:00:01:1${n}`, [[`192.168.5.1${n}`, 26]]),
    ],
    detectedNic: "eth0",
    arp: [{ address: vip, nic: "eth0", isAsked: true, error: null, macs: [], durationMs: 400 }],
    capabilities: { hasNetAdmin: true, hasNetRaw: true },
    tools: { ip: true, ss: true, nft: true, arping: true, hasNetlink: true },
    managers: [],
    sysctls: {
      "net.ipv4.ip_local_port_range": "32768\t60999",
      "net.ipv4.ip_local_reserved_ports": "33060-33062",
      "net.ipv4.conf.all.arp_ignore": "0",
      "net.ipv4.conf.eth0.arp_ignore": "0",
      "net.ipv4.conf.all.rp_filter": "0",
      "net.ipv4.conf.eth0.rp_filter": "2",
    },
    variables: variables(n),
    gateways: ["10.77.0.1"],
    resolved: {},
    details: details(n),
    ...change,
  };
}

export function nic(
  name: string,
  mac: string | null,
  addresses: readonly (readonly [string, number])[],
): HostObservation["nics"][number] {
  return {
    name,
    mac,
    isUp: true,
    hasCarrier: true,
    addresses: addresses.map(([address, prefixLength]) => ({
      address,
      prefixLength,
      label: name,
      validSeconds: null,
    })),
  };
}

export function variables(n: number, change: Record<string, string> = {}): Record<string, string> {
  return {
    hostname: `db${n}`,
    version: "9.7.4",
    report_host: `10.77.0.1${n}`,
    bind_address: "*",
    port: "3306",
    admin_address: "127.0.0.1",
    admin_port: "33062",
    sync_binlog: "1",
    innodb_flush_log_at_trx_commit: "1",
    gtid_mode: "ON",
    enforce_gtid_consistency: "ON",
    log_bin: "ON",
    log_replica_updates: "ON",
    binlog_format: "ROW",
    replica_checkpoint_period: "20",
    replica_parallel_workers: "4",
    lower_case_table_names: "0",
    max_connections: "151",
    sql_require_primary_key: "OFF",
    group_replication_local_address: `10.77.0.1${n}:33061`,
    group_replication_start_on_boot: "ON",
    group_replication_bootstrap_group: "OFF",
    group_replication_member_expel_timeout: "0",
    group_replication_unreachable_majority_timeout: "4",
    group_replication_autorejoin_tries: "3",
    group_replication_exit_state_action: "OFFLINE_MODE",
    group_replication_consistency: "BEFORE_ON_PRIMARY_FAILOVER",
    group_replication_member_weight: "50",
    group_replication_paxos_single_leader: "OFF",
    group_replication_transaction_size_limit: "150000000",
    group_replication_enforce_update_everywhere_checks: "OFF",
    ...change,
  };
}

export function sight(n: number, change: Partial<HostObservation> = {}): HostSight {
  return {
    kind: "observed",
    observation: observation(n, change),
    status: statusOf(n),
    clockOffsetMs: n,
  };
}

export function member(n: number, seen: HostSight = sight(n)): CheckedMember {
  return {
    memberId: uuid(n),
    serverUuid: uuid(n),
    address: `10.77.0.1${n}`,
    port: 3306,
    hostId: seen.kind === "no_host" ? null : uuid(n),
    name: `db${n}`,
    agentAddress: `10.77.0.1${n}`,
    agentPort: 7433,
    sight: seen,
    queue: 0,
  };
}

export function views(states: readonly string[] = ["ONLINE", "ONLINE", "ONLINE"]): GroupView[] {
  const members = states.map((state, index) => ({
    serverUuid: uuid(index + 1),
    host: `10.77.0.1${index + 1}`,
    port: 3306,
    state,
    role: index === 0 ? "PRIMARY" : "SECONDARY",
    version: "9.7.4",
  }));
  // Whoever is in the group and registered says the same of it.
  return members
    .slice(0, 3)
    .filter(({ state }) => state === "ONLINE" || state === "RECOVERING")
    .map(({ serverUuid }) => ({ observer: serverUuid, isSinglePrimary: true, members }));
}

export function snapshot(
  change: Partial<VipCheckSnapshot> = {},
  asked: Partial<VipRequest> = {},
): VipCheckSnapshot {
  return {
    request: {
      provider: "agent",
      kind: "write",
      address: vip,
      prefixLength: 24,
      port: 3306,
      nics: {},
      onRelease: "cut",
      ...asked,
    },
    currentAddress: null,
    members: [member(1), member(2), member(3)],
    views: views(),
    otherVips: [],
    otherAddresses: [],
    timings: defaultVipTimings,
    agentProtocol: 2,
    tables: { unfit: [], isMore: false },
    longTransactions: { count: 0, longestSeconds: 0 },
    ...change,
  };
}

/** The sound group with db1 seen otherwise. */
export function others(seen: HostSight): readonly CheckedMember[] {
  return [member(1, seen), member(2), member(3)];
}

/** The sound group with some of db1's variables set otherwise. */
export function withVariables(change: Record<string, string>): VipCheckSnapshot {
  return snapshot({ members: others(sight(1, { variables: variables(1, change) })) });
}

/** The same on every member; a variable whose value is null is one that the servers lack. */
export function withVariablesEverywhere(change: Record<string, string | null>): VipCheckSnapshot {
  const on = (n: number): CheckedMember => {
    const all: Record<string, string | null> = { ...variables(n), ...change };
    const known = Object.entries(all).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, value]],
    );
    return member(n, sight(n, { variables: Object.fromEntries(known) }));
  };
  return snapshot({ members: [on(1), on(2), on(3)] });
}

/** The sound group with some of db1's details otherwise. */
export function withDetails(change: Partial<HostDetails>): VipCheckSnapshot {
  return snapshot({ members: others(sight(1, { details: details(1, change) })) });
}
