import { message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import {
  macOf,
  member,
  observation,
  others,
  sight,
  vip,
  snapshot as vipSnapshot,
} from "../../check/catalogue.fixture";
import { checkVip } from "../../check/check-vip";
import { checkToKeepalived, checkToVip } from "./check-migration";
import {
  type MigrationHost,
  type ParkedHost,
  type ToVipSnapshot,
  withoutKeepalived,
} from "./migration-snapshot";

const address = "10.77.0.100";

function config(more = ""): string {
  return `vrrp_instance db {\n interface eth0\n unicast_peer {\n 10.77.0.11\n 10.77.0.12\n }\n virtual_ipaddress {\n ${address}/24\n }\n ${more}\n}\n`;
}

function host(n: number, changes: Partial<MigrationHost> = {}): MigrationHost {
  return {
    hostId: `h${n}`,
    name: `db${n}`,
    operator: "running",
    isPrimary: n === 1,
    holds: n === 1,
    ownAddresses: [`10.77.0.1${n}`],
    keepalived: { kind: "read", text: config(), service: "running" },
    ...changes,
  };
}

function seen(changes: Partial<ToVipSnapshot> = {}): ToVipSnapshot {
  return {
    request: { to: "vip", address, port: 3306 },
    hosts: [host(1), host(2), host(3, { keepalived: { kind: "read", text: null, service: null } })],
    primary: { name: "db1", port: 3306 },
    way: { kind: "reached", member: "db1", isPrimary: true, from: "10.77.0.1", directFrom: "10.77.0.1" },
    ...changes,
  };
}

/** What stands against it, by code. */
function against(snapshot: ToVipSnapshot): readonly string[] {
  return checkToVip(snapshot).checks.flatMap(({ result, evidence }) =>
    result === "fail" ? [evidence.code] : [],
  );
}

describe("an address goes from Keepalived to a VIP", () => {
  it("where it leads straight to the primary, on whose host it is", () => {
    expect(against(seen())).toEqual([]);
    expect(checkToVip(seen()).hasFailures).toBe(false);
  });

  const read = (text: string, service: "running" | "stopped" = "running") =>
    ({ kind: "read", text, service }) as const;
  type Row = readonly [title: string, of: ToVipSnapshot, reasons: readonly string[]];
  const rows: readonly Row[] = [
    [
      "HAProxy's hosts have it",
      seen({ hosts: [host(1, { holds: false, keepalived: read("") }), host(2, { keepalived: read("") })] }),
      ["check.migration_found.fail", "check.migration_holder.fail_elsewhere"],
    ],
    [
      "clients use HAProxy's port",
      seen({ request: { to: "vip", address, port: 3307 } }),
      ["check.migration_port.fail"],
    ],
    [
      "HAProxy on the same host takes the connections",
      seen({
        way: { kind: "reached", member: "db1", isPrimary: true, from: "10.77.0.11", directFrom: "10.77.0.1" },
      }),
      ["check.migration_way.fail_between"],
    ],
    [
      "it leads to a secondary",
      seen({
        hosts: [host(1, { holds: false }), host(2, { holds: true })],
        way: { kind: "reached", member: "db2", isPrimary: false, from: null, directFrom: null },
      }),
      ["check.migration_holder.fail_secondary", "check.migration_way.fail_wrong"],
    ],
    [
      "nobody answers there",
      seen({ way: { kind: "unreached", reason: message("why.connection_refused") } }),
      ["check.migration_way.fail"],
    ],
    [
      "two hosts have it",
      seen({ hosts: [host(1), host(2, { holds: true })] }),
      ["check.migration_holder.fail_several"],
    ],
    [
      "a file has more",
      seen({
        hosts: [host(1), host(2, { keepalived: read(`${config()}virtual_server 10.0.0.1 80 {\n}\n`) })],
      }),
      ["check.migration_file.fail"],
    ],
    [
      "a file does not say by itself what it has",
      seen({ hosts: [host(1), host(2, { keepalived: read(`include other.conf\n`) })] }),
      ["check.migration_file.fail_unclear"],
    ],
    [
      "Keepalived runs on no host",
      seen({ hosts: [host(1, { keepalived: read(config(), "stopped") })] }),
      ["check.migration_found.fail_stopped", "check.migration_peers.fail"],
    ],
    [
      "it shares the address with a machine that is not of the cluster",
      seen({ hosts: [host(1), host(2, { ownAddresses: ["10.77.0.99"] })] }),
      ["check.migration_peers.fail"],
    ],
    [
      "a host operator is off",
      seen({ hosts: [host(1), host(2, { operator: "off", keepalived: null })] }),
      ["check.proxy_operator.fail_off"],
    ],
    [
      "a file could not be read",
      seen({
        hosts: [host(1), host(2, { keepalived: { kind: "unread", reason: message("why.no_answer") } })],
      }),
      ["check.migration_file.fail_unread"],
    ],
  ];
  it.each(rows)("and is refused with the reason where %s", (_title, of, reasons) => {
    expect(against(of)).toEqual(reasons);
  });

  it("with a word where scripts would not be run any more, or who else shares the address is not known", () => {
    const text = config('notify "/usr/local/bin/told.sh"').replace(/unicast_peer \{[^}]*\}/, "");
    const { checks } = checkToVip(seen({ hosts: [host(1, { keepalived: read(text) })] }));
    expect(checks.map(({ evidence }) => evidence.code)).toEqual(
      expect.arrayContaining(["check.migration_scripts.warn", "check.migration_peers.pass_multicast"]),
    );
  });

  it("a console on the primary's own host comes straight, although from the address itself", () => {
    const way = {
      kind: "reached",
      member: "db1",
      isPrimary: true,
      from: address,
      directFrom: "10.77.0.11",
    } as const;
    expect(against(seen({ way }))).toEqual([]);
  });
});

