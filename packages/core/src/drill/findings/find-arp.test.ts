import { describe, expect, it } from "vitest";
import type { DrillRecord } from "./drill-record";
import { recordedDrill, zeroMs } from "./drill-record.fixture";
import { findDrill } from "./find-drill";

const address = "10.77.0.100";
const hostId = "50000000-0000-4000-8000-000000000004";
const base = recordedDrill({ ways: ["vip"] });
const macOf = (name: string): string => {
  const server = base.servers.find((one) => one.name === name);
  const frame = base.frames.find((one) => one.hostId === server?.hostId);
  return frame?.status.nics.flatMap(({ mac }) => mac ?? [])[0] ?? `no card of ${name}`;
};

/** The drill with what an observing host without a member was answered, in milliseconds from the fault. */
function watched(...answers: readonly (readonly [number, readonly string[]])[]): DrillRecord {
  const [first] = base.frames;
  if (first === undefined) throw new Error("nobody says anything");
  const { offsetMs, errorMs, host } = base.probe;
  const own = answers.map(([atMs, macs]) => {
    const askedMonotonicMs = zeroMs + atMs - offsetMs;
    const clock = { ...first.status.clock, bootId: "b4", monotonicMs: askedMonotonicMs + 400 };
    const wire = [{ vipId: hostId, address, askedMonotonicMs, macs: [...macs] }];
    return {
      hostId,
      offsetMs,
      errorMs,
      status: { ...first.status, hostId, clock, nics: [], vips: [], wire },
    };
  });
  return { ...base, frames: [...base.frames, ...own], probe: { ...base.probe, host, hostId } };
}

const takenMs = findDrill(base).marks.find(({ phase }) => phase === "vip_taken")?.atMs ?? Number.NaN;

describe("who answers on the wire", () => {
  it("is told by name until the next answer, and for 3 s at most; strangers by their card", () => {
    const stranger = "02:00:00:00:00:99";
    const record = watched([0, [macOf("db1")]], [1_000, []], [2_000, [macOf("db2"), stranger]], [9_000, []]);
    const [lane, ...others] = findDrill(record).lanes.arp ?? [];
    expect(others).toEqual([]);
    expect(lane).toMatchObject({ address, askedBy: "app1" });
    expect(lane?.spans.map(({ fromMs, owners }) => [fromMs, owners]).slice(1, 6)).toEqual([
      [0, ["db1"]],
      [1_000, []],
      [2_000, [stranger, "db2"]],
      [5_000, null],
      [9_000, []],
    ]);
    expect(lane?.spans[0]?.owners).toBeNull();
  });

  it("is nobody's lane where the observing host did not ask", () => {
    expect(findDrill(base).lanes.arp).toEqual([]);
  });

  it("is seen once the host that took the address answers alone, with the time since it may have", () => {
    const [before, both, alone] = [takenMs - 700, takenMs + 300, takenMs + 1_300];
    const record = watched(
      [0, [macOf("db1")]],
      [before, []],
      [both, [macOf("db1"), macOf("db2")].sort()],
      [alone, [macOf("db2")]],
      [alone + 1_000, [macOf("db2")]],
    );
    const mark = findDrill(record).marks.find(({ phase }) => phase === "arp_seen");
    expect(mark).toMatchObject({ seenBy: "app1", detail: { params: { host: "db2", address } } });
    expect(mark?.atMs).toBeCloseTo(alone, 0);
    expect(mark?.errorMs).toBeGreaterThanOrEqual(1_000);
    expect(mark?.errorMs).toBeLessThan(1_100);
  });

  it("is predicted by the question after the VIP is taken, and only where somebody asks", () => {
    const of = (record: DrillRecord) => {
      const { predicted } = findDrill(record);
      return ["vip_taken", "arp_seen"].map((name) => predicted.find(({ phase }) => phase === name));
    };
    const [taken, seen] = of(watched([0, [macOf("db1")]]));
    expect(seen).toEqual({
      phase: "arp_seen",
      minMs: taken?.minMs,
      maxMs: (taken?.maxMs ?? 0) + 1_000,
    });
    expect(of(base)[1]).toBeUndefined();
  });

  it("is not seen where the new host never answers, or another with it", () => {
    const never = watched([0, [macOf("db1")]], [takenMs + 500, [macOf("db1")]]);
    const two = watched([takenMs + 500, [macOf("db1"), macOf("db2")].sort()]);
    for (const record of [never, two])
      expect(findDrill(record).marks.map(({ phase }) => phase)).not.toContain("arp_seen");
  });
});
