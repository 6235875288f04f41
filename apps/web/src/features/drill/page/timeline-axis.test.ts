import { formatDuration } from "@primacy/ui/format";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTick, listTicks } from "./timeline-axis";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

describe("the axis of a timeline", () => {
  it("has round instants with the fault at 0", () => {
    expect(listTicks({ fromMs: -3_000, toMs: 21_900 })).toEqual([0, 5_000, 10_000, 15_000, 20_000]);
    expect(listTicks({ fromMs: -3_000, toMs: 4_000 })).toEqual([
      -3_000, -2_000, -1_000, 0, 1_000, 2_000, 3_000, 4_000,
    ]);
    expect(listTicks({ fromMs: -10_000, toMs: 24 * hour })).toEqual(
      [0, 3, 6, 9, 12, 15, 18, 21, 24].map((hours) => hours * hour),
    );
    expect(listTicks({ fromMs: -10_000, toMs: 30 * day })).toEqual(
      [0, 4, 8, 12, 16, 20, 24, 28].map((days) => days * day),
    );
  });

  it("has ten of them at most and two at least, however long it is", () => {
    const begin = fc.integer({ min: -10_000, max: 0 });
    fc.assert(
      fc.property(begin, fc.double({ min: 1_000, max: 1e11, noNaN: true }), (fromMs, toMs) => {
        const ticks = listTicks({ fromMs, toMs });
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(10);
        expect(ticks.every((ms) => ms >= fromMs && ms <= toMs)).toBe(true);
      }),
    );
  });

  it.each([
    [5 * minute, 90_000, "90 s"],
    [30 * minute, 5 * minute, "5 min"],
    [6 * hour, 90 * minute, "1 hr 30 min"],
    [24 * hour, 3 * hour, "3 hr"],
    [24 * hour, 0, "0 s"],
    [3 * day, 36 * hour, "1 day 12 hr"],
  ])("of %d ms names the instant %d: %s", (toMs, ms, text) => {
    const words = {
      seconds: (one: number) => `${one / 1_000} s`,
      duration: (one: number) => formatDuration(one, "en"),
    };
    expect(formatTick(ms, { fromMs: -10_000, toMs }, words)).toBe(text);
  });
});
