import { describe, expect, it } from "vitest";
import { heardUntilRemoved, type MemberNote } from "./member-log";

const isHeard = (...told: MemberNote["what"][]): boolean => heardUntilRemoved(told.map((what) => ({ what })));

describe("heardUntilRemoved", () => {
  it("is a server that never missed the member, or that heard it again", () => {
    expect(isHeard("removed")).toBe(true);
    expect(isHeard("unreachable", "reachable", "removed")).toBe(true);
  });

  it("is not one that missed it to the end, nor one that removed nobody", () => {
    expect(isHeard("unreachable", "removed")).toBe(false);
    expect(isHeard("unreachable", "reachable", "unreachable", "removed")).toBe(false);
    expect(isHeard("unreachable", "removed", "reachable", "removed")).toBe(false);
    expect(isHeard("unreachable", "reachable")).toBe(false);
    expect(isHeard()).toBe(false);
  });
});
