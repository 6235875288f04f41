import { expect, test } from "vitest";
import { HostClock } from "./host-clock";

const at = (monotonicMs: number, bootId = "boot-1") => ({ bootId, monotonicMs });

test("the clock of a host is told by the quickest answer, to half of what that took", () => {
  const clock = new HostClock();
  expect(clock.isKnown).toBe(false);
  expect([clock.offsetAt(1), clock.offsetBy(1)]).toEqual([null, null]);
  clock.note(at(7_000), 1_000, 1_040);
  expect(clock.offsetAt(7_000)).toEqual({ offsetMs: -5_980, errorMs: 20 });
  clock.note(at(9_000), 3_000, 3_004);
  expect(clock.offsetAt(9_000)).toEqual({ offsetMs: -5_998, errorMs: 2 });
  expect(clock.offsetBy(3_002)).toEqual({ offsetMs: -5_998, errorMs: 2 });
  // A slow answer says nothing better.
  clock.note(at(11_500), 5_000, 5_900);
  expect(clock.offsetAt(9_000)).toEqual({ offsetMs: -5_998, errorMs: 2 });
});

test("the error grows by 0.1 ms a second from the answer to the instant, on either side of it", () => {
  const clock = new HostClock();
  clock.note(at(0), 100_000, 100_002);
  for (const hostMs of [-600_000, 600_000])
    expect(clock.offsetAt(hostMs)).toEqual({ offsetMs: 100_001, errorMs: expect.closeTo(61, 6) });
  expect(clock.offsetBy(700_001)?.errorMs).toBeCloseTo(61, 6);
});

test("after 20 min each instant is placed by an answer of its time, although one long ago was quicker", () => {
  const clock = new HostClock();
  // The host's clock loses 50 ms in 1,000 s.
  const read = (consoleMs: number) => at(consoleMs * (1 - 0.00005));
  for (let askedMs = 0; askedMs <= 1_200_000; askedMs += 2_000) {
    const tookMs = askedMs === 0 ? 0.2 : 2;
    clock.note(read(askedMs + tookMs / 2), askedMs, askedMs + tookMs);
  }
  for (const consoleMs of [0, 30_000, 600_000, 1_200_000]) {
    const { monotonicMs } = read(consoleMs);
    const { offsetMs, errorMs } = clock.offsetAt(monotonicMs) ?? { offsetMs: 0, errorMs: 0 };
    expect(errorMs).toBeLessThan(4);
    expect(Math.abs(monotonicMs + offsetMs - consoleMs)).toBeLessThanOrEqual(errorMs);
  }
});

test("another boot of a host is another clock", () => {
  const clock = new HostClock();
  clock.note(at(7_000), 1_000, 1_002);
  clock.note(at(40, "boot-2"), 9_000, 9_100);
  expect(clock.offsetAt(40)).toEqual({ offsetMs: 9_010, errorMs: 50 });
});