describe("the checks of the VIP", () => {
  const arp = (...macs: string[]) => [
    { address: vip, nic: "eth0", isAsked: true, error: null, macs, durationMs: 9 },
  ];
  const onNic = { address: vip, prefixLength: 24, label: "eth0", validSeconds: null };
  const nics = observation(1).nics.map((nic) =>
    nic.name === "eth0" ? { ...nic, addresses: [...nic.addresses, onNic] } : nic,
  );

  it("do not take the member that has the address by Keepalived for somebody else", () => {
    const of = vipSnapshot({
      members: [member(1, sight(1, { nics })), member(2, sight(2, { arp: arp(macOf(1)) })), member(3)],
    });
    expect(checkVip(of).hasFailures).toBe(true);
    expect(checkVip(withoutKeepalived(of, vip, [])).hasFailures).toBe(false);
  });

  it("do not take the Keepalived that are stopped for ones that move the address, and any other one for such", () => {
    const manager = { kind: "keepalived" as const, isRunning: true, addresses: [vip], evidence: "pid 9" };
    const managers = [manager];
    const of = vipSnapshot({ members: others(sight(1, { managers })) });
    const [first] = of.members;
    expect(checkVip(withoutKeepalived(of, vip, [first?.hostId ?? ""])).hasFailures).toBe(false);
    const { checks } = checkVip(withoutKeepalived(of, vip, ["another"]));
    expect(checks.flatMap(({ result, remedy }) => (result === "fail" ? [remedy?.code] : []))).toEqual([
      "check.other_manager.remedy_keepalived",
    ]);
  });

  it("still tell of a machine that is no member's", () => {
    const of = vipSnapshot({ members: others(sight(1, { arp: arp("02:00:00:00:00:99") })) });
    expect(checkVip(withoutKeepalived(of, vip, [])).hasFailures).toBe(true);
  });
});

describe("an address goes back to Keepalived", () => {
  const parkedOn = (changes: Partial<ParkedHost> = {}): ParkedHost => ({
    hostId: "h1",
    name: "db1",
    operator: "running",
    keepalived: { kind: "read", text: "x", service: "stopped" },
    sha256: "a",
    parkedSha256: "a",
    ...changes,
  });
  const failed = (one: ParkedHost, hasPrimary = true): readonly string[] =>
    checkToKeepalived({
      address,
      hosts: [one],
      primary: hasPrimary ? { name: "db1", port: 3306 } : null,
    }).checks.flatMap(({ result, evidence }) => (result === "fail" ? [evidence.code] : []));

  it.each<[string, readonly string[], readonly string[]]>([
    ["its configuration is as it was left", failed(parkedOn()), []],
    ["somebody has changed it", failed(parkedOn({ parkedSha256: null })), ["check.migration_parked.fail"]],
    ["it is another one", failed(parkedOn({ parkedSha256: "b" })), ["check.migration_parked.fail"]],
    [
      "its host is gone",
      failed(parkedOn({ operator: null, keepalived: null, parkedSha256: null })),
      ["check.migration_parked.fail_gone"],
    ],
    ["the group has no primary", failed(parkedOn(), false), ["check.migration_group.fail"]],
  ])("only as the migration left it: %s", (_title, reasons, expected) => {
    expect(reasons).toEqual(expected);
  });
});
