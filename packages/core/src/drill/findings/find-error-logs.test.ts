import { longestLogText, message, mostLogLines } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { recordedDrill, zeroMs } from "./drill-record.fixture";
import { findDrill } from "./find-drill";
import { findErrorLogs } from "./find-error-logs";
import type { LoggedLine, LogReading } from "./log-reading";

const base = recordedDrill({ ways: ["vip"] });
/** The wall clock of every host at the fault. */
const wallMs = 1_796_000_000_000;

/** A line so long after the fault, in milliseconds. */
function line(atMs: number, changes: Partial<LoggedLine> = {}): LoggedLine {
  const text = `Member removed ${atMs}`;
  return {
    unixMs: wallMs + atMs,
    ...{ priority: "Warning", code: "MY-011499", subsystem: "Repl", text },
    ...changes,
  };
}

/** A reading of a host whose clock was found so far ahead of the truth. */
function reading(server: string, lines: readonly LoggedLine[], aheadMs = 0, isCut = false): LogReading {
  const offsetMs = zeroMs - wallMs - aheadMs;
  return { server, told: { kind: "lines", lines, isCut, offsetMs, errorMs: 0.6 } };
}

/** What becomes of the text of a line. */
function tellOne(text: string): string | undefined {
  return findErrorLogs({ ...base, logs: [reading("db1", [line(1, { text })])] })?.[0]?.lines[0]?.text;
}

const gone: LogReading = {
  server: "db1",
  told: { kind: "unread", reason: message("why.connection_refused") },
};

describe("the error logs of a drill", () => {
  it("are on its clock from a moment before the fault, the oldest first, with the errors of both clocks", () => {
    const early = [line(-60_000), line(-3_500), line(-2_000)];
    const logs = [reading("db2", [...early, line(6_250), line(5_100), line(900_000)])];
    const found = findDrill({ ...base, logs }).errorLogs;
    expect(found?.map(({ server }) => server)).toEqual(["db2"]);
    expect(found?.[0]).toMatchObject({ isCut: false, notRead: null });
    expect(found?.[0]?.lines.map(({ atMs }) => atMs)).toEqual([-2_000, 5_100, 6_250]);
    expect(found?.[0]?.lines[1]).toEqual({
      ...{ atMs: 5_100, errorMs: 1, priority: "Warning", code: "MY-011499", subsystem: "Repl" },
      text: "Member removed 5100",
    });
  });

  it("have each line once, although it was read before the heal and after, and every server in the record's order", () => {
    const [first, second] = [line(100), line(5_100)];
    const logs = [reading("db3", [first]), gone, reading("db3", [first, second]), reading("db1", [second])];
    const found = findErrorLogs({ ...base, logs });
    expect(found?.map(({ server, lines }) => [server, lines.length])).toEqual([
      ["db1", 1],
      ["db3", 2],
    ]);
    expect(found?.[0]?.notRead).toBeNull();
  });

  it("say why a server could not be asked at the end, and keep what it told before", () => {
    const notRead = message("why.connection_refused");
    expect(findErrorLogs({ ...base, logs: [reading("db1", [line(10)]), gone] })).toMatchObject([
      { server: "db1", lines: [{ atMs: 10 }], notRead, wasRead: true },
    ]);
  });

  it("tell a server that was read and had written nothing from one that was never read", () => {
    expect(findErrorLogs({ ...base, logs: [reading("db1", []), gone] })).toMatchObject([
      { lines: [], notRead: { code: "why.connection_refused" }, wasRead: true },
    ]);
    expect(findErrorLogs({ ...base, logs: [gone, gone] })).toMatchObject([{ lines: [], wasRead: false }]);
    expect(findErrorLogs({ ...base, logs: [gone, reading("db1", [])] })).toMatchObject([
      { lines: [], notRead: null, wasRead: true },
    ]);
  });

  it("may be off by as much as a clock was set between two readings", () => {
    const logs = [reading("db1", [line(10)]), reading("db1", [line(9_010)], 4_000)];
    const [log] = findErrorLogs({ ...base, logs }) ?? [];
    expect(log?.lines.map(({ errorMs }) => errorMs)).toEqual([4_001, 4_001]);
  });

  it("have a limit, and say that later lines were left out", () => {
    const many = Array.from({ length: mostLogLines + 1 }, (_, at) => line(at));
    const [full] = findErrorLogs({ ...base, logs: [reading("db1", many)] }) ?? [];
    expect(full?.lines.at(-1)?.atMs).toBe(mostLogLines - 1);
    expect(full?.isCut).toBe(true);
    const [cut] = findErrorLogs({ ...base, logs: [reading("db1", [line(1)], 0, true)] }) ?? [];
    expect(cut?.isCut).toBe(true);
  });

  it("are single lines that can be stored, and not too long", () => {
    const texts = [
      "two\r\nlines\u0000\u001b[31m",
      "half \ud83d",
      "turned\u202eround\u2028on",
      "\u{1f600}".repeat(longestLogText + 1),
    ];
    const lines = texts.map((text, at) => line(at, { text }));
    const told = findErrorLogs({ ...base, logs: [reading("db1", lines)] })?.[0]?.lines;
    expect(told?.map(({ text }) => text)).toEqual([
      "two lines [31m",
      "half",
      "turned round on",
      `${"\u{1f600}".repeat(longestLogText)}…`,
    ]);
  });

  it.each([
    [
      "Error executing event, Query: 'ALTER USER a\nidentified by 'Secret1''",
      "Error executing event, Query: 'ALTER USER a identified …",
    ],
    ["ALTER USER a IDENTIFIED\u2028BY 'Secret1\u2029x'", "ALTER USER a IDENTIFIED …"],
    ["SET PASSWORD FOR a@long.host.example = 'Secret1'", "SET PASSWORD …"],
    [
      "CHANGE REPLICATION SOURCE TO source_password='Secret1'",
      "CHANGE REPLICATION SOURCE TO source_password …",
    ],
    ['START GROUP_REPLICATION USER="a", PASSWORD "Secret1"', 'START GROUP_REPLICATION USER="a", PASSWORD …'],
  ])("have no password that a statement in them names: %s", (text, told) => {
    expect(tellOne(text)).toBe(told);
  });

  it.each([
    "Access denied for user 'a'@'10.0.0.1' (using password: YES)",
    "Storing a user name or password is not secure. Consider the PASSWORD option of a later statement, see 'START REPLICA'.",
  ])("keep what they say of passwords in words: %s", (text) => {
    expect(tellOne(text)).toBe(text);
  });

  it("are absent where none was read", () => {
    expect(findDrill(base)).not.toHaveProperty("errorLogs");
  });
});
