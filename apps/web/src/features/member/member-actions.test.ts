import type { HostCondition, MemberState } from "@primacy/contract";
import { expect, test } from "vitest";
import { findHindrance, type PicturedMember } from "./member-actions";

type State = MemberState | null;

/** Three members in these states; the third is acted on. */
function picture(
  states: readonly State[],
  change: { condition?: HostCondition; isStale?: boolean } = {},
): PicturedMember {
  const isStale = change.isStale ?? false;
  const members = states.map((state) => ({ state, isStale, server: "answers" as const }));
  const host = { condition: change.condition ?? ("ok" as const) };
  const present = states.filter((state) => state === "ONLINE" || state === "RECOVERING").length;
  const voters = present + states.filter((state) => state === "UNREACHABLE").length;
  const [member] = members.slice(-1);
  if (member === undefined) throw new Error("no member");
  const hosts = members.map((one) => ({ members: [one] }));
  const topology = { hasMajority: present * 2 > voters, hosts };
  return { topology, host, member };
}

test.each<[string, ReturnType<typeof picture>, Record<"start" | "stop" | "rejoin", string | null>]>([
  [
    "an online member may stop, and cannot be started",
    picture(["ONLINE", "ONLINE", "ONLINE"]),
    { start: "inGroup", stop: null, rejoin: "inGroup" },
  ],
  [
    "one of the last two of three may not stop",
    picture(["ONLINE", "OFFLINE", "ONLINE"]),
    { start: "inGroup", stop: "lastMajority", rejoin: "inGroup" },
  ],
  [
    "a stopped member may start",
    picture(["ONLINE", "ONLINE", "OFFLINE"]),
    { start: null, stop: "stopped", rejoin: null },
  ],
  [
    "a member in ERROR may do all",
    picture(["ONLINE", "ONLINE", "ERROR"]),
    { start: null, stop: null, rejoin: null },
  ],
  [
    "nobody joins a group without majority",
    picture(["ONLINE", "UNREACHABLE", "UNREACHABLE", "ERROR"]),
    { start: "noMajority", stop: null, rejoin: "noMajority" },
  ],
  [
    "a member joins a group of which one is ONLINE and one recovers",
    picture(["ONLINE", "RECOVERING", "OFFLINE"]),
    { start: null, stop: "stopped", rejoin: null },
  ],
  [
    "a member may stop while another one recovers, for that votes",
    picture(["RECOVERING", "ONLINE", "ONLINE"]),
    { start: "inGroup", stop: null, rejoin: "inGroup" },
  ],
  [
    "a member that is not reached is waited for",
    picture(["ONLINE", "ONLINE", "UNREACHABLE"]),
    { start: "unreachable", stop: null, rejoin: "unreachable" },
  ],
  [
    "a dead database is named",
    picture(["ONLINE", "ONLINE", null], { condition: "database_dead" }),
    { start: "databaseDead", stop: "databaseDead", rejoin: "databaseDead" },
  ],
  [
    "an old picture hinders nothing",
    picture(["ONLINE", "ONLINE", "ONLINE"], { isStale: true }),
    { start: null, stop: null, rejoin: null },
  ],
])("%s", (_what, of, wanted) => {
  for (const action of ["start", "stop", "rejoin"] as const)
    expect(findHindrance(action, of)).toBe(wanted[action]);
});

test("a server that is lost counts for no majority, whatever its group believes of it still", () => {
  const { topology, host, member } = picture(["ONLINE", "ONLINE", "ONLINE"]);
  const [lost, ...others] = topology.hosts;
  const members = (lost?.members ?? []).map((one) => ({ ...one, server: "down" as const }));
  const hosts = [{ members }, ...others];
  expect(findHindrance("stop", { topology: { ...topology, hosts }, host, member })).toBe("lastMajority");
});
