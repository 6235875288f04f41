import { describe, expect, it } from "vitest";
import { formatAvailability } from "./format-availability";

describe("how available an endpoint was", () => {
  it.each([
    [86_400, 86_400, "100%"],
    [2_592_000, 2_591_999, "99.99996%"],
    [100_000_000, 99_999_999, "99.99999%"],
    [86_400, 86_393, "99.99189%"],
    [3, 2, "66.66666%"],
    [10, 0, "0%"],
  ])("of %d attempts with %d acknowledged is %s", (attempts, acked, told) => {
    expect(formatAvailability({ attempts, acked }, "en")).toBe(told);
  });
});
