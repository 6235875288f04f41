import { ClusterEndpoint, type ClusterProxy, type CustomEndpoint } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { findEndpoint, listEndpoints } from "./list-endpoints";

const id = (last: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(last).padStart(12, "0")}`;

const members = [
  { id: id(1), address: "10.0.0.10", port: 3306, hostName: "db10" },
  { id: id(2), address: "10.0.0.2", port: 3307, hostName: "db2" },
  { id: id(4), address: "10.0.0.3", port: 3308, hostName: null },
  { id: id(3), address: "10.0.0.3", port: 3306, hostName: null },
];
const vips = [
  { id: id(5), kind: "read", address: "10.0.0.100", port: 3306, enabled: false },
  { id: id(6), kind: "write", address: "10.0.0.102", port: 6446, enabled: true },
  { id: id(7), kind: "read", address: "10.0.0.20", port: 3306, enabled: true },
  { id: id(8), kind: "write", address: "10.0.0.101", port: 3306, enabled: true },
] as const;
const hostOf = (name: string, address: string) => ({ hostId: id(20), name, address });
const common = { clusterId: id(30), createdAt: "2026-11-27T19:00:00.000Z" };
const proxies: readonly ClusterProxy[] = [
  {
    ...common,
    id: id(11),
    kind: "router",
    hosts: [hostOf("px1", "10.0.0.31")],
    address: null,
    ports: { write: 6446, read: 6447, split: 6450 },
  },
  {
    ...common,
    id: id(10),
    kind: "haproxy",
    hosts: [hostOf("px1", "10.0.0.31"), hostOf("px2", "10.0.0.32")],
    address: "10.0.0.110",
    prefixLength: 24,
    ports: { write: 3307, read: 3308, split: null },
    virtualRouterId: 60,
    checkPort: 7434,
  },
];
const custom: readonly CustomEndpoint[] = [
  {
    id: id(12),
    clusterId: id(30),
    name: "F5",
    address: "10.0.0.50",
    port: 3306,
    purpose: "write",
    createdAt: "2026-11-27T19:00:00.000Z",
  },
];
const endpoints = listEndpoints({ members, vips, proxies, custom });

describe("the endpoints of a cluster", () => {
  it("are its members, its VIPs, the ports of its proxies and what somebody stored, as people count", () => {
    expect(endpoints.map(({ way, name, address, port }) => `${way} ${name} ${address}:${port}`)).toEqual([
      "direct 10.0.0.3 10.0.0.3:3306",
      "direct 10.0.0.3 10.0.0.3:3308",
      "direct db2 10.0.0.2:3307",
      "direct db10 10.0.0.10:3306",
      "write_vip 10.0.0.101 10.0.0.101:3306",
      "write_vip 10.0.0.102 10.0.0.102:6446",
      "read_vip 10.0.0.20 10.0.0.20:3306",
      "read_vip 10.0.0.100 10.0.0.100:3306",
      "haproxy_write 10.0.0.110 10.0.0.110:3307",
      "haproxy_read 10.0.0.110 10.0.0.110:3308",
      "router_write px1 10.0.0.31:6446",
      "router_read px1 10.0.0.31:6447",
      "router_split px1 10.0.0.31:6450",
      "custom F5 10.0.0.50:3306",
    ]);
    for (const one of endpoints) expect(one).toMatchObject(ClusterEndpoint.parse(one));
  });

  it("say what clients come for, and a VIP that is switched off is no way", () => {
    const purposeOf = (way: string) => endpoints.filter((one) => one.way === way).map((one) => one.purpose);
    expect(purposeOf("direct")).toEqual(["any", "any", "any", "any"]);
    expect(["write_vip", "haproxy_write", "router_write", "custom"].flatMap(purposeOf)).toEqual(
      Array(5).fill("write"),
    );
    expect(["read_vip", "haproxy_read", "router_read"].flatMap(purposeOf)).toEqual(Array(4).fill("read"));
    expect(purposeOf("router_split")).toEqual(["both"]);
    expect(endpoints.filter(({ isOff }) => isOff).map(({ name }) => name)).toEqual(["10.0.0.100"]);
  });

  it("are found by what names them, and those of another cluster are not", () => {
    for (const one of endpoints) expect(findEndpoint(endpoints, one.ref)).toEqual(ClusterEndpoint.parse(one));
    expect(findEndpoint(endpoints, { kind: "member", memberId: id(9) })).toBeNull();
    expect(findEndpoint(endpoints, { kind: "vip", vipId: id(9) })).toBeNull();
    // An id of the other kind names nothing.
    expect(findEndpoint(endpoints, { kind: "vip", vipId: id(1) })).toBeNull();
    expect(findEndpoint(endpoints, { kind: "proxy", proxyId: id(10), way: "split" })).toBeNull();
  });

  it.each([
    ["proxy.example", "proxy.example:6446"],
    ["fd00::1", "[fd00::1]:6446"],
    // Another way to a member is not the member.
    ["10.0.0.2", "10.0.0.2:6446"],
  ])("may be an address that somebody typed: %s", (address, name) => {
    const ref = { kind: "custom", address, port: 6446 } as const;
    expect(findEndpoint(endpoints, ref)).toEqual({ ref, way: "custom", name, address, port: 6446 });
  });
});
