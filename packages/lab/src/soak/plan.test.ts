import { describe, expect, it } from "vitest";
import { faultKinds } from "./fault-kinds";
import { earlyCount, planFault } from "./plan";

const list = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) => planFault(seed, index + 1));

describe("planFault", () => {
  it("is the same fault for the same seed and number, whatever was planned before", () => {
    const forwards = list(7, 50);
    expect(planFault(7, 50)).toEqual(forwards[49]);
    expect(planFault(7, 1)).toEqual(forwards[0]);
  });

  it("is another schedule for another seed", () => {
    expect(list(1, 20).map(({ kind }) => kind.name)).not.toEqual(list(2, 20).map(({ kind }) => kind.name));
  });

  it("draws every kind once in each round", () => {
    const names = list(3, 2 * faultKinds.length).map(({ kind }) => kind.name);
    const all = faultKinds.map(({ name }) => name).sort();
    expect(names.slice(0, faultKinds.length).sort()).toEqual(all);
    expect(names.slice(faultKinds.length).sort()).toEqual(all);
  });

  it("needs every proof within the first faults of each round, at places that are drawn", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const all = list(seed, faultKinds.length + earlyCount);
      for (const from of [0, faultKinds.length]) {
        const needs = all.slice(from, from + earlyCount).map(({ kind }) => kind.needs);
        expect(needs).toEqual(expect.arrayContaining(["R1", "R2", "R3"]));
      }
    }
    const places = Array.from({ length: 40 }, (_, seed) =>
      list(seed, earlyCount).findIndex(({ kind }) => kind.needs === "R3"),
    );
    expect(new Set(places).size).toBeGreaterThan(3);
  });

  it("gives 20 of 200 an expel timeout of 5 s, and an election of theirs the time for it", () => {
    const slow = list(11, 200).filter(({ expelSeconds }) => expelSeconds === 5);
    expect(slow).toHaveLength(20);
    for (const { kind, holdMs } of slow) {
      if (kind.isElecting) expect(holdMs).toBeGreaterThanOrEqual(kind.minHoldMs + 14_000);
    }
  });

  it("stays within the limits of the kind, and varies", () => {
    const plans = list(5, 400).filter(({ expelSeconds }) => expelSeconds === 0);
    for (const { kind, holdMs, phaseMs } of plans) {
      expect(holdMs).toBeGreaterThanOrEqual(kind.minHoldMs);
      expect(holdMs).toBeLessThanOrEqual(kind.maxHoldMs);
      expect(phaseMs).toBeGreaterThanOrEqual(500);
      expect(phaseMs).toBeLessThanOrEqual(2_000);
    }
    expect(new Set(plans.map(({ phaseMs }) => phaseMs)).size).toBeGreaterThan(200);
    expect(new Set(plans.map(({ secondary }) => secondary))).toEqual(new Set([0, 1]));
  });

  it("refuses a number below 1", () => {
    expect(() => planFault(1, 0)).toThrow(RangeError);
  });
});
