import type { ClusterProxy } from "@primacy/contract";
import { expect, it } from "vitest";
import { listProxyPlaces } from "./list-proxy-places";

const host = (name: string, address: string) => ({ hostId: name, name, address });
const common = { clusterId: "c1", createdAt: "2026-11-28T06:00:00.000Z" };
const haproxy: ClusterProxy = {
  ...{ ...common, kind: "haproxy", id: "p1", address: "10.0.0.60", prefixLength: 24 },
  hosts: [host("px1", "10.0.0.41"), host("px2", "10.0.0.42")],
  ports: { write: 3_307, read: 3_308, split: null },
  ...{ virtualRouterId: 51, checkPort: 7_434 },
};
const router: ClusterProxy = {
  ...{ ...common, kind: "router", id: "p2", address: null, hosts: [host("app1", "10.0.0.31")] },
  ports: { write: 6_446, read: 6_447, split: 6_450 },
};
const list = (endpoints: readonly { address: string; port: number }[], hitId: string | null = null) =>
  listProxyPlaces([haproxy, router], endpoints, hitId).map((place) => `${place.host}:${place.port}`);

it("is a watched port on every host of its proxy, whether clients come by the address that moves or by a host", () => {
  for (const address of ["10.0.0.60", "10.0.0.42"])
    expect(list([{ address, port: 3_307 }])).toEqual(["px1:3307", "px2:3307"]);
  expect(list([{ address: "10.0.0.31", port: 6_450 }])).toEqual(["app1:6450"]);
});

it("is the port for writes of a proxy that is hit, once", () => {
  expect(list([], "p2")).toEqual(["app1:6446"]);
  expect(list([{ address: "10.0.0.31", port: 6_446 }], "p2")).toEqual(["app1:6446"]);
});

it("is none of ways that are no proxy's", () => {
  expect(list([{ address: "10.0.0.100", port: 3_307 }])).toEqual([]);
});

it("is the port for reads as well, where clients come by it", () => {
  expect(list([{ address: "10.0.0.60", port: 3_308 }])).toEqual(["px1:3308", "px2:3308"]);
});
