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
  const launched: { seq: number; dueMs: number; atMs: number; turn: number }[] = [];
  let turn = 0;
  const stop = startOpenLoop({ startedMs, everyMs: 10 }, (seq, dueMs) => {
    launched.push({ seq, dueMs, atMs: monotonicMs(), turn });
    setImmediate(() => (turn += 1));
    if (seq === 5) standStill(100);
  });
  while (launched.length < 30) await delay(5);
  stop();
  expect(launched.map(({ seq }) => seq)).toEqual(launched.map((_, index) => index));
  expect(launched.map(({ dueMs }) => dueMs)).toEqual(launched.map((_, index) => startedMs + index * 10));
  expect(launched.every(({ dueMs, atMs }) => atMs >= dueMs)).toBe(true);
  // Those that became due while it stood still go at once and together, beside those that it was late for before.
  const wentOnMs = (launched[5]?.atMs ?? 0) + 100;
  const late = launched.filter(({ seq, dueMs }) => seq > 5 && dueMs <= wentOnMs);
  expect(late.length).toBeGreaterThanOrEqual(9);
  expect(new Set(late.map((one) => one.turn)).size).toBeLessThanOrEqual(2);
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
