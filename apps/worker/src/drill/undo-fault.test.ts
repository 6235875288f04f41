import type { DrillFault } from "@primacy/contract";
import { waitOf } from "@primacy/core/drill";
import { expect, test } from "vitest";
import { healLimitOf, healStepLimitMs } from "./undo-fault";

const limitOf = (kind: "cut_host" | "freeze_mysqld" | "kill_agent", armedForMs: number | null): number => {
  const fault: DrillFault = { kind };
  return healLimitOf({ fault, waitMs: 330_000 }, armedForMs);
};

test("a host that is cut off is asked until it has healed itself at its deadline", () => {
  expect(limitOf("cut_host", 10_000)).toBe(330_000 + 120_000 + 30_000 - 10_000);
  expect(limitOf("cut_host", null)).toBe(480_000);
});

test("a host whose deadline is near, or that is not cut off, is asked for as long as a boot takes", () => {
  expect(limitOf("cut_host", 440_000)).toBe(150_000);
  expect(limitOf("freeze_mysqld", 10_000)).toBe(150_000);
  expect(limitOf("kill_agent", 10_000)).toBe(60_000);
});

test("the longest wait leaves the step the time in which a group comes back", () => {
  const longestMs = healLimitOf(
    {
      fault: { kind: "cut_host" },
      waitMs: waitOf({ fault: { kind: "cut_host" }, objectiveMs: 3_600_000 }, 0),
    },
    null,
  );
  expect(healStepLimitMs - longestMs).toBeGreaterThanOrEqual(900_000 + 60_000);
});
