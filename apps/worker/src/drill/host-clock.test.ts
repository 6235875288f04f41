import { describe, expect, it } from "vitest";
import { HostClock } from "./host-clock";

describe("the clock of a host", () => {
  it("is as far ahead as the quickest answer says, and the truth lies within its error", () => {
    const clock = new HostClock();
    const trueOffsetMs = 5_000;
    const tell = (askedMs: number, thereMs: number, backMs: number): void =>
      clock.note(
        { bootId: "a", monotonicMs: askedMs + thereMs - trueOffsetMs },
        askedMs,
        askedMs + thereMs + backMs,
      );
    tell(10_000, 40, 2);
    expect(clock.offset?.errorMs).toBe(21);
    tell(11_000, 1, 3);
    tell(12_000, 90, 90);
    expect(clock.offset?.errorMs).toBe(2);
    expect(Math.abs((clock.offset?.offsetMs ?? 0) - trueOffsetMs)).toBeLessThanOrEqual(2);
  });

  it("of another boot is another clock, however quick the old one answered", () => {
    const clock = new HostClock();
    clock.note({ bootId: "a", monotonicMs: 900_000 }, 1_000, 1_001);
    clock.note({ bootId: "b", monotonicMs: 100 }, 2_000, 2_100);
    expect(clock.offset).toEqual({ offsetMs: 1_950, errorMs: 50 });
  });
});
