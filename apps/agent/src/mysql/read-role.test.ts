import { describe, expect, it } from "vitest";
import { findNotPrimaryReason, parseRoleCheck, parseRoleRead, type RoleCheck } from "./read-role";
import { primaryRows, secondaryRows, stoppedRows, uuids } from "./server-rows.fixture";

const primary: RoleCheck = {
  memberState: "ONLINE",
  role: "PRIMARY",
  isSinglePrimary: true,
  serverUuid: uuids.db1,
  isSuperReadOnly: false,
  isOfflineMode: false,
  viewId: "17953340448205795:3",
  connectionId: "83",
};

describe("the role check", () => {
  it("is read as the server gives it", () => {
    expect(parseRoleCheck([primaryRows.roleCheck])).toEqual(primary);
    expect(parseRoleCheck([stoppedRows.roleCheck])).toMatchObject({
      memberState: "OFFLINE",
      role: "unknown",
      isSuperReadOnly: true,
      viewId: "",
    });
  });

  it("has no view where it is asked without one", () => {
    const row = `["${uuids.db1}", 0, 0, 1, 83, ["ONLINE", "PRIMARY"]]`;
    expect(parseRoleCheck([row])).toEqual({ ...primary, viewId: "" });
  });

  it("is read with flags and numbers as texts, as another server may give them", () => {
    const row = `["${uuids.db1}", "OFF", false, "ON", "83", ["ONLINE", "PRIMARY", "more"], "17953340448205795:3", "more"]`;
    expect(parseRoleCheck([row])).toEqual(primary);
  });

  it("is none where the row cannot be read, or is another server's silence", () => {
    for (const row of [
      undefined,
      [null],
      ["{}"],
      ["[]"],
      ['[null, 0, 0, 1, 83, ["ONLINE", "PRIMARY"], "1:1"]'],
    ])
      expect(parseRoleCheck(row)).toBeNull();
  });

  it("never looks writable, or like a primary, where a value is none", () => {
    const strange = parseRoleCheck([`["${uuids.db1}", {}, [], "?", 83, ["ONLINE", "PRIMARY"], 7]`]);
    expect(strange).toMatchObject({
      isSuperReadOnly: true,
      isOfflineMode: true,
      isSinglePrimary: null,
      viewId: "",
    });
    expect(strange === null ? null : findNotPrimaryReason(strange)).toBe("mode-unknown");
    expect(findNotPrimaryReason({ ...primary, isSinglePrimary: false })).toBe("multi-primary");
    expect(findNotPrimaryReason({ ...primary, isSuperReadOnly: true })).toBe("super-read-only");
    expect(findNotPrimaryReason(primary)).toBeNull();
  });

  it("knows no state that the server does not name", () => {
    const other = parseRoleCheck([`["${uuids.db1}", 0, 0, 1, 83, ["LEAVING", "ARBITRATOR"], "1:1"]`]);
    expect(other).toMatchObject({ memberState: "unknown", role: "unknown" });
    const flat = parseRoleCheck([`["${uuids.db1}", 0, 0, 1, 83, "ONLINE", "PRIMARY", "1:1"]`]);
    expect(flat).toMatchObject({ memberState: "unknown", role: "unknown" });
  });
});

describe("the cheap role read", () => {
  it("is read as the server gives it, and no row is a server outside any group", () => {
    expect(parseRoleRead([primaryRows.roleRead])).toEqual({
      role: { memberState: "ONLINE", role: "PRIMARY", singlePrimary: true },
      isUnreachableShown: true,
      group: "3 2 1",
    });
    expect(parseRoleRead([secondaryRows.roleRead])).toMatchObject({
      role: { role: "SECONDARY" },
      isUnreachableShown: false,
      group: "3 3 0",
    });
    expect(parseRoleRead(undefined).role).toEqual({
      memberState: "OFFLINE",
      role: "unknown",
      singlePrimary: null,
    });
  });

  it("says that nothing is known where the row cannot be read, not that the server has left its group", () => {
    for (const row of [[null], ["{}"], ["[1"]])
      expect(parseRoleRead(row)).toEqual({
        role: { memberState: "unknown", role: "unknown", singlePrimary: null },
        isUnreachableShown: false,
        group: "",
      });
  });
});
