import { describe, expect, it } from "vitest";
import { FaultOutcome, SittingEnd } from "./outcome";
import { endOf, outcomeOf } from "./outcome.fixture";
import { skippedFaults } from "./skipped-faults";
import { sumOutcomes } from "./totals";

describe("sumOutcomes", () => {
  it("has exactly the fields of the last line, in their order", () => {
    const report = sumOutcomes(5, [outcomeOf(1), outcomeOf(2, { rejoined: 1 })]);
    expect(JSON.stringify({ ...report, paths: 0, proxyHolds: 0 })).toBe(
      `{"faults":2,"effective":2,"skipped":${skippedFaults.length},"ackedWrites":1000,"lostWrites":0,"phantomWrites":0,` +
        `"dualWriterMs":0,"dualHolderMs":0,"unrecovered":0,"byProof":{"R1":2,"R2":2,"R3":2,"R4":0},"heldShare":0.95,"seed":5,"paths":0,"proxyHolds":0,"wire":{"asked":500,"answered":480,"dual":0},"reads":{"answered":720,"stale":0,"behindMs":0},"disorder":0,"rejoined":1}`,
    );
  });

  it("adds what the VIP is compared with", () => {
    const other = outcomeOf(2, { proxyHolds: { count: 1, dualMs: 40 } });
    const { paths, proxyHolds } = sumOutcomes(5, [outcomeOf(1), other, outcomeOf(3, { proxyHolds: null })]);
    expect(Object.keys(paths)).toEqual(["vip", "router", "haproxy", "direct"]);
    expect(paths.router).toMatchObject({ gapP50Ms: 900, acked: 750 });
    expect(proxyHolds).toEqual({ count: 1, dualMs: 40 });
  });

  it("never rounds a share up to its floor", () => {
    expect(sumOutcomes(5, [outcomeOf(1, { healthyMs: 100_000, heldMs: 89_999 })]).heldShare).toBe(0.8999);
  });

  it("adds what the end of a sitting found, and counts a lost row once", () => {
    const ends = [endOf(1, { lostWrites: ["r/1", "r/2"], dualHolderMs: 4 })];
    const report = sumOutcomes(5, [outcomeOf(1, { lostWrites: ["r/1"], dualHolderMs: 3 })], ends);
    expect(report).toMatchObject({ lostWrites: 2, dualHolderMs: 7 });
  });

  it("sums what was kept as JSON", () => {
    expect(FaultOutcome.parse(JSON.parse(JSON.stringify(outcomeOf(3))))).toEqual(outcomeOf(3));
    expect(SittingEnd.parse(JSON.parse(JSON.stringify(endOf(3))))).toEqual(endOf(3));
  });
});
