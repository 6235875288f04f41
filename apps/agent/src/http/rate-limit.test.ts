import { expect, test } from "vitest";
import { RateLimit } from "./rate-limit";

test("each caller has its own count, which starts again each second", () => {
  const limit = new RateLimit(2);
  expect([0, 10, 20].map((atMs) => limit.isAllowed("a", atMs))).toEqual([true, true, false]);
  expect(limit.isAllowed("b", 30)).toBe(true);
  expect(limit.isAllowed("a", 1000)).toBe(true);
});
