import { describe, expect, it } from "vitest";
import { heardUntilRemoved } from "./heard-again";

describe("heardUntilRemoved", () => {
  it("is a server that never missed the member, or that heard it again", () => {
    expect(heardUntilRemoved(["removed"])).toBe(true);
    expect(heardUntilRemoved(["unreachable", "reachable", "removed"])).toBe(true);
  });

  it("is not one that missed it to the end, nor one that removed nobody", () => {
    expect(heardUntilRemoved(["unreachable", "removed"])).toBe(false);
    expect(heardUntilRemoved(["unreachable", "reachable", "unreachable", "removed"])).toBe(false);
    expect(heardUntilRemoved(["unreachable", "removed", "reachable", "removed"])).toBe(false);
    expect(heardUntilRemoved(["unreachable", "reachable"])).toBe(false);
    expect(heardUntilRemoved([])).toBe(false);
  });
});
