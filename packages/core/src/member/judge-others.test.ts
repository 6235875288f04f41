import type { MemberRole, MemberState } from "@primacy/contract";
import { expect, it } from "vitest";
import type { GroupView } from "../cluster";
import { judgeOthers, type OtherReading } from "./judge-others";

const groupName = "0e000000-0000-4000-8000-00000000000e";
const uuid = (n: number): string => `0000000${n}-0000-4000-8000-00000000000${n}`;
const gtids = { executed: "", received: "", purged: "" };
const target = { serverUuid: uuid(3), groupName };

type Row = readonly [n: number, state: MemberState, role?: MemberRole];

function view(observer: number, rows: readonly Row[], isSinglePrimary = true): GroupView {
  return {
    observer: uuid(observer),
    isSinglePrimary,
    members: rows.map(([n, state, role = "SECONDARY"]) => ({
      serverUuid: uuid(n),
      host: `db${n}`,
      port: 3306,
      state,
      role,
      version: "8.4.0",
    })),
  };
}

function reading(
  n: number,
  rows: readonly Row[],
  change: Partial<OtherReading["server"]> = {},
): OtherReading {
  const state = rows.find(([one]) => one === n)?.[1] ?? "OFFLINE";
  return {
    name: `db${n}`,
    serverUuid: uuid(n),
    server: { uuid: uuid(n), groupName, state, gtids, hasClone: false, ...change },
    view: view(n, rows),
  };
}

it("counts what recovers among those that vote and can be reached", () => {
  const rows: readonly Row[] = [
    [1, "ONLINE", "PRIMARY"],
    [2, "RECOVERING"],
    [3, "UNREACHABLE"],
  ];
  expect(judgeOthers(target, [reading(1, rows), reading(2, rows)])).toMatchObject({
    group: { onlineCount: 1, presentCount: 2, voterCount: 3, listedState: "UNREACHABLE", isPrimary: false },
    peers: [{ name: "db1" }],
  });
});

it("knows the primary that the others do not reach, and each of several", () => {
  const cut: readonly Row[] = [
    [1, "ONLINE"],
    [2, "ONLINE"],
    [3, "UNREACHABLE", "PRIMARY"],
  ];
  expect(judgeOthers(target, [reading(1, cut), reading(2, cut)]).group.isPrimary).toBe(true);
  const all = cut.map(([n]): Row => [n, "ONLINE", "PRIMARY"]);
  const several = [1, 2].map((n) => ({ ...reading(n, all), view: view(n, all, false) }));
  expect(judgeOthers(target, several).group).toMatchObject({ isPrimary: true, isSinglePrimary: false });
});

it("takes for a peer only what the group counts as ONLINE as well", () => {
  const group: readonly Row[] = [
    [1, "ONLINE", "PRIMARY"],
    [4, "ONLINE"],
  ];
  const alone = reading(2, [[2, "ONLINE", "PRIMARY"]]);
  const peers = judgeOthers(target, [reading(1, group), alone, reading(4, group)]).peers;
  expect(peers.map((peer) => peer.name)).toEqual(["db1", "db4"]);
});

it("hears nobody of another group, and no other server at a member's address", () => {
  const rows: readonly Row[] = [[1, "ONLINE", "PRIMARY"]];
  const foreign = [reading(1, rows, { groupName: uuid(8) }), reading(1, rows, { uuid: uuid(9) })];
  for (const one of foreign)
    expect(judgeOthers(target, [one])).toMatchObject({ group: { voterCount: 0 }, peers: [] });
});
