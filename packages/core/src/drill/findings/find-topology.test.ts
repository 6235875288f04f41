import { describe, expect, it } from "vitest";
import { cutRecord, recordedDrill, withSilence, zeroMs } from "./drill-record.fixture";
import { findDrill } from "./find-drill";

const told = (group: ReturnType<typeof findDrill>["before"]) =>
  group?.members.map(({ name, state, role, holds }) => [name, state, role, holds]);

describe("the group before and after a drill", () => {
  it("is what the majority and each kernel said when the fault was about to be ordered, and at the end", () => {
    const { before, after } = findDrill(recordedDrill());
    expect(before?.atMs).toBe(-40);
    expect(told(before)).toEqual([
      ["db1", "ONLINE", "PRIMARY", ["10.77.0.100"]],
      ["db2", "ONLINE", "SECONDARY", []],
      ["db3", "ONLINE", "SECONDARY", []],
    ]);
    expect(before?.members.map(({ isReadOnly }) => isReadOnly)).toEqual([false, true, true]);
    expect(told(after)).toEqual([
      ["db1", "ONLINE", "SECONDARY", []],
      ["db2", "ONLINE", "PRIMARY", ["10.77.0.100"]],
      ["db3", "ONLINE", "SECONDARY", []],
    ]);
  });

  it("has no end before the heal begins, and tells of a member that is not back by then", () => {
    const record = recordedDrill();
    expect(findDrill(cutRecord(record, zeroMs - 1_000))).toMatchObject({ before: null, after: null });
    expect(findDrill(cutRecord(record, zeroMs + 9_000)).after).toBeNull();
    const healing = findDrill(cutRecord(record, (record.healBegunMs ?? 0) + 200));
    // Its server does not answer, and no view has it.
    expect(told(healing.after)?.[0]).toEqual(["db1", null, null, []]);
    expect(told(healing.after)?.[1]).toEqual(["db2", "ONLINE", "PRIMARY", ["10.77.0.100"]]);
  });

  it("takes the view that reaches most of the group, and of a silent host says no more than the others do", () => {
    const record = withSilence(recordedDrill(), 2, -4_000);
    const { before } = findDrill(record);
    expect(before?.members[1]).toEqual({
      ...{ name: "db2", state: "ONLINE", role: "SECONDARY", isReadOnly: null, holds: null },
    });
    const suspected = { ...recordedDrill(), healBegunMs: zeroMs + 5_000 };
    const { after } = findDrill(cutRecord(suspected, zeroMs + 5_330));
    // db2 calls it UNREACHABLE by then; db3 does not yet.
    expect(after?.members[0]?.state).toBe("ONLINE");
  });
});
