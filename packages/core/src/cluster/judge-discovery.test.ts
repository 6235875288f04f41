import { describe, expect, it } from "vitest";
import { type DiscoverySnapshot, isOlder, judgeDiscovery, type KnownHostAddresses } from "./judge-discovery";

function host(n: number, change: Partial<KnownHostAddresses> = {}): KnownHostAddresses {
  return {
    hostId: `h${n}`,
    name: `db${n}`,
    addresses: [`10.77.0.1${n}`, `192.168.0.1${n}`],
    ...change,
  };
}

function snapshot(
  change: Partial<DiscoverySnapshot> = {},
  names = ["10.77.0.11", "10.77.0.12"],
): DiscoverySnapshot {
  return {
    seed: { address: "10.77.0.11", port: 3306, user: "root" },
    version: "9.7.4",
    groupName: "g",
    view: {
      observer: "u1",
      isSinglePrimary: true,
      members: names.map((name, index) => ({
        serverUuid: `u${index + 1}`,
        host: name,
        port: 3306,
        state: "ONLINE",
        role: index === 0 ? "PRIMARY" : "SECONDARY",
        version: "9.7.4",
      })),
    },
    resolved: {},
    hosts: [host(1), host(2)],
    registeredAs: null,
    hasAccounts: false,
    missingPrivileges: [],
    ...change,
  };
}

function problems(of: DiscoverySnapshot): readonly string[] {
  const judged = judgeDiscovery(of);
  return [...judged.problems, ...judged.members.flatMap((member) => member.problems)].map((one) => one.code);
}

describe("judgeDiscovery", () => {
  it("matches every member to its host by address", () => {
    const judged = judgeDiscovery(snapshot());
    expect(judged.members.map((member) => [member.hostName, member.address])).toEqual([
      ["db1", "10.77.0.11"],
      ["db2", "10.77.0.12"],
    ]);
    expect(problems(snapshot())).toEqual([]);
    expect(judged).toMatchObject({ primaryUuid: "u1", hasMajority: true, blocking: [] });
  });

  it("matches by any address that a host has, by what a name resolves to, and by name", () => {
    const of = snapshot({ resolved: { "mysql-two": ["192.168.0.12"] } }, ["192.168.0.11", "mysql-two"]);
    expect(judgeDiscovery(of).members.map((member) => [member.hostName, member.address])).toEqual([
      ["db1", "192.168.0.11"],
      ["db2", "192.168.0.12"],
    ]);
    const named = judgeDiscovery(snapshot({}, ["DB1", "db2"]));
    expect(named.members.map((member) => member.address)).toEqual(["10.77.0.11", "10.77.0.12"]);
  });

  type Row = readonly [title: string, of: DiscoverySnapshot, code: string, isBlocking: boolean];
  const rows: readonly Row[] = [
    ["an unknown host", snapshot({ hosts: [host(1)] }), "discovery.member_unmatched", false],
    [
      "two hosts with one address",
      snapshot({ hosts: [host(1), host(2), host(3, { addresses: ["10.77.0.12"] })] }),
      "discovery.member_ambiguous",
      false,
    ],
    [
      "two members on one host",
      snapshot({ hosts: [host(1, { addresses: ["10.77.0.11", "10.77.0.12"] })] }),
      "discovery.member_shares_host",
      false,
    ],
    ["a loopback name", snapshot({}, ["127.0.0.1", "10.77.0.12"]), "discovery.member_loopback", false],
    [
      "a multi-primary group",
      snapshot({ view: { ...snapshot().view, isSinglePrimary: false } }),
      "discovery.multi_primary",
      false,
    ],
    ["accounts of another console", snapshot({ hasAccounts: true }), "discovery.accounts_exist", false],
    [
      "a group that is registered",
      snapshot({ registeredAs: { clusterId: "c", name: "main" } }),
      "discovery.registered",
      true,
    ],
    ["an old server", snapshot({ version: "5.7.44-log" }), "discovery.too_old", true],
    [
      "missing privileges",
      snapshot({ missingPrivileges: ["CREATE USER"] }),
      "discovery.missing_privileges",
      true,
    ],
    [
      "no majority",
      snapshot({
        view: {
          ...snapshot().view,
          members: snapshot().view.members.map((row, index) =>
            index === 0 ? row : { ...row, state: "UNREACHABLE" },
          ),
        },
      }),
      "discovery.no_majority",
      true,
    ],
  ];
  it.each(rows)("names %s", (_, of, code, isBlocking) => {
    expect(problems(of)).toContain(code);
    expect(judgeDiscovery(of).blocking.some((one) => one.code === code)).toBe(isBlocking);
  });
});

describe("isOlder", () => {
  it.each([
    ["8.0.29", true],
    ["8.0.30-22", false],
    ["8.4.4", false],
    ["5.7.44", true],
    ["10.0.1", false],
  ])("compares %s", (version, isIt) => {
    expect(isOlder(version, "8.0.30")).toBe(isIt);
  });
});
