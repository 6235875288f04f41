import { type Check, formatMessage, quote } from "@primacy/contract";
import type { HostObservation } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { mysqlOf, statusOf } from "../topology/topology-snapshot.fixture";
import {
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
  withVariables,
} from "./catalogue.fixture";
import { checkVip, checkVipAddress } from "./check-vip";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";
import { vipChecks } from "./vip-checks";

/** db1 announces itself by name, and db2 takes that for these addresses. */
function withName(addresses: string[] | null): VipCheckSnapshot {
  const resolved: Record<string, string[]> = addresses === null ? {} : { "db1.example": addresses };
  const named = member(1, sight(1, { variables: variables(1, { report_host: "db1.example" }) }));
  return snapshot({ members: [named, member(2, sight(2, { resolved })), member(3)] });
}

function withReach(reach: "up" | "down" | "denied" | "unconfigured"): VipCheckSnapshot {
  const status = statusOf(1, { mysql: mysqlOf(1, { reach, error: reach === "up" ? null : quote("why") }) });
  return snapshot({ members: others({ kind: "observed", observation: observation(1), status }) });
}

function withArp(change: Partial<HostObservation["arp"][number]>): readonly CheckedMember[] {
  const arp = [{ address: vip, nic: "eth0", isAsked: true, error: null, macs: [], durationMs: 9, ...change }];
  return others(sight(1, { arp }));
}

function find(code: string, of: VipCheckSnapshot, name: string | null = null): Check | undefined {
  return checkVip(of).checks.find((check) => check.code === code && check.hostName === name);
}

