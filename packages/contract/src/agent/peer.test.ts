import { describe, expect, test } from "vitest";
import { IncarnationId, ReleaseNonce } from "./peer";

describe("the nonce of a release request", () => {
  const incarnation = "0123456789abcdef";

  test.each([
    ["the shortest incarnation", `${incarnation}:1`],
    ["the longest one, of a holder that defends", `${"f".repeat(40)}:defend:999999999999999`],
  ])("is taken with %s", (_case, nonce) => {
    expect(ReleaseNonce.safeParse(nonce).success).toBe(true);
    expect(nonce.length).toBeLessThanOrEqual(64);
  });

  test.each([
    ["no incarnation", ":1"],
    ["one that is too short", "0123456789abcde:1"],
    ["one that is too long", `${"f".repeat(41)}:1`],
    ["no attempt", incarnation],
    ["anything behind it", `${incarnation}:1\n`],
  ])("is refused with %s", (_case, nonce) => {
    expect(ReleaseNonce.safeParse(nonce).success).toBe(false);
  });

  test("an incarnation is 16 to 40 letters and digits", () => {
    expect(IncarnationId.safeParse(incarnation).success).toBe(true);
    for (const bad of ["", "run", `${incarnation}:`, "f".repeat(41)])
      expect(IncarnationId.safeParse(bad).success).toBe(false);
  });
});
