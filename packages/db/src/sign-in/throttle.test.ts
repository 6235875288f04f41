import { expect, test } from "vitest";
import { planWait } from "./throttle";

test.each([
  ["name", 0, 0, 0],
  ["name", 4, 0, 0],
  ["name", 5, 0, 1_000],
  ["name", 5, 400, 600],
  ["name", 5, 2_000, 0],
  ["name", 8, 0, 8_000],
  ["name", 100, 0, 60_000],
  ["name", 5_000, 59_000, 1_000],
  ["address", 19, 0, 0],
  ["address", 20, 0, 1_000],
  ["address", 60, 0, 300_000],
] as const)("%s with %i failures, the last %i ms ago, waits %i ms", (kind, failures, sinceLastMs, waitMs) => {
  expect(planWait(kind, { failures, sinceLastMs })).toBe(waitMs);
});
