import { describe, expect, it } from "vitest";
import { listHeard, type MemberNote } from "./member-log";

type What = MemberNote["what"];
const heard = (db2: readonly What[], db3: readonly What[]): string[] => {
  const toNotes = (told: readonly What[]) => told.map((what) => ({ what }));
  return listHeard(
    new Map([
      ["db2", toNotes(db2)],
      ["db3", toNotes(db3)],
    ]),
  );
};

describe("listHeard", () => {
  it("has the server that never missed whom the other one did, or that heard it again", () => {
    expect(heard(["unreachable", "removed"], ["removed"])).toEqual(["db3"]);
    expect(heard(["unreachable", "removed"], ["unreachable", "reachable", "removed"])).toEqual(["db3"]);
  });

  it("has nobody where all missed it to the end, or where it was not removed", () => {
    expect(heard(["unreachable", "removed"], ["unreachable", "removed"])).toEqual([]);
    expect(heard(["unreachable", "reachable", "unreachable", "removed"], ["unreachable", "removed"])).toEqual(
      [],
    );
    expect(heard(["unreachable", "removed", "reachable", "removed"], ["unreachable"])).toEqual([]);
    expect(heard(["unreachable", "reachable"], [])).toEqual([]);
  });

  it("has nobody where the member left in order", () => {
    expect(heard(["removed"], ["removed"])).toEqual([]);
  });
});
