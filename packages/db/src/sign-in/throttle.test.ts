import { expect, test } from "vitest";
import { planWait } from "./throttle";

test.each([
  ["name_at_network", 0, 0, 0],
  ["name_at_network", 4, 0, 0],
  ["name_at_network", 5, 0, 1_000],
  ["name_at_network", 5, 400, 600],
  ["name_at_network", 5, 2_000, 0],
  ["name_at_network", 8, 0, 8_000],
  ["name_at_network", 100, 0, 60_000],
  ["name_at_network", 5_000, 59_000, 1_000],
  ["name", 4, 0, 0],
  ["name", 5, 0, 1_000],
  ["name", 5_000, 0, 4_000],
  ["network", 19, 0, 0],
  ["network", 20, 0, 1_000],
  ["network", 60, 0, 300_000],
] as const)("%s with %i failures, the last %i ms ago, waits %i ms", (kind, failures, sinceLastMs, waitMs) => {
  expect(planWait(kind, { failures, sinceLastMs })).toBe(waitMs);
});
