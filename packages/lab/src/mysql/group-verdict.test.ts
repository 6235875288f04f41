import { describe, expect, it } from "vitest";
import type { GroupMember } from "./group";
import { decideGroup, findFlaw, type GroupView, listBlind } from "./group-verdict";

function member(address: string, state: string, role: string): GroupMember {
  return { serverUuid: `uuid-${address}`, address, state, role };
}

function view(address: string, ...members: GroupMember[]): GroupView {
  return { address, members };
}

const a = member("a", "ONLINE", "PRIMARY");
const b = member("b", "ONLINE", "SECONDARY");
const c = member("c", "ONLINE", "SECONDARY");

describe("decideGroup", () => {
  it("is settled when all views name the same primary", () => {
    const verdict = decideGroup([view("a", a, b, c), view("b", a, b, c), view("c", a, b, c)]);
    expect(verdict).toEqual({ kind: "settled", primaryAddress: "a" });
  });

  it("is settled for the only member that is left, when the others left cleanly", () => {
    const verdict = decideGroup([view("a", a), view("b", member("b", "OFFLINE", "")), view("c")]);
    expect(verdict).toEqual({ kind: "settled", primaryAddress: "a" });
  });

  it("is none when no server is in a group, so that one may found it", () => {
    const verdict = decideGroup([
      view("a", member("a", "ERROR", "")),
      view("b", member("b", "OFFLINE", "")),
      view("c"),
    ]);
    expect(verdict).toEqual({ kind: "none" });
  });

  it("is unsettled while a deposed primary still believes in itself", () => {
    const newB = member("b", "ONLINE", "PRIMARY");
    const verdict = decideGroup([view("a", a, b, c), view("b", newB, c), view("c", newB, c)]);
    expect(verdict.kind).toBe("unsettled");
  });

  it("is unsettled while the primary does not reach a member", () => {
    const lost = member("b", "UNREACHABLE", "SECONDARY");
    const bView = view("b", member("a", "UNREACHABLE", "PRIMARY"), b);
    expect(decideGroup([view("a", a, lost, c), bView, view("c", a, lost, c)]).kind).toBe("unsettled");
  });

  it("is unsettled while the primary counts members that have died since", () => {
    expect(decideGroup([view("a", a, b, c), view("b", member("b", "OFFLINE", "")), view("c")]).kind).toBe(
      "unsettled",
    );
  });

  it("is unsettled while members wait for a primary", () => {
    const waiting = member("b", "RECOVERING", "SECONDARY");
    expect(decideGroup([view("a"), view("b", waiting), view("c")]).kind).toBe("unsettled");
  });

  it("is unsettled while a member names another primary than the one that claims to be it", () => {
    const other = member("c", "ONLINE", "PRIMARY");
    expect(decideGroup([view("a", a, b), view("b", b, other), view("c")]).kind).toBe("unsettled");
  });
});

describe("findFlaw", () => {
  const whole = [view("a", a, b, c), view("b", a, b, c), view("c", a, b, c)];

  it("finds none in a whole group with the wanted primary", () => {
    expect(findFlaw(whole, "a")).toBeNull();
  });

  it("names the primary that is not the wanted one", () => {
    expect(findFlaw(whole, "b")).toBe("the primary is a");
  });

  it("tells what the first server sees that does not see all ONLINE", () => {
    const lost = member("c", "UNREACHABLE", "SECONDARY");
    expect(findFlaw([view("a", a, b, c), view("b", a, b, lost), view("c")], "a")).toBe(
      "b sees a ONLINE PRIMARY, b ONLINE SECONDARY, c UNREACHABLE SECONDARY",
    );
  });

  it("tells what the views do not agree on", () => {
    const other = member("b", "ONLINE", "PRIMARY");
    const deposed = member("a", "ONLINE", "SECONDARY");
    const views = [view("a", a, b, c), view("b", deposed, other, c), view("c", a, b, c)];
    expect(findFlaw(views, "a")).toBe("two servers call themselves primary");
    expect(findFlaw([], "a")).toBe("no server is in a group");
  });

  it("tells that a server shows no group, and that the primary lacks a member", () => {
    expect(findFlaw([view("a", a, b, c), view("b", a, b, c), view("c")], "a")).toBe(
      "c sees no group, or does not answer",
    );
    expect(findFlaw([view("a", a, b), view("b", a, b, c), view("c", a, b, c)], "a")).toBe(
      "a sees a ONLINE PRIMARY, b ONLINE SECONDARY",
    );
  });
});

describe("listBlind", () => {
  const lost = (address: string, role: string): GroupMember => member(address, "UNREACHABLE", role);

  it("names the secondary that does not reach another member of the same group", () => {
    const blind = view("b", a, b, lost("c", "SECONDARY"));
    expect(listBlind([view("a", a, b, c), blind, view("c", a, b, c)])).toEqual([
      { seer: "b", unseen: "c", leaver: "b" },
    ]);
  });

  it("lets the primary stay where it is the one that does not reach another", () => {
    expect(
      listBlind([view("a", a, lost("b", "SECONDARY"), c), view("b", a, b, c), view("c", a, b, c)]),
    ).toEqual([{ seer: "a", unseen: "b", leaver: "b" }]);
  });

  it("is nobody where all reach each other, or who is not reached is in no group, or in another one", () => {
    const without = [view("a", a, lost("b", "SECONDARY"), c), view("c", a, b, c)];
    expect(listBlind([view("a", a, b, c), view("b", a, b, c), view("c", a, b, c)])).toEqual([]);
    expect(listBlind([...without, view("b")])).toEqual([]);
    expect(listBlind([...without, view("b", member("b", "ERROR", ""))])).toEqual([]);
    expect(listBlind([...without, view("b", member("b", "ONLINE", "PRIMARY"))])).toEqual([]);
  });
});
