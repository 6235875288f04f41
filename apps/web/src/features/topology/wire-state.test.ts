import type { WireVerdict } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { noOwner, observerId, oneOwner, twoOwners, vipWith } from "./wire.fixture";
import { lookOfWire, nameOfAnswerer } from "./wire-state";

describe("how the wire of a VIP is drawn", () => {
  const rows: readonly (readonly [string, WireVerdict, string, string, number])[] = [
    ["nobody could ask", { ...noOwner, state: "unknown" }, "unknown", "unknown", 0],
    ["the rightful one answers", oneOwner, "one", "ok", 1],
    ["another one answers", { ...oneOwner, isRightful: false }, "wrong", "warning", 1],
    ["nobody answers for what is held", noOwner, "none", "warning", 0],
    ["two answer", twoOwners, "many", "failed", 2],
  ];
  it.each(rows)("%s", (_, verdict, word, tone, count) => {
    expect(lookOfWire(vipWith(verdict))).toEqual({ word, tone, count });
  });

  it("calls a host beside the cluster by its name, and a stranger by none", () => {
    const owner = { hostId: observerId, name: "app1", macs: [], isRightful: false, seenBy: [] };
    expect(nameOfAnswerer(vipWith({ ...oneOwner, owners: [owner] }), [], observerId)).toBe("app1");
    expect(nameOfAnswerer(vipWith(oneOwner), [], null)).toBeNull();
  });
});
