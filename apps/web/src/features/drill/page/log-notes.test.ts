import { type DrillErrorLog, type DrillLogLine, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { isNothingLogged, unreadTextOf } from "./log-notes";

const line: DrillLogLine = {
  ...{ atMs: 5_000, errorMs: 1, priority: "System" },
  ...{ code: "MY-011503", subsystem: "Repl", text: "View" },
};
const read: DrillErrorLog = { server: "db1", lines: [], isCut: false, notRead: null, wasRead: true };
const gone: DrillErrorLog = {
  ...read,
  ...{ server: "db2", notRead: message("why.connection_refused"), wasRead: false },
};

describe("what is told of error logs without lines", () => {
  it.each<[string, readonly DrillErrorLog[], boolean]>([
    ["every server was read", [read, { ...read, server: "db2" }], true],
    ["one was not read", [read, gone], false],
    ["one was read before the heal alone", [read, { ...gone, wasRead: true }], false],
    ["one has a line", [read, { ...read, lines: [line] }], false],
  ])("is that nobody wrote anything only as far as it is known: %s", (_name, logs, isNothing) => {
    expect(isNothingLogged(logs)).toBe(isNothing);
  });

  it.each<[string, Pick<DrillErrorLog, "lines" | "wasRead">, string]>([
    ["never read", { lines: [], wasRead: false }, "unread"],
    ["read before, and nothing written by then", { lines: [], wasRead: true }, "unreadLater"],
    ["of an earlier release, with lines", { lines: [line] }, "unreadLater"],
    ["of an earlier release, without", { lines: [] }, "unread"],
  ])("is whether a server was read before the heal: %s", (_name, log, text) => {
    expect(unreadTextOf(log)).toBe(text);
  });
});
