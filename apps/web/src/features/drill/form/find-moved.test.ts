import type { DrillRequest } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { picture } from "../../benchmark/benchmark.fixture";
import { findMoved } from "./find-moved";

const [first, second, third] = picture.hosts.flatMap(({ members }) =>
  members.map(({ memberId }) => memberId),
);
if (first === undefined || second === undefined || third === undefined)
  throw new Error("the fixture has fewer than three members");
const party = (memberId: string) => ({ memberId, name: memberId });
const shown = { hosts: picture.hosts, primaryMemberId: first };
const moved = { hosts: picture.hosts, primaryMemberId: second };
const unknown = { hosts: picture.hosts, primaryMemberId: null };
const requestOf = (fault: DrillRequest["fault"]): DrillRequest => ({
  fault,
  endpoints: [{ address: "10.0.0.100", port: 3306 }],
  readEndpoints: [],
  observerHostId: null,
  objectiveMs: 30_000,
});

describe("a drill that was checked", () => {
  const kill = requestOf({ kind: "kill_mysqld", restarts: false });
  const asked = { request: kill, primaryMemberId: first };
  const hit = { target: party(first), other: null };

  it("may begin while all is as it was", () => {
    expect(findMoved(shown, kill, asked, hit)).toBeNull();
  });

  it("is checked again where its target is the primary no more, or nobody knows who is", () => {
    expect(findMoved(moved, kill, asked, hit)).toBe("moved");
    expect(findMoved(unknown, kill, asked, hit)).toBe("changed");
  });

  it("is checked again where the request is another, as when an endpoint has left the list", () => {
    expect(findMoved(shown, { ...kill, endpoints: [] }, asked, hit)).toBe("changed");
  });

  it("is checked again where a secondary is hit and the primary has moved, or the secondary is gone", () => {
    const cut = requestOf({ kind: "cut_secondary", memberId: null });
    const askedCut = { request: cut, primaryMemberId: first };
    expect(findMoved(shown, cut, askedCut, { target: party(second), other: null })).toBeNull();
    expect(findMoved(moved, cut, askedCut, { target: party(third), other: null })).toBe("changed");
    expect(findMoved(shown, cut, askedCut, { target: party("gone"), other: null })).toBe("changed");
  });

  it("is checked again where the second of a pair is gone", () => {
    const pair = requestOf({ kind: "switchover", memberId: null });
    const askedPair = { request: pair, primaryMemberId: first };
    expect(findMoved(shown, pair, askedPair, { target: party(first), other: party(second) })).toBeNull();
    expect(findMoved(shown, pair, askedPair, { target: party(first), other: party("gone") })).toBe("changed");
  });
});
