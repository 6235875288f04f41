import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeAvailability } from "./availability";
import { countAttempt, type ProberMinute } from "./minutes";
import {
  findOutage,
  followAttempts,
  measureOutage,
  noCourse,
  type Outage,
  type ProberAttempt,
} from "./outages";
import { proberLaneAt, proberLaneOf } from "./prober-lane";

const attempt = (startedMs: number, isAcked: boolean, tookMs = 20): ProberAttempt => ({
  startedMs,
  endedMs: startedMs + tookMs,
  isAcked,
});

function outagesOf(attempts: readonly ProberAttempt[]): readonly Outage[] {
  const outages: Outage[] = [];
  let course = noCourse;
  for (const one of attempts) {
    const next = followAttempts(course, one);
    course = next.course;
    if (next.over !== null) outages.push(next.over);
  }
  return course.outage === null ? outages : [...outages, course.outage];
}

describe("availability", () => {
  it.each([
    ["all acknowledged, all the time", { days: 1, attempts: 86_400, acked: 86_400 }, 1, 1],
    [
      "ten seconds of a day not acknowledged",
      { days: 1, attempts: 86_400, acked: 86_390 },
      1,
      86_390 / 86_400,
    ],
    [
      "half of the time nobody tried, which is neither up nor down",
      { days: 1, attempts: 43_200, acked: 43_200 },
      0.5,
      1,
    ],
    ["nothing was tried", { days: 30, attempts: 0, acked: 0 }, 0, null],
    ["an attempt more than was due", { days: 1, attempts: 86_401, acked: 86_401 }, 1, 1],
  ])("is told with how much of the time was observed: %s", (_what, tried, observed, available) => {
    expect(judgeAvailability(tried)).toMatchObject({ observed, available });
  });
});

describe("outages", () => {
  it("reach from the last acknowledgement to the next, with the error of what was not tried in between", () => {
    const [outage, ...others] = outagesOf([
      ...[0, 1_000].map((ms) => attempt(ms, true)),
      ...[2_000, 3_000, 4_000, 5_000].map((ms) => attempt(ms, false, 100)),
      ...[6_000, 7_000].map((ms) => attempt(ms, true)),
    ]);
    expect(others).toEqual([]);
    expect(outage).toMatchObject({ fromMs: 1_020, toMs: 6_020, failed: 4, isOpen: false });
    expect(outage === undefined ? null : measureOutage(outage)).toEqual({ gapMs: 5_000, errorMs: 2_100 });
  });

  it("last while nothing is acknowledged, and end where nobody tried any more", () => {
    const failing = [attempt(0, true), attempt(1_000, false), attempt(2_000, false)];
    expect(outagesOf(failing)).toMatchObject([{ isOpen: true, fromMs: 20, toMs: 2_020 }]);
    expect(outagesOf([...failing, attempt(60_000, true)])).toMatchObject([{ isOpen: false, toMs: 2_020 }]);
    expect(outagesOf([...failing, attempt(60_000, false)])).toMatchObject([
      { isOpen: false, toMs: 2_020 },
      { isOpen: true, fromMs: 60_000 },
    ]);
  });

  it("of a time are found, the longest of them", () => {
    const outage = (fromMs: number, toMs: number): Outage => ({
      fromMs,
      toMs,
      certainMs: 0,
      failed: 1,
      isOpen: false,
    });
    const all = [outage(0, 10), outage(20, 50), outage(60, 70)];
    expect(findOutage(all, 5, 65)).toEqual(all[1]);
    expect(findOutage(all, 80, 90)).toBeNull();
  });

  it("of any attempts never overlap, are never shorter than what is certain of them, and cover every attempt that failed", () => {
    const step = fc.record({
      afterMs: fc.integer({ min: 900, max: 9_000 }),
      tookMs: fc.integer({ min: 0, max: 2_000 }),
      isAcked: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let ms = 0;
        const attempts = steps.map(({ afterMs, tookMs, isAcked }) => {
          ms += afterMs;
          return attempt(ms, isAcked, tookMs);
        });
        const outages = outagesOf(attempts);
        for (const [at, one] of outages.entries()) {
          const { gapMs, errorMs } = measureOutage(one);
          expect(errorMs).toBeGreaterThanOrEqual(0);
          expect(errorMs).toBeLessThanOrEqual(gapMs);
          const next = outages[at + 1];
          if (next !== undefined) expect(next.fromMs).toBeGreaterThanOrEqual(one.fromMs);
        }
        const failed = attempts.filter(({ isAcked }) => !isAcked);
        expect(outages.reduce((sum, one) => sum + one.failed, 0)).toBe(failed.length);
      }),
      { numRuns: 200 },
    );
  });
});

it("minutes count the seconds of each attempt, by when it began, with the slowest answer", () => {
  const attempts = [attempt(59_000, true, 40), attempt(59_900, true, 300), attempt(60_100, false, 2_000)];
  const minutes = attempts.reduce<readonly ProberMinute[]>(countAttempt, []);
  expect(minutes).toEqual([
    { minuteMs: 0, attempts: 2, acked: 2, slowestMs: 300 },
    { minuteMs: 60_000, attempts: 2, acked: 0, slowestMs: null },
  ]);
});

it.each([
  ["write_vip", "write", "write"],
  ["router_split", "both", "write"],
  ["custom", "any", "write"],
  ["custom", "read", "read"],
  ["read_vip", "read", "read"],
  ["haproxy_read", "read", "read"],
  ["router_read", "read", "read"],
  ["direct", "any", "read"],
] as const)("where clients come by %s for %s, a prober does %s", (way, purpose, lane) => {
  expect(proberLaneOf({ way, purpose })).toBe(lane);
});

it("what a prober does follows from what is at its place now, and of two there from the one that clients write through", () => {
  const place = { address: "10.77.0.9", port: 3306 };
  const reads = { ...place, way: "custom", purpose: "read" } as const;
  const writes = { ...place, way: "write_vip", purpose: "write" } as const;
  expect(proberLaneAt([{ ...writes, port: 3307 }, reads], place)).toBe("read");
  expect(proberLaneAt([reads, writes], place)).toBe("write");
  expect(proberLaneAt([{ ...writes, port: 3307 }], place)).toBeNull();
});
