import { describe, expect, it } from "vitest";
import { describeDoubleHolding, findDoubleHoldings, HostEntries, type KernelEvent } from "./kernel-events";

const vip = "10.79.0.100";

function event(
  kind: KernelEvent["kind"],
  host: string,
  atMs: number,
  entry = "2/32",
  address = vip,
): KernelEvent {
  return { host, address, entry, kind, atMs };
}
const added = (...args: [host: string, atMs: number, entry?: string, address?: string]): KernelEvent =>
  event("added", ...args);
const removed = (...args: [host: string, atMs: number, entry?: string, address?: string]): KernelEvent =>
  event("removed", ...args);
const stranger = (host: string, fromEvent: number, prefixLength = 32) => ({
  host,
  address: vip,
  prefixLength,
  fromEvent,
});

describe("HostEntries", () => {
  it("lets a host have an address until it has lost the last entry of it", () => {
    const entries = new HostEntries();
    const kinds = [
      added("db1", 1),
      added("db1", 2, "2/24"),
      removed("db1", 3),
      removed("db1", 4, "2/24"),
    ].map((one) => entries.take(one)?.kind ?? null);
    expect(kinds).toEqual(["added", "added", null, "removed"]);
    expect(entries.has("db1", vip)).toBe(false);
  });
});

describe("findDoubleHoldings", () => {
  it("finds two hosts with one address, by the order of events alone, and not two addresses", () => {
    const events = [
      added("db1", 1),
      added("db2", 2, "2/32", "10.79.0.101"),
      added("db2", 5),
      removed("db1", 5),
      removed("db2", 6, "2/32", "10.79.0.101"),
    ];
    expect(findDoubleHoldings(events)).toEqual([{ address: vip, hosts: ["db1", "db2"], fromMs: 5, toMs: 5 }]);
  });

  it("finds none where it moved, also to and fro", () => {
    const events = [added("db1", 1), removed("db1", 2), added("db2", 2), added("db2", 3), removed("db2", 4)];
    expect(findDoubleHoldings([...events, added("db1", 4)])).toEqual([]);
  });

  it("does not count a stranger that the test itself put there, and counts every other one", () => {
    const events = [
      added("db1", 1),
      added("app1", 2),
      removed("app1", 3),
      added("app1", 4),
      removed("app1", 5),
    ];
    expect(findDoubleHoldings(events, [stranger("app1", 0), stranger("app1", 3)])).toEqual([]);
    expect(findDoubleHoldings(events, [stranger("app1", 1)]).map((one) => one.fromMs)).toEqual([4]);
    expect(findDoubleHoldings(events, [stranger("app1", 3)]).map((one) => one.fromMs)).toEqual([2]);
    expect(findDoubleHoldings(events, [stranger("px1", 0)])).toHaveLength(2);
  });

  it("counts the agent of the stranger's own host, before it, beside it and after it", () => {
    const before = [added("db1", 1), added("db3", 2), removed("db3", 3), added("db3", 4, "2/24")];
    expect(findDoubleHoldings(before, [stranger("db3", 3, 24)]).map((one) => one.fromMs)).toEqual([2]);
    const beside = [added("db1", 1), added("db3", 4, "2/24"), added("db3", 5), removed("db3", 6, "2/24")];
    expect(findDoubleHoldings(beside, [stranger("db3", 1, 24)]).map((one) => one.fromMs)).toEqual([5]);
    const after = [added("db1", 1), added("db3", 2), removed("db3", 3), added("db3", 4)];
    expect(findDoubleHoldings(after, [stranger("db3", 1)]).map((one) => one.fromMs)).toEqual([4]);
  });
});

describe("describeDoubleHolding", () => {
  const double = { address: vip, hosts: ["db1", "db2"], fromMs: 1_000, toMs: 1_250 };
  const timeOf = (atMs: number): string => `12:00:0${atMs / 1_000}`;

  it("names the hosts, from when to when, and the test", () => {
    expect(describeDoubleHolding(double, timeOf, "a bad day")).toBe(
      'db1 and db2 had 10.79.0.100 at once from 12:00:01 to 12:00:01.25 (250 ms), in the test "a bad day".',
    );
  });

  it("never calls it nothing, and says where it did not end", () => {
    expect(describeDoubleHolding({ ...double, toMs: 1_000 }, timeOf)).toContain("(1 ms)");
    expect(describeDoubleHolding({ ...double, toMs: null }, timeOf)).toBe(
      "db1 and db2 had 10.79.0.100 at once from 12:00:01 and still did at the end.",
    );
  });
});
