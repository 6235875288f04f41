import { describe, expect, it } from "vitest";
import {
  checkTimings,
  computeHoldHorizonMs,
  computeProbeLimitMs,
  computeProofWaitMs,
  computeReleaseAfterMs,
  DEFAULT_VIP_TIMINGS,
  findLateRenewal,
} from "./timings";

describe("timings", () => {
  it("give the measured horizon of 3.55 s and a wait of 3.81 s", () => {
    expect(computeHoldHorizonMs(DEFAULT_VIP_TIMINGS)).toBe(3550);
    expect(computeProofWaitMs(DEFAULT_VIP_TIMINGS)).toBe(3808);
  });

  it("give late evidence up to 1.4 s a lease of 1 s, and a probe 1.35 s to be any", () => {
    expect(findLateRenewal(DEFAULT_VIP_TIMINGS)).toEqual({
      maxAgeMs: 1400,
      leaseMs: 1000,
      releaseAfterMs: 900,
      leadMs: 250,
    });
    expect(computeProbeLimitMs(DEFAULT_VIP_TIMINGS)).toBe(1350);
    expect(computeReleaseAfterMs(DEFAULT_VIP_TIMINGS)).toBe(1896);
  });

  it("never let a renewal on late evidence outlast the horizon, nor a release come after its lease", () => {
    for (let pollMs = 100; pollMs <= 400; pollMs += 50) {
      for (const leaseMs of [1000, 2000, 3000, 4000, 5000]) {
        for (const evidenceMaxAgeMs of [300, 400, 700, 1500]) {
          const timings = { ...DEFAULT_VIP_TIMINGS, pollMs, leaseMs, evidenceMaxAgeMs };
          const late = findLateRenewal(timings);
          if (leaseMs === 1000) {
            expect(late).toBeNull();
            expect(computeReleaseAfterMs(timings)).toBe(timings.releaseAfterMs);
            expect(computeProbeLimitMs(timings)).toBe(timings.probeDeadlineMs);
            continue;
          }
          const { maxAgeMs = 0, leaseMs: lateLeaseMs = 0, releaseAfterMs = 0 } = late ?? {};
          expect(maxAgeMs + timings.actMs + lateLeaseMs + timings.expirySlackMs).toBe(
            computeHoldHorizonMs(timings),
          );
          expect(releaseAfterMs).toBeLessThan(lateLeaseMs);
          expect(computeReleaseAfterMs(timings)).toBeLessThan(leaseMs);
          expect(computeProbeLimitMs(timings)).toBeLessThan(Math.max(maxAgeMs, timings.probeDeadlineMs + 1));
          expect(lateLeaseMs % 1000).toBe(0);
        }
      }
    }
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
