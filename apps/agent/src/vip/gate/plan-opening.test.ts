import { expect, test } from "vitest";
import { planOpening } from "./plan-opening";

const guardMs = 60_000;

test("a closed gate is opened and guarded", () => {
  expect(planOpening(undefined, 1000, 1900, guardMs)).toEqual({
    openUntilMs: 2900,
    guardUntilMs: 62_900,
    isGuardRenewed: true,
  });
});

test("a gate that is open for as long is left alone, and never closes before the time that a renewal gave", () => {
  const opening = { openUntilMs: 2900, guardUntilMs: 62_900, isGuardRenewed: true };
  expect(planOpening(opening, 1010, 1900, guardMs)).toBeNull();
  expect(planOpening(opening, 1250, 1900, guardMs)).toEqual({
    openUntilMs: 3150,
    guardUntilMs: 62_900,
    isGuardRenewed: false,
  });
});

test("the guard is renewed before half of its time is over", () => {
  const opening = { openUntilMs: 30_000, guardUntilMs: 62_900, isGuardRenewed: false };
  expect(planOpening(opening, 33_000, 1900, guardMs)).toMatchObject({ isGuardRenewed: true });
});
