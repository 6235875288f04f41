import { describe, expect, it } from "vitest";
import { countDualHolds, measureDualHolders, measureHeld } from "./holding";
import { type HostAck, listPrimaryIntervals } from "./primary-intervals";

const acks = (host: string, fromMs: number, toMs: number): HostAck[] =>
  Array.from({ length: (toMs - fromMs) / 50 + 1 }, (_, index) => {
    const atMs = fromMs + index * 50;
    return { host, startedMs: atMs, atMs };
  });

describe("measureHeld", () => {
  const tenures = listPrimaryIntervals([
    ...acks("db1", 0, 1_000),
    ...acks("db2", 6_000, 7_000),
    ...acks("db2", 10_000, 11_000),
  ]);

  it("is the share of the time in which the group takes writes, without its pauses", () => {
    const holds = [
      { host: "db1", fromMs: -500, toMs: 1_200 },
      { host: "db2", fromMs: 6_300, toMs: null },
    ];
    expect(measureHeld(tenures, holds)).toEqual({ healthyMs: 3_000, heldMs: 2_700 });
  });

  it("does not count where another than the primary's host holds", () => {
    const wrong = [{ host: "db3", fromMs: 0, toMs: null }];
    expect(measureHeld(tenures, wrong)).toEqual({ healthyMs: 3_000, heldMs: 0 });
  });
});

describe("measureDualHolders", () => {
  const hosts = ["db1", "db2"];

  it("is 0 for one holder after the other, and for a stranger beside one", () => {
    const events = [
      { host: "db1", kind: "added", atMs: 0 },
      { host: "px1", kind: "added", atMs: 5 },
      { host: "db1", kind: "removed", atMs: 10 },
      { host: "db2", kind: "added", atMs: 10 },
    ] as const;
    expect(measureDualHolders(events, hosts, 100)).toBe(0);
  });

  it("is how long both held, while it lasts too, and never 0 where both did", () => {
    const events = [
      { host: "db1", kind: "added", atMs: 0 },
      { host: "db2", kind: "added", atMs: 10 },
      { host: "db1", kind: "removed", atMs: 10 },
      { host: "db1", kind: "added", atMs: 60 },
    ] as const;
    expect(measureDualHolders(events, hosts, 100)).toBe(1 + 40);
    expect(countDualHolds(events, hosts)).toBe(2);
  });
});
