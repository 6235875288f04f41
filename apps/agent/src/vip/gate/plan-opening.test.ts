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

test("a gate that is open for nearly as long is left alone, and renewed once a part of its time has passed", () => {
  const opening = { openUntilMs: 2900, guardUntilMs: 62_900, isGuardRenewed: true };
  expect(planOpening(opening, 1250, 1900, guardMs)).toBeNull();
  expect(planOpening(opening, 1500, 1900, guardMs)).toEqual({
    openUntilMs: 3400,
    guardUntilMs: 62_900,
    isGuardRenewed: false,
  });
});

test("the guard is renewed before half of its time is over", () => {
  const opening = { openUntilMs: 30_000, guardUntilMs: 62_900, isGuardRenewed: false };
  expect(planOpening(opening, 33_000, 1900, guardMs)).toMatchObject({ isGuardRenewed: true });
});

test("a short opening is renewed after a quarter of its time", () => {
  const opening = { openUntilMs: 1100, guardUntilMs: 62_900, isGuardRenewed: true };
  expect(planOpening(opening, 1020, 100, guardMs)).toBeNull();
  expect(planOpening(opening, 1030, 100, guardMs)).not.toBeNull();
});
