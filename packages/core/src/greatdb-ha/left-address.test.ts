import { message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import {
  findLeftCause,
  followEvidence,
  isHeldRightly,
  isLeftBehind,
  killedForMs,
  type LeftEvidence,
  type LeftSight,
  notPrimaryForMs,
} from "./left-address";

const nowMs = 100_000;
type Server = LeftSight["server"];

function serverWith(change: Partial<Server> = {}): Server {
  return {
    reach: "up",
    error: null,
    memberState: "ONLINE",
    memberRole: "PRIMARY",
    isSinglePrimary: true,
    members: membersIn("ONLINE", "ONLINE", "ONLINE"),
    observedMonotonicMs: nowMs - 1_000,
    ...change,
  };
}

function membersIn(...states: readonly string[]): Server["members"] {
  return states.map((state, n) => ({
    serverUuid: `s${n}`,
    host: `db${n}`,
    port: 3306,
    state,
    role: "",
    version: "",
  }));
}

const down: Partial<Server> = {
  reach: "down",
  memberState: null,
  memberRole: null,
  isSinglePrimary: null,
  members: [],
};
const stale = { observedMonotonicMs: nowMs - 3_001 };
const cut = { members: membersIn("ONLINE", "UNREACHABLE", "UNREACHABLE") };

type Row = readonly [
  title: string,
  server: Partial<Server>,
  isListening: boolean | null,
  cause: string | null,
];
const rows: readonly Row[] = [
  ["a server that serves as the primary", {}, true, null],
  ["a killed server: nobody listens, nobody answers", down, false, "killed"],
  ["a server that listens and is silent", down, true, null],
  ["a kernel that could not be asked", down, null, null],
  ["an agent that was told of no server", { ...down, reach: "unconfigured" }, false, null],
  ["a server that refuses the agent", { ...down, reach: "denied" }, true, null],
  [
    "an answer that is an error",
    { error: message("act.failed"), memberRole: null, memberState: null },
    true,
    null,
  ],
  ["a word that is too old, of a killed server", { ...down, ...stale }, false, null],
  ["a word that is too old, of a secondary", { memberRole: "SECONDARY", ...stale }, true, null],
  ["a secondary", { memberRole: "SECONDARY" }, true, "not_primary"],
  ["a member that recovers", { memberRole: "SECONDARY", memberState: "RECOVERING" }, true, "not_primary"],
  [
    "a server out of its group",
    { memberState: "OFFLINE", memberRole: null, members: [] },
    true,
    "not_primary",
  ],
  [
    "a member in ERROR",
    { memberState: "ERROR", memberRole: null, isSinglePrimary: null },
    true,
    "not_primary",
  ],
  ["a role that it does not say", { memberRole: null }, true, null],
  ["a group of several primaries", { isSinglePrimary: false, memberRole: "SECONDARY" }, true, null],
  ["a primary that reaches one of three", cut, true, "no_majority"],
  [
    "a primary that reaches two of three",
    { members: membersIn("ONLINE", "ONLINE", "UNREACHABLE") },
    true,
    null,
  ],
  [
    "a primary that reaches two of four",
    { members: membersIn("ONLINE", "ONLINE", ...cut.members.slice(1).map(({ state }) => state)) },
    true,
    "no_majority",
  ],
  ["a primary that lists nobody", { members: [] }, true, null],
];

it.each(rows)("%s", (_title, server, isListening, cause) => {
  expect(findLeftCause({ nowMs, isListening, isRunning: false, server: serverWith(server) })).toBe(cause);
});

it.each([true, null])("a server that may serve another port is not killed (%s)", (isRunning) => {
  expect(findLeftCause({ nowMs, isListening: false, isRunning, server: serverWith(down) })).toBe(null);
});

it("an address is held rightly by the primary of a majority alone, and not by one of which nothing is known", () => {
  const isRight = (server: Partial<Server>) =>
    isHeldRightly({ nowMs, isListening: true, isRunning: true, server: serverWith(server) });
  expect(isRight({})).toBe(true);
  for (const other of [cut, down, stale, { memberRole: "SECONDARY" }, { memberRole: null }])
    expect(isRight(other)).toBe(false);
});

/** The looks of a host, one each second: what is seen in each, until something is left behind; how many looks it took. */
function looksUntilLeft(sights: readonly Partial<Server>[], everyMs = 1_000): number | null {
  let evidence: LeftEvidence | null = null;
  for (const [index, change] of sights.entries()) {
    const atMs = nowMs + index * everyMs;
    const server = serverWith({ observedMonotonicMs: atMs, ...change });
    evidence = followEvidence(evidence, {
      nowMs: atMs,
      isListening: change.reach !== "down",
      isRunning: false,
      server,
    });
    if (evidence !== null && isLeftBehind(evidence)) return index;
  }
  return null;
}

const times = <T>(count: number, one: T): readonly T[] => Array.from({ length: count }, () => one);
const secondary = { memberRole: "SECONDARY" };

describe("evidence", () => {
  it("has to last, longer for the word of a server than for one that is gone", () => {
    expect(looksUntilLeft(times(60, down))).toBe(killedForMs / 1_000);
    expect(looksUntilLeft(times(60, secondary))).toBe(notPrimaryForMs / 1_000);
    expect(looksUntilLeft(times(60, cut))).toBe(notPrimaryForMs / 1_000);
  });

  it("begins anew after one look that shows nothing, or another cause", () => {
    const withBreak = (gap: Partial<Server>) => [...times(4, down), gap, ...times(4, down)];
    expect(looksUntilLeft(withBreak({}))).toBeNull();
    expect(looksUntilLeft(withBreak({ reach: "denied" }))).toBeNull();
    expect(looksUntilLeft([...times(20, secondary), ...times(20, cut)])).toBeNull();
  });

  it("begins anew where nobody looked for a while", () => {
    expect(looksUntilLeft(times(20, down), 3_001)).toBeNull();
    expect(looksUntilLeft(times(20, down), 3_000)).toBe(2);
  });
});
