import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AssignableVip,
  type AssignmentSituation,
  planAssignments,
  type ReadAssignment,
} from "./plan-assignments";

const RULES = { policy: "to_another_secondary", maxLagSeconds: 10 } as const;

function vip(vipId: string, change: Partial<AssignableVip> = {}): AssignableVip {
  return { vipId, rules: RULES, isPinned: false, ...change };
}

function row(vipId: string, hostId: string, homeHostId = hostId): ReadAssignment {
  return { vipId, hostId, homeHostId };
}

function plan(change: Partial<AssignmentSituation>): ReturnType<typeof planAssignments> {
  return planAssignments({
    vips: [vip("v1"), vip("v2")],
    rows: [],
    primary: "p",
    secondaries: ["s1", "s2"],
    fitWithin: () => ["s1", "s2"],
    soundWithin: () => [],
    barredFor: () => [],
    ...change,
  });
}

describe("planAssignments", () => {
  it("gives each new VIP a secondary of its own, and changes nothing once that is written", () => {
    const { write, remove } = plan({});
    expect(write.map(({ hostId }) => hostId).sort()).toEqual(["s1", "s2"]);
    expect(write.every(({ hostId, homeHostId }) => hostId === homeHostId)).toBe(true);
    expect(remove).toEqual([]);
    expect(plan({ rows: write })).toEqual({ write: [], remove: [] });
  });

  it("moves only the VIP of a secondary that is unfit, remembers its home, and gives it back", () => {
    const rows = [row("v1", "s1"), row("v2", "s2")];
    const moved = plan({ rows, fitWithin: () => ["s1"] });
    expect(moved.write).toEqual([row("v2", "s1", "s2")]);
    expect(plan({ rows: [row("v1", "s1"), row("v2", "s1", "s2")] }).write).toEqual([row("v2", "s2")]);
  });

  it("lets the primary stand in where the policy says so, and where nobody else is left", () => {
    const rows = [row("v1", "s1"), row("v2", "s2")];
    const toPrimary = { policy: "to_primary", maxLagSeconds: 10 } as const;
    const vips = [vip("v1", { rules: toPrimary }), vip("v2", { rules: toPrimary })];
    expect(plan({ rows, vips, fitWithin: () => ["s1"] }).write).toEqual([row("v2", "p", "s2")]);
    expect(plan({ rows, fitWithin: () => [] }).write).toEqual([row("v1", "p", "s1"), row("v2", "p", "s2")]);
  });

  it("prefers a secondary that is back for a moment to the primary, but to no other, and keeps the homes", () => {
    const rows = [row("v1", "s1"), row("v2", "s2")];
    const soundWithin = (): readonly string[] => ["s1"];
    expect(plan({ rows, fitWithin: () => [], soundWithin }).write).toEqual([row("v2", "s1", "s2")]);
    expect(plan({ rows, fitWithin: () => ["s2"], soundWithin }).write).toEqual([row("v1", "s2", "s1")]);
    const toPrimary = { policy: "to_primary", maxLagSeconds: 10 } as const;
    const vips = [vip("v1", { rules: toPrimary }), vip("v2", { rules: toPrimary })];
    expect(plan({ rows, vips, fitWithin: () => [], soundWithin }).write).toEqual([
      row("v1", "p", "s1"),
      row("v2", "p", "s2"),
    ]);
  });

  it("judges each VIP by its own lag limit", () => {
    const vips = [vip("v1"), vip("v2", { rules: { ...RULES, maxLagSeconds: 60 } })];
    const rows = [row("v1", "s1"), row("v2", "s1")];
    const fitWithin = (maxLagMs: number): readonly string[] => (maxLagMs >= 60_000 ? ["s1", "s2"] : ["s2"]);
    expect(plan({ vips, rows, fitWithin }).write).toEqual([row("v1", "s2", "s1")]);
  });

  it("spreads new VIPs evenly whatever their rules, in whatever order they are listed, and changes nothing then", () => {
    const secondaries = ["s1", "s2", "s3"];
    const limits = fc.array(fc.constantFrom(5, 10, 30), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(limits, fc.nat(), (drawn, seed) => {
        const vips = drawn.map((maxLagSeconds, index) =>
          vip(`v${(index * 7 + seed) % 97}`, { rules: { ...RULES, maxLagSeconds } }),
        );
        const base = { secondaries, fitWithin: () => secondaries };
        const { write } = plan({ ...base, vips });
        const loads = secondaries.map((host) => write.filter(({ hostId }) => hostId === host).length);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
        const byVip = (rows: readonly ReadAssignment[]) => rows.map((one) => JSON.stringify(one)).sort();
        expect(byVip(plan({ ...base, vips: vips.toReversed() }).write)).toEqual(byVip(write));
        expect(plan({ ...base, vips, rows: write })).toEqual({ write: [], remove: [] });
      }),
    );
  });

  it("keeps a new VIP from the host of a paused one and of one with other rules", () => {
    const pinned = vip("v1", { isPinned: true });
    expect(plan({ vips: [pinned, vip("v2")], rows: [row("v1", "s1")] }).write).toEqual([row("v2", "s2")]);
    const other = vip("v1", { rules: { ...RULES, maxLagSeconds: 30 } });
    expect(plan({ vips: [other, vip("v2")], rows: [row("v1", "s1")] }).write).toEqual([row("v2", "s2")]);
  });

  it.each(["to_another_secondary", "to_primary"] as const)(
    "moves one VIP from a host that cannot hold it in particular, and remembers its home (%s)",
    (policy) => {
      const rules = { policy, maxLagSeconds: 10 };
      const vips = ["v1", "v2", "v3", "v4"].map((vipId) => vip(vipId, { rules }));
      const rows = [row("v1", "s1"), row("v2", "s2"), row("v3", "s1"), row("v4", "s2")];
      const barredFor = (vipId: string): readonly string[] => (vipId === "v1" ? ["s1"] : []);
      const { write } = plan({ vips, rows, barredFor });
      expect(write).toContainEqual(row("v1", "s2", "s1"));
      expect(write.filter(({ vipId }) => vipId === "v3")).toEqual([]);
    },
  );

  it("gives what the primary cannot stand in for to another secondary", () => {
    const vips = [vip("v1", { rules: { policy: "to_primary", maxLagSeconds: 10 } })];
    const situation = { vips, rows: [row("v1", "p", "s1")], fitWithin: () => ["s2"] };
    expect(plan(situation).write).toEqual([]);
    expect(plan({ ...situation, barredFor: () => ["p"] }).write).toEqual([row("v1", "s2", "s1")]);
  });

  it("moves a VIP to the secondary that it is wanted on, and one that is paused only after that", () => {
    const rows = [row("v1", "s1"), row("v2", "s2")];
    const rules = { ...RULES, preferredHostId: "s2" };
    const { write } = plan({ rows, vips: [vip("v1", { rules }), vip("v2")] });
    expect(write).toEqual([row("v1", "s2"), row("v2", "s1")]);
    expect(plan({ rows, vips: [vip("v1", { rules, isPinned: true }), vip("v2")] }).write).toEqual([]);
  });

  it("leaves a pinned VIP where it is, and gives one that never was anywhere its first host", () => {
    const vips = [vip("v1", { isPinned: true }), vip("v2", { isPinned: true })];
    const { write } = plan({ vips, rows: [row("v1", "s1")], fitWithin: () => ["s2"] });
    expect(write.map(({ vipId, hostId }) => [vipId, hostId])).toEqual([["v2", "s2"]]);
  });

  it("removes the rows of VIPs that are no more", () => {
    expect(plan({ vips: [vip("v1")], rows: [row("v1", "s1"), row("v9", "s2")] })).toEqual({
      write: [],
      remove: ["v9"],
    });
  });
});
