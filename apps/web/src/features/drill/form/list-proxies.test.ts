import type { ClusterEndpoint } from "@primacy/contract";
import { expect, it } from "vitest";
import { listProxies } from "./list-proxies";

const wayOf = (proxyId: string, way: ClusterEndpoint["way"], name: string): ClusterEndpoint => ({
  ref: { kind: "proxy", proxyId, way: way.endsWith("read") ? "read" : "write" },
  ...{ way, name, address: name, port: 3307 },
});
const endpoints: readonly ClusterEndpoint[] = [
  { ref: { kind: "member", memberId: "m" }, way: "direct", name: "db1", address: "db1", port: 3306 },
  wayOf("one", "haproxy_write", "10.0.0.110"),
  wayOf("one", "haproxy_read", "10.0.0.110"),
  wayOf("two", "router_write", "px1"),
];

it("offers each proxy that has the program once", () => {
  const one = [{ proxyId: "one", name: "10.0.0.110" }];
  expect(listProxies(endpoints, "haproxy")).toEqual(one);
  expect(listProxies(endpoints, "keepalived")).toEqual(one);
  expect(listProxies(endpoints, "mysqlrouter")).toEqual([{ proxyId: "two", name: "px1" }]);
  expect(listProxies([], "haproxy")).toEqual([]);
});
