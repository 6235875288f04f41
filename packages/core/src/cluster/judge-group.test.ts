import type { MemberView } from "@primacy/contract/agent";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GroupView } from "./group-view";
import { judgeGroup } from "./judge-group";

type Row = readonly [id: number, state: string, role?: string];

function view(observer: number, rows: readonly Row[], isSinglePrimary: boolean | null = true): GroupView {
  return { observer: `u${observer}`, isSinglePrimary, members: rows.map(member) };
}

function member([id, state, role = "SECONDARY"]: Row): MemberView {
  return { serverUuid: `u${id}`, host: `10.0.0.${id}`, port: 3306, state, role, version: "9.7.4" };
}

const healthy: readonly Row[] = [
  [1, "ONLINE", "PRIMARY"],
  [2, "ONLINE"],
  [3, "ONLINE"],
];

describe("judgeGroup", () => {
  it("says nothing when nobody says anything", () => {
    const judged = judgeGroup([]);
    expect(judged).toMatchObject({ isSinglePrimary: null, hasMajority: null, primaryUuid: null });
    expect(judged.members).toEqual([]);
  });

  it("repeats what all agree on", () => {
    const judged = judgeGroup([1, 2, 3].map((observer) => view(observer, healthy)));
    expect(judged).toMatchObject({
      isSinglePrimary: true,
      hasMajority: true,
      primaryUuid: "u1",
      onlineCount: 3,
      voterCount: 3,
      disagreements: [],
    });
  });

  it("counts a member that recovers for the majority, for it votes; one that is not reached is missed", () => {
    const rows: readonly Row[] = [
      [1, "ONLINE", "PRIMARY"],
      [2, "RECOVERING"],
    ];
    const judge = (all: readonly Row[]): ReturnType<typeof judgeGroup> =>
      judgeGroup([1, 2].map((observer) => view(observer, all)));
    expect(judge(rows)).toMatchObject({ hasMajority: true, onlineCount: 1, voterCount: 2 });
    const cut: readonly Row[] = [...rows, [3, "UNREACHABLE"], [4, "UNREACHABLE"]];
    expect(judge(cut)).toMatchObject({ hasMajority: false, onlineCount: 1, voterCount: 4 });
  });

  it("outvotes a deposed primary that still claims the role after it was expelled", () => {
    const others: readonly Row[] = [
      [2, "ONLINE", "PRIMARY"],
      [3, "ONLINE"],
    ];
    const judged = judgeGroup([view(1, healthy), view(2, others), view(3, others)]);
    expect(judged.primaryUuid).toBe("u2");
    expect(judged.members.find((one) => one.serverUuid === "u1")?.state).toBeNull();
    expect(judged.disagreements).toContainEqual({
      observer: "u1",
      subject: "u1",
      state: "ONLINE",
      role: "PRIMARY",
    });
    expect(judged.hasMajority).toBe(true);
  });

  it("believes those who see a majority when votes are equal", () => {
    const minority: readonly Row[] = [
      [1, "ONLINE", "PRIMARY"],
      [2, "UNREACHABLE"],
      [3, "UNREACHABLE"],
    ];
    const majority: readonly Row[] = [
      [2, "ONLINE", "PRIMARY"],
      [3, "ONLINE"],
    ];
    const judged = judgeGroup([view(1, minority), view(2, majority)]);
    expect(judged.primaryUuid).toBe("u2");
    expect(judged.members.find((one) => one.serverUuid === "u3")?.state).toBe("ONLINE");
  });

  it("sees no majority when only a cut-off member speaks", () => {
    const judged = judgeGroup([
      view(1, [
        [1, "ONLINE", "PRIMARY"],
        [2, "UNREACHABLE"],
        [3, "UNREACHABLE"],
      ]),
    ]);
    expect(judged).toMatchObject({ hasMajority: false, onlineCount: 1, voterCount: 3 });
  });

  it("lets a server outside the group speak for itself only", () => {
    const rest: readonly Row[] = [
      [2, "ONLINE", "PRIMARY"],
      [3, "ONLINE"],
    ];
    const judged = judgeGroup([view(1, [[1, "OFFLINE", ""]]), view(2, rest), view(3, rest)]);
    expect(judged.members.map((one) => one.state)).toEqual(["OFFLINE", "ONLINE", "ONLINE"]);
    expect(judged.voterCount).toBe(2);
  });

  it("sees a new primary at once, though the others have not looked since", () => {
    const before = { confirmedAtMs: 100 };
    const switched: readonly Row[] = [
      [1, "ONLINE"],
      [2, "ONLINE", "PRIMARY"],
      [3, "ONLINE"],
    ];
    const judged = judgeGroup([
      { ...view(1, healthy), ...before, claimsPrimarySinceMs: 10 },
      { ...view(2, switched), confirmedAtMs: 200, claimsPrimarySinceMs: 200 },
      { ...view(3, healthy), ...before },
    ]);
    expect(judged.primaryUuid).toBe("u2");
  });

  it("still outvotes an old claim that the others have denied since", () => {
    const others: readonly Row[] = [
      [2, "ONLINE", "PRIMARY"],
      [3, "ONLINE"],
    ];
    const judged = judgeGroup([
      { ...view(1, healthy), confirmedAtMs: 900, claimsPrimarySinceMs: 10 },
      { ...view(2, others), confirmedAtMs: 500, claimsPrimarySinceMs: 400 },
      { ...view(3, others), confirmedAtMs: 500 },
    ]);
    expect(judged.primaryUuid).toBe("u2");
    expect(judged.members.find((one) => one.serverUuid === "u1")?.state).toBeNull();
  });

  it("names no primary when two claim the role", () => {
    const both: readonly Row[] = [
      [1, "ONLINE", "PRIMARY"],
      [2, "ONLINE", "PRIMARY"],
    ];
    const judged = judgeGroup([view(1, both, false), view(2, both, false)]);
    expect(judged).toMatchObject({ primaryUuid: null, primaryUuids: ["u1", "u2"], isSinglePrimary: false });
  });

  it("does not depend on the order of views or rows", () => {
    const state = fc.constantFrom("ONLINE", "RECOVERING", "UNREACHABLE", "OFFLINE", "ERROR");
    const row = fc.tuple(fc.integer({ min: 1, max: 4 }), state, fc.constantFrom("PRIMARY", "SECONDARY"));
    const rows = fc.uniqueArray(row, { selector: ([id]) => id, maxLength: 4 });
    const views = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4 }), rows), {
      selector: ([id]) => id,
      maxLength: 4,
    });
    void fc.assert(
      fc.property(views, (drawn) => {
        const forward = judgeGroup(drawn.map(([observer, list]) => view(observer, list)));
        const backward = judgeGroup(
          [...drawn].reverse().map(([observer, list]) => view(observer, [...list].reverse())),
        );
        expect(backward.members).toEqual(forward.members);
        expect(backward.primaryUuid).toEqual(forward.primaryUuid);
        expect(backward.hasMajority).toEqual(forward.hasMajority);
      }),
    );
  });
});
