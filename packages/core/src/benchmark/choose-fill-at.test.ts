import { expect, it } from "vitest";
import { findListed, type ListedEndpoint } from "../endpoint";
import { chooseFillAt } from "./choose-fill-at";
import type { EndpointSight } from "./snapshot";

const primary = { address: "10.0.0.11", port: 3306 };
const proxyId = "0198f3f0-6d1e-7c3a-9f0e-000000000020";

function at(address: string, way: "write" | "read" | "typed"): ListedEndpoint {
  const typed = findListed([], { kind: "custom", address, port: 3307 });
  if (typed === null) throw new Error("a typed address is its own");
  if (way === "typed") return typed;
  return { ...typed, ref: { kind: "proxy", proxyId, way }, way: `haproxy_${way}`, purpose: way };
}
function see(
  endpoint: ListedEndpoint,
  isPrimary: boolean,
): { endpoint: ListedEndpoint; sight: EndpointSight } {
  const connections = { max: 151, used: 3 };
  const sight = {
    kind: "reached",
    member: "db1",
    isPrimary,
    isReadOnly: false,
    connectMs: 4,
    connections,
  } as const;
  return { endpoint, sight };
}

it("the tables are filled through the first endpoint that leads to the primary", () => {
  const seen = [see(at("10.0.0.1", "write"), false), see(at("10.0.0.2", "write"), true)];
  expect(chooseFillAt(seen, primary)).toEqual({ address: "10.0.0.2", port: 3307 });
});

it("an endpoint that takes turns is never filled through, though it met the primary: the next connection meets a secondary", () => {
  const seen = [see(at("10.0.0.1", "read"), true), see(at("10.0.0.2", "typed"), true)];
  expect(chooseFillAt(seen, primary)).toEqual(primary);
});

it("without an endpoint that leads there it is the primary's own address, and nowhere without a primary", () => {
  expect(
    chooseFillAt([{ endpoint: at("10.0.0.2", "typed"), sight: { kind: "untrusted" } }], primary),
  ).toEqual(primary);
  expect(chooseFillAt([], null)).toEqual({ address: "-", port: 0 });
});
