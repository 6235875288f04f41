import { describe, expect, it } from "vitest";
import { type AssembledTopology, assembleTopology } from "./assemble";
import type { TopologySnapshot } from "./snapshot";
import { idOf, mysqlOf, rows, sightOf, snapshotWith } from "./topology-snapshot.fixture";

const all = ["ONLINE", "ONLINE", "ONLINE"];

/** What each server says, by its number: which states, and who is the primary. */
function saying(
  views: readonly (readonly [states: readonly string[], primary: number])[],
  second: number,
): TopologySnapshot {
  return snapshotWith({
    observedAt: new Date(Date.parse("2026-11-21T10:00:00.000Z") + second * 1_000).toISOString(),
    agents: views.map(([states, primary], index) => {
      const n = index + 1;
      const memberRole = primary === n ? "PRIMARY" : "SECONDARY";
      return sightOf(n, { mysql: mysqlOf(n, { members: rows(states, primary), memberRole }) });
    }),
    vips: [],
    wire: [],
  });
}

/** The disputes that are shown, picture after picture. */
function shown(pictures: readonly TopologySnapshot[]): readonly (readonly string[])[] {
  let before: AssembledTopology | null = null;
  return pictures.map((of) => {
    const next: AssembledTopology = assembleTopology(of, before);
    before = next;
    return next.problems.map((one) => one.text);
  });
}

describe("servers that say different things of a member", () => {
  it("are no warning while a switchover is on its way to all of them", () => {
    const pictures = [
      saying(
        [
          [all, 1],
          [all, 1],
          [all, 1],
        ],
        0,
      ),
      saying(
        [
          [all, 2],
          [all, 2],
          [all, 1],
        ],
        1,
      ),
      saying(
        [
          [all, 2],
          [all, 2],
          [all, 1],
        ],
        2,
      ),
      saying(
        [
          [all, 2],
          [all, 2],
          [all, 2],
        ],
        3,
      ),
      saying(
        [
          [all, 2],
          [all, 2],
          [all, 2],
        ],
        9,
      ),
    ];
    expect(shown(pictures)).toEqual([[], [], [], [], []]);
    const during = assembleTopology(
      saying(
        [
          [all, 2],
          [all, 2],
          [all, 1],
        ],
        1,
      ),
    );
    expect(during.tone).toBe("ok");
    expect(during.hosts[0]?.members[0]?.differing).toEqual([
      { observer: "db3", state: "ONLINE", role: "PRIMARY", since: "2026-11-21T10:00:01.000Z" },
    ]);
  });

  it("are one once they have done so for longer than an old view may count", () => {
    const split = [0, 2, 3, 4, 60].map((second) =>
      saying(
        [
          [all, 2],
          [all, 2],
          [all, 1],
        ],
        second,
      ),
    );
    const said = ["db3 reports db1 as ONLINE, PRIMARY.", "db3 reports db2 as ONLINE, SECONDARY."];
    expect(shown(split)).toEqual([[], [], [], said, said]);
  });

  it("are one where two are each the primary by the word of their part", () => {
    const split = [0, 4].map((second) =>
      saying(
        [
          [all, 1],
          [all, 2],
          [all, 2],
        ],
        second,
      ),
    );
    expect(shown(split).at(-1)).toContain("db1 reports db1 as ONLINE, PRIMARY.");
  });

  it("are one where their lists of members differ, also where what they say changes meanwhile", () => {
    const without = ["ONLINE", "ONLINE", ""];
    const unreached = ["ONLINE", "ONLINE", "UNREACHABLE"];
    const split = [
      saying(
        [
          [unreached, 1],
          [all, 1],
          [all, 1],
        ],
        0,
      ),
      saying(
        [
          [without, 1],
          [all, 1],
          [all, 1],
        ],
        2,
      ),
      saying(
        [
          [without, 1],
          [all, 1],
          [all, 1],
        ],
        4,
      ),
    ];
    expect(shown(split)).toEqual([[], [], ["db1 does not list db3."]]);
  });

  it("agree where the group does not list a server that says itself that it is out", () => {
    const stopped = [0, 9].map((second) => {
      const without: readonly [readonly string[], number] = [["ONLINE", "ONLINE", ""], 1];
      return saying([without, without, [["", "", "OFFLINE"], 0]], second);
    });
    expect(shown(stopped)).toEqual([[], []]);
  });

  it("begin anew once they have agreed", () => {
    const split = (second: number): TopologySnapshot =>
      saying(
        [
          [all, 2],
          [all, 2],
          [all, 1],
        ],
        second,
      );
    const agreed = saying(
      [
        [all, 2],
        [all, 2],
        [all, 2],
      ],
      2,
    );
    expect(shown([split(0), agreed, split(3), split(5)]).flat()).toEqual([]);
    expect(assembleTopology(agreed).hosts[0]?.members[0]?.differing).toEqual([]);
    expect(assembleTopology(agreed).primaryMemberId).toBe(idOf(2));
  });
});
