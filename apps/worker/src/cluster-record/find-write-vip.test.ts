import { Vip } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import {
  findPausedWriteVip,
  findWriteVip,
  listMovingReads,
  listPausedReads,
  listWriteVips,
} from "./find-write-vip";

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;

function vip(n: number, change: Partial<Vip> = {}): Vip {
  return Vip.parse({
    id: id(n),
    clusterId: id(9),
    provider: "agent",
    kind: "write",
    address: `10.77.0.10${n}`,
    prefixLength: 24,
    port: 3306,
    nics: {},
    onRelease: "cut",
    enabled: true,
    revision: 1,
    createdAt: "2026-11-24T02:00:00.000Z",
    updatedAt: "2026-11-24T02:00:00.000Z",
    ...change,
  });
}

const reads = { policy: "to_primary", maxLagSeconds: 10 } as const;

describe("the VIP that follows the primary", () => {
  it("is the write VIP, wherever it stands among read VIPs", () => {
    const [write, read] = [vip(1), vip(2, { kind: "read", reads })];
    expect(findWriteVip([write, read])).toBe(write);
    expect(findWriteVip([read, write])).toBe(write);
  });
  it("is none where the write VIP is disabled, or there are read VIPs alone", () => {
    const read = vip(2, { kind: "read", reads });
    expect(findWriteVip([vip(1, { enabled: false }), read])).toBeNull();
    expect(findWriteVip([])).toBeNull();
  });
  it("may be several, of which one that is paused keeps the primary from being moved", () => {
    const paused = vip(3, { paused: { hostId: null, since: "2026-11-24T02:00:00.000Z" } });
    const off = vip(4, { enabled: false });
    const ipv6 = vip(5, { address: "fd00::100", prefixLength: 64 });
    expect(listWriteVips([vip(1), vip(2, { kind: "read", reads }), ipv6, off])).toEqual([vip(1), ipv6]);
    expect(findPausedWriteVip([vip(1), ipv6])).toBeNull();
    expect(findPausedWriteVip([vip(1), ipv6, paused])).toBe(paused);
  });
  it("is the write VIP also while it is paused", () => {
    const paused = vip(1, { paused: { hostId: null, since: "2026-11-24T02:00:00.000Z" } });
    expect(findWriteVip([paused])).toBe(paused);
  });
});

describe("the read VIPs that leave a host whose server stops", () => {
  it("are those that are enabled and that nobody has paused", () => {
    const paused = { hostId: null, since: "2026-11-24T02:00:00.000Z" };
    const read = vip(2, { kind: "read", reads });
    const stays = [vip(3, { kind: "read", reads, paused }), vip(4, { kind: "read", reads, enabled: false })];
    expect(listMovingReads([vip(1), read, ...stays])).toEqual([read.address]);
  });
  it("tells which read VIPs are paused on given hosts, of those that are enabled", () => {
    const on = (host: string | null) => ({ paused: { hostId: host, since: "2026-11-24T02:00:00.000Z" } });
    const here = vip(3, { kind: "read", reads, ...on(id(7)) });
    const others = [
      vip(1, on(id(7))),
      vip(2, { kind: "read", reads }),
      vip(4, { kind: "read", reads, ...on(id(8)) }),
      vip(5, { kind: "read", reads, ...on(null) }),
      vip(6, { kind: "read", reads, enabled: false, ...on(id(7)) }),
    ];
    expect(listPausedReads([here, ...others], [id(7), null])).toEqual([here.address]);
  });
});
