import { message } from "@primacy/contract";
import { expect, test } from "vitest";
import { findShownVariable, type ShownVariable } from "./catalogue";
import type { HostSettings } from "./member-reading";
import { findNextValue, isDrift } from "./next-value";

function shown(name: string): ShownVariable {
  const found = findShownVariable(name);
  if (found === null) throw new Error(`${name} is not shown`);
  return found;
}

const expel = shown("group_replication_member_expel_timeout");
const inFile = { value: "0", place: "file", path: "/etc/mysql/my.cnf", line: 7 } as const;
const nothing: HostSettings = { problem: null, settings: new Map(), unread: [] };
const host: HostSettings = { ...nothing, settings: new Map([[expel.name, inFile]]) };
const persisted = new Map([[expel.name, "9"]]);
const none = new Map<string, string>();

test("what SET PERSIST keeps counts more than what the host sets, and is known without it", () => {
  const kept = { kind: "set", value: "9", place: "persisted", path: null, line: null };
  const problem = message("next_start.no_account");
  expect(findNextValue(expel, { persisted, host }, "5")).toEqual(kept);
  expect(findNextValue(expel, { persisted, host: { ...nothing, problem } }, "5")).toEqual(kept);
});

test("what nothing sets is built in, unless what could not be read may set it", () => {
  expect(findNextValue(expel, { persisted: none, host }, "5")).toEqual({ kind: "set", ...inFile });
  expect(findNextValue(expel, { persisted: none, host: nothing }, "5")).toEqual({
    kind: "default",
    value: "5",
  });
  const unread = { ...nothing, unread: ["/etc/mysql/secret.cnf"] };
  expect(findNextValue(expel, { persisted: none, host: unread }, "5")).toEqual({ kind: "unknown" });
  expect(
    findNextValue(expel, { persisted: none, host: { ...unread, settings: host.settings } }, "5"),
  ).toEqual({
    kind: "set",
    ...inFile,
  });
});

test("no start decides the version", () => {
  expect(findNextValue(shown("version"), { persisted: none, host: nothing }, null)).toEqual({ kind: "none" });
});

const set = { kind: "set", ...inFile } as const;
const running = { value: "5", source: "dynamic", range: null } as const;

test.each([
  ["another value in a file drifts", expel, running, set, true],
  ["the same value in a file does not", expel, { ...running, value: "0" }, set, false],
  ["another built-in value drifts", expel, running, { kind: "default", value: "0" }, true],
  ["the built-in value does not", expel, running, { kind: "default", value: "5" }, false],
  ["what is set nowhere is lost by a start", expel, running, { kind: "default", value: null }, true],
  [
    "what is built in is not",
    expel,
    { ...running, source: "compiled" },
    { kind: "default", value: null },
    false,
  ],
  ["what is unknown is not said to drift", expel, running, { kind: "unknown" }, false],
  [
    "what the group sets by itself does not drift",
    shown("super_read_only"),
    { ...running, value: "ON" },
    { kind: "default", value: "OFF" },
    false,
  ],
] as const)("%s", (_what, variable, now, next, expected) => {
  expect(isDrift(variable, now, next)).toBe(expected);
});
