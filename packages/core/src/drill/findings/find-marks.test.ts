import type { DrillPhaseName } from "@primacy/contract";
import type { MysqlStatus } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { servers, uuidOf, vip } from "./drill-group.fixture";
import type { DrillRecord } from "./drill-record";
import { cutRecord, recordedDrill, timesOf, withSilence, withStatus, zeroMs } from "./drill-record.fixture";
import { findDrill } from "./find-drill";

const marksOf = (record: DrillRecord) =>
  new Map<DrillPhaseName, ReturnType<typeof findDrill>["marks"][number]>(
    findDrill(record).marks.map((one) => [one.phase, one]),
  );
const mysql =
  (change: Partial<MysqlStatus>) =>
  <S extends { readonly mysql: MysqlStatus }>(status: S): S => ({
    ...status,
    mysql: { ...status.mysql, ...change },
  });

describe("the marks of a drill", () => {
  it("stand at what happened, within their error, each with who saw it", () => {
    const marks = marksOf(recordedDrill());
    const times = timesOf(5, false);
    const truths = {
      armed: -40,
      injected: 0,
      suspected: times.suspectedMs,
      expelled: times.expelledMs,
      elected: times.electedMs,
      writable: times.writableMs,
      vip_taken: times.takenMs,
      healed: times.healedMs,
    } as const;
    for (const [phase, atMs] of Object.entries(truths)) {
      const mark = findDrill(recordedDrill()).marks.find((one) => one.phase === phase);
      expect(Math.abs((mark?.atMs ?? Number.NaN) - atMs), phase).toBeLessThanOrEqual(mark?.errorMs ?? 0);
    }
    expect([...marks.keys()]).toEqual([
      "armed",
      "injected",
      "in_effect",
      "suspected",
      "expelled",
      "elected",
      "writable",
      "vip_taken",
      "first_write",
      "heal_begun",
      "healed",
    ]);
    expect(marks.get("suspected")).toMatchObject({ seenBy: "db2", detail: { params: { member: "db1" } } });
    expect(marks.get("elected")?.detail).toMatchObject({ params: { member: "db2" } });
    expect(marks.get("vip_taken")).toMatchObject({ seenBy: "db2", detail: { params: { address: vip } } });
    expect(marks.get("first_write")).toMatchObject({ seenBy: "app1", detail: { params: { member: "db2" } } });
    expect(marks.get("armed")?.seenBy).toBeNull();
  });

  it("have the time since the look before in their error, and both clocks' errors", () => {
    const record = withSilence(recordedDrill(), 2, 4_800, 6_600);
    const blind = withSilence(record, 3, 4_800, 6_800);
    const mark = marksOf(blind).get("suspected");
    expect(mark?.atMs).toBeGreaterThan(6_500);
    expect((mark?.atMs ?? 0) - (mark?.errorMs ?? 0)).toBeLessThanOrEqual(timesOf(5, false).suspectedMs);
    expect(mark?.errorMs).toBeGreaterThan(1_500);
  });

  it("know of nothing that has not happened yet, and count from when it was armed before the fault", () => {
    const record = cutRecord(recordedDrill(), zeroMs - 20);
    expect(findDrill(record)).toMatchObject({
      fromMs: -3_960,
      toMs: 20,
      marks: [{ phase: "armed", atMs: 0 }],
    });
    expect([...marksOf(cutRecord(recordedDrill(), zeroMs + 6_000)).keys()]).toEqual([
      "armed",
      "injected",
      "in_effect",
      "suspected",
    ]);
  });

  it("take no view of a server that is not in the group for an expulsion: it knows only itself", () => {
    const alone = mysql({
      memberState: "ERROR",
      members: [{ serverUuid: uuidOf(3), host: "c", port: 3306, state: "ERROR", role: "", version: "8.4.6" }],
    });
    const marks = marksOf(withStatus(recordedDrill(), 3, 1_000, alone));
    expect(marks.get("expelled")?.seenBy).toBe("db2");
    expect(marks.get("expelled")?.atMs).toBeGreaterThan(10_000);
  });

  it("take a member that recovers for one that was out, although nobody looked meanwhile", () => {
    const record = withSilence(withSilence(recordedDrill(), 2, 10_800, 18_000), 3, 10_800, 18_000);
    expect(marksOf(record).get("expelled")?.atMs).toBeGreaterThan(17_800);
  });

  it("show a server that was started again and stays the primary as writable, with no election and no suspicion", () => {
    const members = recordedDrill().frames[0]?.status.mysql.members ?? [];
    const whole = mysql({
      reach: "up",
      memberState: "ONLINE",
      memberRole: "PRIMARY",
      isSuperReadOnly: false,
      members: [...members],
    });
    const secondary = mysql({ memberRole: "SECONDARY", isSuperReadOnly: true, members: [...members] });
    const back = withStatus(recordedDrill({ restarts: true }), 1, 3_000, whole);
    const record = withStatus(withStatus(back, 2, 0, secondary), 3, 0, secondary);
    const marks = marksOf(record);
    expect(marks.has("suspected") || marks.has("expelled") || marks.has("elected")).toBe(false);
    expect(marks.get("writable")).toMatchObject({ seenBy: "db1" });
    expect(marks.get("writable")?.atMs).toBeGreaterThan(2_900);
  });

  it("do not take the last look before the end of the target for a new primary", () => {
    const record = recordedDrill({ untilMs: 400 });
    const before = record.frames.find(({ hostId }) => hostId === servers[0]?.hostId)?.status.mysql;
    if (before === undefined) throw new Error("no frame");
    // The look was made 5 ms after the order, and its end was seen after 12.
    const late = { ...before, observedMonotonicMs: zeroMs - 1_000_000 + 5 };
    const frames = withStatus(record, 1, 0, (status) => ({ ...status, mysql: late }));
    expect(findDrill(frames).lanes.readOnly[0]?.spans.at(-1)?.isReadOnly).toBe(false);
    expect(marksOf(frames).has("writable")).toBe(false);
  });
});

