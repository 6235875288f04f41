import { describe, expect, it } from "vitest";
import { boundOfMajorityTimeout, fittingMajorityTimeout, isMajorityTimeoutFit } from "./majority-timeout";

describe("the majority timeout", () => {
  it.each([
    [[0, 0, 0], 4],
    [[5, 5, 5], 4],
    [[3, 5, 7], 2],
    [[0, 5, 5], 4],
    [[0, 3, 5], 2],
    [[1, 5, 5], null],
  ])("for expel timeouts %j is %s", (expels, value) => {
    expect(fittingMajorityTimeout(boundOfMajorityTimeout(expels))).toBe(value);
  });

  it("that is set passes the same rule, whatever the expel timeouts", () => {
    for (const first of [0, 1, 2, 3, 5, 30])
      for (const second of [0, 1, 2, 3, 5, 30]) {
        const bound = boundOfMajorityTimeout([first, second]);
        const value = fittingMajorityTimeout(bound);
        if (value === null) expect(bound).toBe(1);
        else expect(isMajorityTimeoutFit(value, bound)).toBe(true);
      }
  });

  it("is unfit where it is endless, or ends with the expel timeout or later", () => {
    expect([0, 2, 3, 4].map((seconds) => isMajorityTimeoutFit(seconds, 3))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect([0, 60].map((seconds) => isMajorityTimeoutFit(seconds, null))).toEqual([false, true]);
  });
});
