import { expect, it } from "vitest";
import { type ClockEstimate, estimateClock } from "./clock";

/** Frames of one boot: how long each took to arrive, and what was done to the host's wall clock before it. */
function follow(frames: readonly (readonly [latencyMs: number, wallStepMs?: number])[], bootId = "b") {
  return frames.reduce<ClockEstimate | null>((before, [latencyMs, wallStepMs = 0], index) => {
    const sentMs = 1_000_000 + index * 1_000;
    const clock = { bootId, monotonicMs: sentMs - 999_000, wallMs: sentMs + 250 + wallStepMs };
    return estimateClock(before, clock, {
      monotonicMs: sentMs + latencyMs,
      wallMs: sentMs + latencyMs,
    });
  }, null);
}

it("a late frame makes a host's clock no slower: the quickest of the last frames tells the difference", () => {
  expect(follow([[40], [2], [1_500]])).toMatchObject({ offsetMs: 248, monotonicOffsetMs: -999_002 });
});

it("a wall clock that is set leaves the instants of its host where they were", () => {
  const steps = [[1], [1, -3_600_000], [1, 3_600_000]] as const;
  expect(follow(steps)?.monotonicOffsetMs).toBe(-999_001);
});

it("a new boot is another clock", () => {
  const before = follow([[1]]);
  const after = estimateClock(
    before,
    { bootId: "c", monotonicMs: 5, wallMs: 0 },
    { monotonicMs: 10, wallMs: 0 },
  );
  expect(after).toMatchObject({ bootId: "c", monotonicOffsetMs: -5, samples: [{ monotonicMs: -5 }] });
});
