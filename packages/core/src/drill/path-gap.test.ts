import { describe, expect, it } from "vitest";
import { measurePathGap } from "./path-gap";

const acked = (...ends: number[]) => ends.map((endedMonotonicMs) => ({ acked: true, endedMonotonicMs }));
const failed = (endedMonotonicMs: number) => ({ acked: false, endedMonotonicMs });
const span = { actedMs: 1_000, endedMs: 10_000 };
const regular = (fromMs: number, toMs: number): number[] =>
  Array.from({ length: (toMs - fromMs) / 100 + 1 }, (_, index) => fromMs + index * 100);

describe("measurePathGap", () => {
  it("is the longest time between two acknowledgements, whatever failed in it", () => {
    const attempts = [...acked(...regular(0, 1_000), ...regular(7_500, 10_000)), failed(4_000)];
    expect(measurePathGap([attempts], span)).toEqual({ gapMs: 6_500, isOpen: false });
  });

  it("is the worst of several clients of one way", () => {
    const quick = acked(...regular(0, 10_000));
    const slow = acked(...regular(0, 1_100), ...regular(2_000, 10_000));
    expect(measurePathGap([quick, slow], span)).toEqual({ gapMs: 900, isOpen: false });
  });

  it("is open where nothing was acknowledged until the last look", () => {
    expect(measurePathGap([acked(...regular(0, 1_000))], span)).toEqual({ gapMs: 9_000, isOpen: true });
  });

  it("says nothing of a way that led nowhere just before the fault", () => {
    const dead = acked(...regular(-9_000, -100), ...regular(3_000, 10_000));
    expect(measurePathGap([dead], span)).toEqual({ gapMs: null, isOpen: false });
    expect(measurePathGap([[]], span)).toEqual({ gapMs: null, isOpen: false });
    expect(measurePathGap([], span)).toEqual({ gapMs: null, isOpen: false });
  });

  it("looks neither long before the fault nor behind the last look", () => {
    const attempts = acked(-9_000, ...regular(500, 10_000), 30_000);
    expect(measurePathGap([attempts], span)).toEqual({ gapMs: 100, isOpen: false });
  });
});