describe("when the VIP is taken", () => {
  const holds = (record: DrillRecord, n: number, fromMs: number, isHeld: boolean): DrillRecord =>
    withStatus(record, n, fromMs, (status) => ({
      ...status,
      vips: [],
      nics: status.nics.map((nic) => ({
        ...nic,
        addresses: isHeld ? [{ address: vip, prefixLength: 32, label: null, validSeconds: 2 }] : [],
      })),
    }));

  it("is not there while its first host keeps it", () => {
    expect(marksOf(holds(holds(recordedDrill(), 1, 0, true), 2, 0, false)).has("vip_taken")).toBe(false);
  });

  it("is there when that host lets go and takes it again", () => {
    const record = holds(holds(holds(recordedDrill(), 2, 0, false), 1, 300, false), 1, 4_000, true);
    expect(marksOf(record).get("vip_taken")).toMatchObject({ seenBy: "db1" });
    expect(marksOf(record).get("vip_taken")?.atMs).toBeGreaterThan(3_900);
  });

  it("is not there while its first host, which was silent for a while, may have kept it", () => {
    const record = holds(holds(recordedDrill(), 2, 0, false), 1, 0, true);
    expect(marksOf(withSilence(record, 1, -500, 5_000)).has("vip_taken")).toBe(false);
  });

  it("is not there where another host had it all along", () => {
    expect(marksOf(holds(recordedDrill(), 2, -4_000, true)).has("vip_taken")).toBe(false);
  });

  it("is not there where no way is a VIP", () => {
    expect(marksOf(recordedDrill({ ways: ["router"] })).has("vip_taken")).toBe(false);
  });

  it("is that of its host's first frame with it, with the time since the one before, where the agent does not say", () => {
    const mark = marksOf(withStatus(recordedDrill(), 2, 0, (status) => ({ ...status, vips: [] }))).get(
      "vip_taken",
    );
    expect(mark?.errorMs).toBeGreaterThan(80);
    expect(Math.abs((mark?.atMs ?? 0) - timesOf(5, false).takenMs)).toBeLessThanOrEqual(mark?.errorMs ?? 0);
  });
});

describe("when the VIP is taken just before a frame that does not show it yet", () => {
  it("is when its agent says, and not the time of the next frame", () => {
    const record = recordedDrill();
    const { takenMs } = timesOf(5, false);
    const first = record.frames.find(
      ({ hostId, status }) => hostId === servers[1]?.hostId && status.vips.some(({ isBound }) => isBound),
    );
    const blind = record.frames.map((frame) =>
      frame === first
        ? {
            ...frame,
            status: {
              ...frame.status,
              vips: [],
              nics: frame.status.nics.map((nic) => ({ ...nic, addresses: nic.addresses.slice(0, 1) })),
            },
          }
        : frame,
    );
    const mark = marksOf({ ...record, frames: blind }).get("vip_taken");
    expect(Math.abs((mark?.atMs ?? 0) - takenMs)).toBeLessThanOrEqual(mark?.errorMs ?? 0);
    expect(mark?.errorMs).toBeLessThan(100);
  });
});

describe("the first write", () => {
  it("is not one that the server that is hit acknowledged before its end was seen", () => {
    const record = recordedDrill({ ways: ["vip"], untilMs: 5_000 });
    const late = {
      lane: "write",
      ...{
        endpoint: 0,
        seq: 9_999,
        dueMs: zeroMs - 77_001,
        startedMs: zeroMs - 77_001,
        endedMs: zeroMs - 76_995,
      },
      ...{ error: null, isSent: true, serverUuid: servers[0]?.serverUuid ?? "" },
    } as const;
    const probe = { ...record.probe, samples: [...record.probe.samples, late] };
    const findings = findDrill({ ...record, probe });
    expect(findings.marks.some(({ phase }) => phase === "first_write")).toBe(false);
    expect(findings.endpoints[0]?.firstAfter).toEqual({ loginMs: null, readMs: null, writeMs: null });
  });
});
