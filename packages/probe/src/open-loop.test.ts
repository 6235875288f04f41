import { setTimeout as delay } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { monotonicMs } from "./monotonic";
import { startOpenLoop } from "./open-loop";

/** Stands still, as a busy machine has a process do. */
function standStill(ms: number): void {
  const untilMs = monotonicMs() + ms;
  while (monotonicMs() < untilMs);
}

it("launches each attempt no sooner than it is due, and what it was late for at once with the instant at which it was due", async () => {
  const startedMs = monotonicMs() + 20;
  const launched: { seq: number; dueMs: number; atMs: number }[] = [];
  const stop = startOpenLoop({ startedMs, everyMs: 10 }, (seq, dueMs) => {
    launched.push({ seq, dueMs, atMs: monotonicMs() });
    if (seq === 5) standStill(100);
  });
  while (launched.length < 30) await delay(5);
  stop();
  expect(launched.map(({ seq }) => seq)).toEqual(launched.map((_, index) => index));
  expect(launched.map(({ dueMs }) => dueMs)).toEqual(launched.map((_, index) => startedMs + index * 10));
  expect(launched.every(({ dueMs, atMs }) => atMs >= dueMs)).toBe(true);
  expect(launched[15]?.atMs).toBeLessThan((launched[15]?.dueMs ?? 0) + 100);
});

it("asks for whole milliseconds: a timer of a part of one wakes the process before its time, and again", async () => {
  const asked = vi.spyOn(globalThis, "setTimeout");
  try {
    const stop = startOpenLoop({ startedMs: monotonicMs() + 5.5, everyMs: 7.25 }, () => undefined);
    // Those that a busy machine is late for are launched together, after one wait.
    while (asked.mock.calls.length < 5) await delay(5);
    stop();
    const waits = asked.mock.calls.map(([, ms]) => ms);
    expect(waits.filter((ms) => !Number.isInteger(ms))).toEqual([]);
  } finally {
    asked.mockRestore();
  }
});
