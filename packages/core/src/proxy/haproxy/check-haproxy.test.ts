import { type CheckResult, HaproxyRequest, message } from "@primacy/contract";
import { expect, it, test } from "vitest";
import { checkHaproxy } from "./check-haproxy";
import { headerOf } from "./header";
import { placeOnHost } from "./place-on-host";
import type { CheckedMemberHost, HaproxyHost, HaproxySnapshot } from "./snapshot";

const id = (last: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(last).padStart(12, "0")}`;
const address = "10.9.0.100";
const programs: HaproxyHost["programs"] = [
  { program: "haproxy", path: "/usr/sbin/haproxy", version: "2.8.5-1", said: null },
  { program: "keepalived", path: "/usr/sbin/keepalived", version: "2.2.8", said: null },
];
const host = (last: number, change: Partial<HaproxyHost> = {}): HaproxyHost => ({
  hostId: id(last),
  name: `px${last}`,
  operator: "running",
  programs,
  busyPorts: [],
  placement: { kind: "placed", nic: "eth0", source: `10.9.0.2${last}`, prefixLength: 24 },
  files: [
    { file: "haproxy", text: "defaults\n  mode tcp\n" },
    { file: "keepalived", text: null },
  ],
  arp: [{ address, nic: "eth0", isAsked: true, error: null, macs: [], durationMs: 300 }],
  ownAddresses: [`10.9.0.2${last}`],
  ...change,
});
const member = (change: Partial<CheckedMemberHost> = {}): CheckedMemberHost => ({
  hostId: id(11),
  name: "db1",
  agent: "able",
  isPortBusy: false,
  ...change,
});
const sound: HaproxySnapshot = {
  request: HaproxyRequest.parse({
    kind: "haproxy",
    hostIds: [id(1), id(2)],
    address,
    prefixLength: 24,
    virtualRouterId: 60,
  }),
  hosts: [host(1), host(2)],
  members: [member()],
  primary: "db1",
  vipOf: null,
  proxies: [],
  takenRouterIds: [51],
  checkPort: null,
};
const with2 = (change: Partial<HaproxyHost>): Partial<HaproxySnapshot> => ({
  hosts: [host(1), host(2, change)],
});
const resultOf = (
  code: string,
  change: Partial<HaproxySnapshot>,
): [CheckResult | undefined, string | undefined] => {
  const { checks } = checkHaproxy({ ...sound, ...change });
  const own = checks.filter((check) => check.code === code);
  const worst =
    own.find(({ result }) => result === "fail") ?? own.find(({ result }) => result === "warn") ?? own[0];
  return [worst?.result, worst?.evidence.code];
};

it("nothing stands against two sound hosts, and no check is skipped", () => {
  const { checks, hasFailures } = checkHaproxy(sound);
  expect(hasFailures).toBe(false);
  expect(new Set(checks.map(({ result }) => result))).toEqual(new Set(["pass"]));
});

const file = (text: string): Partial<HaproxyHost> => ({
  files: [
    { file: "haproxy", text },
    { file: "keepalived", text: null },
  ],
});
const ours = file(`${headerOf(id(40))}listen x\n`);
test.each<[code: string, evidence: string, change: Partial<HaproxySnapshot>]>([
  ["proxy_operator", "check.proxy_operator.fail_off", with2({ operator: "off", files: null })],
  ["proxy_operator", "check.proxy_operator.fail_outdated", with2({ operator: "outdated", programs: null })],
  [
    "proxy_operator",
    "check.proxy_operator.fail_agent",
    with2({ operator: { kind: "agent", reason: message("why.no_answer") }, programs: null, placement: null }),
  ],
  ["haproxy_program", "check.proxy_program.fail", with2({ programs: [] })],
  [
    "keepalived_program",
    "check.proxy_program.fail_old",
    with2({ programs: programs.map((one) => ({ ...one, version: "1.3.5" })) }),
  ],
  [
    "keepalived_program",
    "check.proxy_program.fail_version",
    with2({ programs: programs.map((one) => ({ ...one, version: null, said: "error" })) }),
  ],
  ["haproxy_file", "check.haproxy_file.fail", with2(file("listen orders\n"))],
  [
    "haproxy_file",
    "check.haproxy_file.fail_proxy",
    { ...with2(ours), proxies: [{ id: id(40), name: "10.9.0.9" }] },
  ],
  [
    "keepalived_file",
    "check.haproxy_file.fail_unread",
    with2({ files: { reason: message("why.no_answer") } }),
  ],
  ["proxy_ports", "check.proxy_ports.fail", with2({ busyPorts: [3308] })],
  ["haproxy_network", "check.haproxy_network.fail", with2({ placement: { kind: "no_network", nic: null } })],
  [
    "haproxy_network",
    "check.haproxy_network.fail_nic",
    with2({ placement: { kind: "no_nic", nic: "eth7" } }),
  ],
  [
    "haproxy_network",
    "check.haproxy_network.fail_prefix",
    with2({ placement: { kind: "placed", nic: "eth0", source: "10.9.0.22", prefixLength: 16 } }),
  ],
  ["haproxy_address", "check.haproxy_address.fail_vip", { vipOf: "orders" }],
  ["haproxy_address", "check.haproxy_address.fail_host", with2({ ownAddresses: [address] })],
  [
    "haproxy_address",
    "check.haproxy_address.fail",
    with2({
      arp: [{ address, nic: "eth0", isAsked: true, error: null, macs: ["02:00:00:00:00:09"], durationMs: 1 }],
    }),
  ],
  ["haproxy_router_id", "check.haproxy_router_id.fail", { takenRouterIds: [60] }],
  ["haproxy_check_port", "check.haproxy_check_port.fail", { checkPort: 9200 }],
  ["haproxy_group", "check.haproxy_group.fail", { primary: null }],
  ["haproxy_role_check", "check.haproxy_role_check.fail_no_host", { members: [member({ hostId: null })] }],
  [
    "haproxy_role_check",
    "check.haproxy_role_check.fail_outdated",
    { members: [member({ agent: "outdated" })] },
  ],
  ["haproxy_role_check", "check.haproxy_role_check.fail_busy", { members: [member({ isPortBusy: true })] }],
])("%s fails with %s", (code, evidence, change) => {
  expect(resultOf(code, change)).toEqual(["fail", evidence]);
});

it("a file that a proxy of nobody left is not replaced, for somebody has changed it since, and an address that nobody could ask for is a warning", () => {
  expect(resultOf("haproxy_file", { hosts: [host(2, ours)] })).toEqual([
    "fail",
    "check.haproxy_file.fail_left",
  ]);
  expect(resultOf("haproxy_address", { hosts: [host(1, { arp: [] }), host(2, { arp: [] })] })).toEqual([
    "warn",
    "check.haproxy_address.warn",
  ]);
});

it("where a host does not answer, that alone is said of it", () => {
  const silent = host(2, {
    operator: { kind: "agent", reason: message("why.no_answer") },
    programs: null,
    busyPorts: null,
    placement: null,
    files: null,
    arp: [],
    ownAddresses: [],
  });
  const { checks } = checkHaproxy({ ...sound, hosts: [host(1), silent] });
  expect(checks.filter(({ hostId }) => hostId === id(2)).map(({ code }) => code)).toEqual(["proxy_operator"]);
});

const nic = (name: string, ...addresses: readonly (readonly [string, number])[]) => ({
  name,
  mac: null,
  isUp: true,
  hasCarrier: true,
  addresses: addresses.map(([one, prefixLength]) => ({
    address: one,
    prefixLength,
    label: null,
    validSeconds: null,
  })),
});

test("the address is placed on the interface of its network, beside an address that is the host's own", () => {
  const nics = [
    nic("lo", ["127.0.0.1", 8]),
    nic("eth0", ["10.8.0.21", 24]),
    // What moves, here a VIP and a copy of the address itself, is nobody's own.
    nic("eth1", ["10.9.0.50", 32], [address, 24], ["10.9.0.21", 24], ["fe80::1", 64]),
  ];
  const placed = { kind: "placed", nic: "eth1", source: "10.9.0.21", prefixLength: 24 };
  expect(placeOnHost(nics, address, null)).toEqual(placed);
  expect(placeOnHost(nics, address, "eth1")).toEqual(placed);
  expect(placeOnHost(nics, address, "eth0")).toEqual({ kind: "no_network", nic: "eth0" });
  expect(placeOnHost(nics, address, "eth9")).toEqual({ kind: "no_nic", nic: "eth9" });
  expect(placeOnHost(nics, "fd00::100", null)).toEqual({ kind: "no_network", nic: null });
});
