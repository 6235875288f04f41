import { expect, test, vi } from "vitest";
import { onPulse } from "./pulse";

test("each task is done at its own pace, in the same turns, until it is ended", () => {
  vi.useFakeTimers();
  try {
    const done: string[] = [];
    const stopFast = onPulse(500, () => done.push(`fast ${performance.now()}`));
    const stopSlow = onPulse(1000, () => done.push(`slow ${performance.now()}`));
    const beganMs = performance.now();
    vi.advanceTimersByTime(2000);
    const at = (kind: string): number[] =>
      done.filter((entry) => entry.startsWith(kind)).map((entry) => Number(entry.slice(5)) - beganMs);
    expect(at("fast")).toEqual([500, 1000, 1500, 2000]);
    expect(at("slow")).toHaveLength(2);
    expect(at("fast")).toEqual(expect.arrayContaining(at("slow")));
    stopFast();
    stopFast();
    vi.advanceTimersByTime(2000);
    expect(at("fast")).toHaveLength(4);
    expect(at("slow")).toHaveLength(4);
    stopSlow();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
