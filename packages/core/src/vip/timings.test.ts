import { describe, expect, it } from "vitest";
import { checkTimings, computeHoldHorizonMs, computeProofWaitMs, DEFAULT_VIP_TIMINGS } from "./timings";

describe("timings", () => {
  it("give the measured horizon of 3.55 s and a wait of 3.81 s", () => {
    expect(computeHoldHorizonMs(DEFAULT_VIP_TIMINGS)).toBe(3550);
    expect(computeProofWaitMs(DEFAULT_VIP_TIMINGS)).toBe(3808);
  });

  it("are usable as they are", () => {
    expect(checkTimings(DEFAULT_VIP_TIMINGS)).toEqual([]);
  });

  it("never let the wait be shorter than the horizon seen through two wrong clocks", () => {
    for (const leaseMs of [2000, 3000, 5000]) {
      for (const clockRateError of [0, 0.001, 0.01, 0.05]) {
        const timings = { ...DEFAULT_VIP_TIMINGS, leaseMs, clockRateError };
        const slowHolderMs = computeHoldHorizonMs(timings) / (1 - clockRateError);
        const fastWaiterMs = computeProofWaitMs(timings) / (1 + clockRateError);
        expect(fastWaiterMs).toBeGreaterThan(slowHolderMs);
      }
    }
  });

  it.each([
    ["a lease of fractions of a second", { leaseMs: 2500 }, "leaseMs"],
    ["a lease longer than the helper allows", { leaseMs: 6000 }, "leaseMs"],
    ["a release time beyond the lease", { releaseAfterMs: 2000 }, "releaseAfterMs"],
    ["evidence younger than a poll", { evidenceMaxAgeMs: 250 }, "evidenceMaxAgeMs"],
    ["less slack than kernels were measured to take", { expirySlackMs: 500 }, "expirySlackMs"],
    ["no guard", { guardMs: 0 }, "guardMs"],
    ["a negative clock error", { clockRateError: -0.001 }, "clockRateError"],
    ["a poll that never comes", { pollMs: Number.NaN }, "pollMs"],
  ])("refuse %s", (_what, change, field) => {
    expect(checkTimings({ ...DEFAULT_VIP_TIMINGS, ...change }).map((problem) => problem.field)).toContain(
      field,
    );
  });

  it("report all problems at once", () => {
    const fields = checkTimings({ ...DEFAULT_VIP_TIMINGS, leaseMs: 1500, guardMs: 0 }).map(
      ({ field }) => field,
    );
    expect(new Set(fields)).toEqual(new Set(["leaseMs", "releaseAfterMs", "guardMs"]));
  });
});
