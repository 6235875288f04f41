import { describe, expect, it } from "vitest";
import { type HoldEvent, listHolders, listHoldIntervals, listHoldOverlaps } from "./hold-history";

const added = (host: string, atMs: number): HoldEvent => ({ host, kind: "added", atMs });
const removed = (host: string, atMs: number): HoldEvent => ({ host, kind: "removed", atMs });

describe("the history of who holds an address", () => {
  it("shows a move as two intervals that do not overlap", () => {
    const events = [added("db1", 1), removed("db1", 5), added("db2", 5)];
    expect(listHoldIntervals(events)).toEqual([
      { host: "db1", fromMs: 1, toMs: 5 },
      { host: "db2", fromMs: 5, toMs: null },
    ]);
    expect(listHoldOverlaps(events)).toEqual([]);
    expect(listHolders(events)).toEqual(["db2"]);
  });

  it("takes a renewed lease for the same interval", () => {
    const events = [added("db1", 1), added("db1", 2), added("db1", 3), removed("db1", 4)];
    expect(listHoldIntervals(events)).toEqual([{ host: "db1", fromMs: 1, toMs: 4 }]);
  });

  it("finds an overlap by the order of events, even where their dates are equal", () => {
    const events = [added("db1", 1), added("db2", 7), removed("db1", 7)];
    expect(listHoldOverlaps(events)).toEqual([{ hosts: ["db1", "db2"], fromMs: 7, toMs: 7 }]);
  });

  it("names everybody who took part in an overlap, and leaves it open while it lasts", () => {
    const events = [added("db1", 1), added("db2", 2), removed("db1", 3), added("db3", 4)];
    expect(listHoldOverlaps(events)).toEqual([
      { hosts: ["db1", "db2"], fromMs: 2, toMs: 3 },
      { hosts: ["db2", "db3"], fromMs: 4, toMs: null },
    ]);
  });

  it("ignores the removal of what was not held", () => {
    expect(listHoldIntervals([removed("db1", 1)])).toEqual([]);
  });
});