describe("checkVip", () => {
  it("passes everything on a sound group, and says what a failure would cost", () => {
    const report = checkVip(snapshot());
    expect(report.checks.filter((check) => check.result !== "pass")).toEqual([]);
    expect(report.hasFailures).toBe(false);
    expect(report.estimates.map((one) => one.fault)).toEqual(["switchover", "crash", "freeze", "partition"]);
    expect(report.estimates[1]).toMatchObject({ minMs: 6_050, maxMs: 7_800 });
  });

  it("names every placeholder of every text, in both languages", () => {
    const reports = [...cases.map(([, , of]) => of), snapshot(), unreachable].map(checkVip);
    const checks = reports.flatMap((report) => report.checks);
    const texts = checks.flatMap(({ title, evidence, remedy }) => [title, evidence, remedy ?? title]);
    const read = texts.flatMap((text) => [formatMessage(text, "en"), formatMessage(text, "zh")]);
    expect(read.filter((text) => /\{\w+\}/.test(text))).toEqual([]);
  });

  const unreachable = snapshot({ members: others({ kind: "unreachable", reason: "timeout" }) });

  it("reports a host that does not answer as its own failure, and judges the rest", () => {
    const report = checkVip(unreachable);
    const own = report.checks.filter((check) => check.hostName === "db1");
    expect(own.find((check) => check.code === "agent")?.result).toBe("fail");
    const needing = vipChecks.filter(
      (check) => check.needs !== "nothing" && check.isQuiet !== true && check.applies === undefined,
    );
    expect(own.filter((check) => check.result === "skipped").map((check) => check.code)).toEqual(
      needing.map((check) => check.code),
    );
    const rest = report.checks.filter((check) => check.hostName === "db2");
    expect(rest.every((check) => check.result === "pass")).toBe(true);
    expect(rest.length).toBeGreaterThan(needing.length);
  });

  it("skips the server's checks where the server is down, and still asks the wire", () => {
    const of = snapshot({ members: others(sight(1, { variables: {} })) });
    expect(find("bind_address", of, "db1")?.result).toBe("skipped");
    expect(find("address_unused", of, "db1")?.result).toBe("pass");
    // The server's own plugin moves addresses too, and nobody could look for it.
    expect(find("other_manager", of, "db1")?.result).toBe("skipped");
  });

  it("names the voter that no other check looks at, and what to do", () => {
    const four = snapshot({ views: views(["ONLINE", "ONLINE", "ONLINE", "ONLINE"]) });
    const failed = checkVip(four).checks.filter((check) => check.result === "fail");
    expect(failed.map((check) => check.code)).toEqual(["members_registered"]);
    expect(failed[0]?.evidence.text).toContain("10.77.0.14:3306");
    expect(failed[0]?.remedy?.text).toContain("Discover again");
  });

  it("says that a recovering member is counted in the majority and cannot take over, and does not have it started", () => {
    const recovering = snapshot({ views: views(["ONLINE", "ONLINE", "RECOVERING"]) });
    const check = find("member_state", recovering, "db3");
    expect(check?.evidence.text).toMatch(/counts for the group's majority, but cannot take over/);
    expect(check?.remedy?.text).not.toContain("START GROUP_REPLICATION");
  });

  it("judges the address of a disabled VIP, and nothing else", () => {
    const down = snapshot({ views: views(["ONLINE", "ONLINE", "ERROR"]) }, { address: "10.77.0.12" });
    const failed = checkVipAddress(down).checks.filter((check) => check.result === "fail");
    expect(new Set(failed.map((check) => check.code))).toEqual(
      new Set(["address_not_host", "address_unused"]),
    );
  });

  it("accepts that the holder answers for the address of the VIP that is changed", () => {
    const holder = sight(2, {
      nics: [...observation(2).nics, nic("eth0", macOf(2), [[vip, 32]])],
    });
    const members = [...withArp({ macs: [macOf(2)] }).slice(0, 1), member(2, holder), member(3)];
    const changed = snapshot({ currentAddress: vip, members });
    expect(find("address_unused", changed, "db1")?.result).toBe("pass");
    expect(find("address_unused", changed, "db2")?.result).toBe("pass");
    expect(find("address_not_host", changed)?.result).toBe("pass");
    const stranger = snapshot({ currentAddress: vip, members: withArp({ macs: ["02:00:00:00:00:99"] }) });
    expect(find("address_unused", stranger, "db1")?.result).toBe("fail");
  });

  it("says of a manager whose addresses could not be seen that they are not known", () => {
    const unknown: HostObservation["managers"][number] = {
      kind: "pacemaker",
      isRunning: true,
      addresses: [],
      evidence: "pid 7",
    };
    const of = snapshot({ members: others(sight(1, { managers: [unknown] })) });
    const check = find("other_manager", of, "db1");
    expect(check?.evidence.text).toBe(
      "pacemaker is running, and Primacy could not see which addresses it moves. (pid 7)",
    );
    expect(check?.remedy?.text).toContain("never gets this address");
  });

  type Case = readonly [
    title: string,
    code: string,
    of: VipCheckSnapshot,
    result: string,
    host: string | null,
  ];
  const manager: HostObservation["managers"][number] = {
    kind: "keepalived",
    isRunning: true,
    addresses: [`${vip}/24`],
    evidence: "pid 7",
  };
  const cases: readonly Case[] = [
    ["the network address", "address_usable", snapshot({}, { address: "10.77.0.0" }), "fail", null],
    ["the broadcast address", "address_usable", snapshot({}, { address: "10.77.0.255" }), "fail", null],
    ["a loopback address", "address_usable", snapshot({}, { address: "127.0.0.5" }), "fail", null],
    ["a multicast address", "address_usable", snapshot({}, { address: "224.0.0.9" }), "fail", null],
    ["a member's address", "address_not_host", snapshot({}, { address: "10.77.0.12" }), "fail", null],
    [
      "another interface's address",
      "address_not_host",
      snapshot({}, { address: "192.168.5.13" }),
      "fail",
      null,
    ],
    [
      "a known host's address",
      "address_not_host",
      snapshot({ otherAddresses: [{ address: vip, owner: "px1" }] }),
      "fail",
      null,
    ],
    [
      "another cluster's VIP",
      "address_not_vip",
      snapshot({ otherVips: [{ address: vip, clusterName: "x" }] }),
      "fail",
      null,
    ],
    ["the gateway", "address_not_gateway", snapshot({}, { address: "10.77.0.1" }), "fail", null],
    [
      "a member without host",
      "hosts_distinct",
      snapshot({ members: others({ kind: "no_host" }) }),
      "fail",
      null,
    ],
    [
      "two members on one host",
      "hosts_distinct",
      snapshot({ members: [member(1), { ...member(2), hostId: uuid(1) }, member(3)] }),
      "fail",
      null,
    ],
    [
      "a multi-primary group",
      "single_primary",
      snapshot({ views: views().map((one) => ({ ...one, isSinglePrimary: false })) }),
      "fail",
      null,
    ],
    ["a group that nobody sees", "single_primary", snapshot({ views: [] }), "fail", null],
    [
      "no majority",
      "majority",
      snapshot({ views: views(["ONLINE", "UNREACHABLE", "UNREACHABLE"]) }),
      "fail",
      null,
    ],
    [
      "two voters",
      "voters",
      snapshot({ members: [member(1), member(2)], views: views(["ONLINE", "ONLINE"]) }),
      "warn",
      null,
    ],
    [
      "a voter that is not registered",
      "members_registered",
      snapshot({ views: views(["ONLINE", "ONLINE", "ONLINE", "ONLINE"]) }),
      "fail",
      null,
    ],
    [
      "a recovering voter that is not registered",
      "members_registered",
      snapshot({ views: views(["ONLINE", "ONLINE", "ONLINE", "RECOVERING"]) }),
      "fail",
      null,
    ],
    [
      "somebody who is not registered and has no vote",
      "members_registered",
      snapshot({ views: views(["ONLINE", "ONLINE", "ONLINE", "OFFLINE"]) }),
      "pass",
      null,
    ],
    [
      "a member in error",
      "member_state",
      snapshot({ views: views(["ONLINE", "ONLINE", "ERROR"]) }),
      "fail",
      "db3",
    ],
    [
      "a recovering member",
      "member_state",
      snapshot({ views: views(["ONLINE", "ONLINE", "RECOVERING"]) }),
      "warn",
      "db3",
    ],
    ["a member not listed", "member_state", snapshot({ views: views(["ONLINE", "ONLINE"]) }), "fail", "db3"],
    ["no agent", "agent", snapshot({ members: others({ kind: "no_agent" }) }), "fail", "db1"],
    [
      "an agent of another protocol",
      "agent",
      snapshot({ members: others({ kind: "outdated", protocol: 1 }) }),
      "fail",
      "db1",
    ],
    ["an unknown interface", "nic", snapshot({}, { nics: { [uuid(1)]: "eth9" } }), "fail", "db1"],
    [
      "an undetected interface",
      "nic",
      snapshot({ members: others(sight(1, { nics: [], detectedNic: null })) }),
      "fail",
      "db1",
    ],
    [
      "an interface without carrier",
      "nic",
      snapshot({
        members: others(
          sight(1, { nics: observation(1).nics.map((one) => ({ ...one, hasCarrier: false })) }),
        ),
      }),
      "fail",
      "db1",
    ],
    ["an address outside", "subnet", snapshot({}, { address: "10.78.0.100" }), "fail", "db1"],
    ["another prefix length", "subnet", snapshot({}, { prefixLength: 25 }), "fail", "db1"],
    ["another interface's network", "subnet", snapshot({}, { nics: { [uuid(1)]: "eth1" } }), "fail", "db1"],
    [
      "a stranger on the wire",
      "address_unused",
      snapshot({ members: withArp({ macs: ["02:00:00:00:00:99"] }) }),
      "fail",
      "db1",
    ],
    [
      "a member on the wire",
      "address_unused",
      snapshot({ members: withArp({ macs: [macOf(2)] }) }),
      "fail",
      "db1",
    ],
    [
      "a wire that could not be asked",
      "address_unused",
      snapshot({ members: withArp({ isAsked: false, error: quote("EPERM") }) }),
      "fail",
      "db1",
    ],
    [
      "a mute host",
      "arp_answers",
      snapshot({ members: others(sight(1, { sysctls: { "net.ipv4.conf.all.arp_ignore": "8" } })) }),
      "fail",
      "db1",
    ],
    [
      "missing privileges",
      "privileges",
      snapshot({ members: others(sight(1, { capabilities: { hasNetAdmin: true, hasNetRaw: false } })) }),
      "fail",
      "db1",
    ],
    [
      "no nft",
      "tool_nft",
      snapshot({ members: others(sight(1, { tools: { ...observation(1).tools, nft: false } })) }),
      "warn",
      "db1",
    ],
    [
      "another manager that has the address",
      "other_manager",
      snapshot({ members: others(sight(1, { managers: [manager] })) }),
      "fail",
      "db1",
    ],
    [
      "another manager at rest",
      "other_manager",
      snapshot({ members: others(sight(1, { managers: [{ ...manager, isRunning: false }] })) }),
      "warn",
      "db1",
    ],
    [
      "another manager whose addresses nobody could see",
      "other_manager",
      snapshot({ members: others(sight(1, { managers: [{ ...manager, addresses: [] }] })) }),
      "warn",
      "db1",
    ],
    [
      "another manager of another address",
      "other_manager",
      snapshot({ members: others(sight(1, { managers: [{ ...manager, addresses: ["10.77.0.99"] }] })) }),
      "warn",
      "db1",
    ],
    ["a loopback report_host", "report_host", withVariables({ report_host: "127.0.0.1" }), "fail", "db1"],
    ["a foreign report_host", "report_host", withVariables({ report_host: "10.77.0.99" }), "fail", "db1"],
    ["a shared report_host", "report_host", withVariables({ report_host: "10.77.0.12" }), "fail", "db1"],
    [
      "a report_host that is another's host name",
      "report_host",
      snapshot({
        members: [
          member(1, sight(1, { variables: variables(1, { report_host: "db2" }) })),
          member(2, sight(2, { variables: variables(2, { report_host: "" }) })),
          member(3),
        ],
      }),
      "fail",
      "db1",
    ],
    ["a name that all resolve", "report_host", withName(["10.77.0.11"]), "pass", "db1"],
    ["a name that no host was asked for", "report_host", withName(null), "pass", "db1"],
    ["a name that another host cannot resolve", "report_host", withName([]), "fail", "db1"],
    ["a name that another host takes for itself", "report_host", withName(["127.0.1.1"]), "fail", "db1"],
    ["a name that another host takes for a third", "report_host", withName(["10.77.0.13"]), "fail", "db1"],
    ["an agent that its server lets in", "agent_server", withReach("up"), "pass", "db1"],
    ["an agent without an account", "agent_server", withReach("unconfigured"), "warn", "db1"],
    ["an agent that its server refuses", "agent_server", withReach("denied"), "fail", "db1"],
    ["an agent whose server is silent", "agent_server", withReach("down"), "fail", "db1"],
    [
      "a plugin that the agent could not see",
      "other_manager",
      withVariables({ greatdb_ha_enable_mgr_vip: "ON", greatdb_ha_mgr_vip_ip: vip }),
      "fail",
      "db1",
    ],
    [
      "a plugin that is switched off and still has the address",
      "other_manager",
      withVariables({ greatdb_ha_enable_mgr_vip: "OFF", greatdb_ha_mgr_vip_ip: vip }),
      "fail",
      "db1",
    ],
    [
      "a plugin that is switched off and has another address",
      "other_manager",
      withVariables({ greatdb_ha_enable_mgr_vip: "OFF", greatdb_ha_mgr_vip_ip: "10.77.0.99" }),
      "pass",
      "db1",
    ],
    ["no report_host", "report_host", withVariables({ report_host: "" }), "warn", "db1"],
    [
      "a bind_address elsewhere",
      "bind_address",
      withVariables({ bind_address: "10.77.0.11" }),
      "fail",
      "db1",
    ],
    [
      "a bind_address list",
      "bind_address",
      withVariables({ bind_address: `10.77.0.11,${vip}` }),
      "pass",
      "db1",
    ],
    ["another port", "port", withVariables({ port: "3307" }), "fail", "db1"],
    [
      "a server writable after a restart",
      "restart_safety",
      withVariables({ group_replication_start_on_boot: "OFF" }),
      "fail",
      "db1",
    ],
    [
      "a server that starts alone after a restart, whatever it does now",
      "restart_safety",
      withVariables({ "group_replication_start_on_boot@configured": "OFF" }),
      "fail",
      "db1",
    ],
    [
      "a server that joins again after a restart, whatever it does now",
      "restart_safety",
      withVariables({
        group_replication_start_on_boot: "OFF",
        "group_replication_start_on_boot@configured": "ON",
      }),
      "pass",
      "db1",
    ],
    [
      "a server that stays read-only after a restart",
      "restart_safety",
      withVariables({ group_replication_start_on_boot: "OFF", "super_read_only@configured": "ON" }),
      "pass",
      "db1",
    ],
    ["no admin_address", "admin_address", withVariables({ admin_address: "" }), "warn", "db1"],
    ["lax durability", "durability", withVariables({ sync_binlog: "0" }), "warn", "db1"],
    [
      "different expel timeouts",
      "expel_timeout",
      withVariables({ group_replication_member_expel_timeout: "5" }),
      "warn",
      null,
    ],
    [
      "a majority timeout that the member that expels first does not wait for",
      "majority_timeout",
      snapshot({
        members: [3, 5, 5].map((expel, at) => {
          const change = { group_replication_member_expel_timeout: String(expel) };
          return member(at + 1, sight(at + 1, { variables: variables(at + 1, change) }));
        }),
      }),
      "warn",
      null,
    ],
    [
      "an endless wait without majority",
      "majority_timeout",
      withVariables({ group_replication_unreachable_majority_timeout: "0" }),
      "warn",
      null,
    ],
  ];

  it.each(cases)("%s: %s", (_, code, of, result, host) => {
    const check = find(code, of, host);
    expect(check?.result).toBe(result);
    expect(check?.remedy === null).toBe(result === "pass");
    expect(checkVip(of).hasFailures).toBe(result === "fail");
  });

  it("predicts through the proxies that it was told of, and for no read VIP", () => {
    const told = snapshot({ proxies: { routerTtlSeconds: 2 } });
    expect(checkVip(told).estimates.map(({ fault, path }) => `${path} ${fault}`)).toContain("router crash");
    const read = snapshot({ proxies: { routerTtlSeconds: 2 } }, { kind: "read" });
    expect(checkVip(read).estimates).toEqual([]);
  });

  it("says the seconds that an expel timeout of 5 implies", () => {
    const slow = (n: number): CheckedMember =>
      member(n, sight(n, { variables: variables(n, { group_replication_member_expel_timeout: "5" }) }));
    const of = snapshot({ members: [slow(1), slow(2), slow(3)] });
    expect(find("expel_timeout", of)?.evidence.params).toMatchObject({
      value: 5,
      minSeconds: 10.2,
      maxSeconds: 37,
      bestMinSeconds: 6,
    });
    expect(checkVip(of).estimates[1]).toMatchObject({ minMs: 10_250, maxMs: 37_600 });
  });
});
