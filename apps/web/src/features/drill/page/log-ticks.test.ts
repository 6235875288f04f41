import type { DrillLogLine, LogPriority } from "@primacy/contract";
import { expect, it } from "vitest";
import { listLogRows, listLogTicks } from "./log-ticks";

function line(atMs: number, priority: LogPriority = "System"): DrillLogLine {
  return { atMs, errorMs: 1, priority, code: "MY-011503", subsystem: "Repl", text: `at ${atMs}` };
}

it("draws lines that are close to each other as one tick of the worst of them, and others apart", () => {
  const lines = [line(0), line(90, "Error"), line(95, "Error"), line(100, "Warning"), line(900)];
  expect(listLogTicks({ lines }, 100)).toEqual([
    { fromMs: -1, toMs: 96, worst: lines[1], count: 3 },
    { fromMs: 99, toMs: 101, worst: lines[3], count: 1 },
    { fromMs: 899, toMs: 901, worst: lines[4], count: 1 },
  ]);
  expect(listLogTicks({ lines: [] }, 100)).toEqual([]);
});

it("puts the lines of all servers on one clock", () => {
  const log = (server: string, ...lines: DrillLogLine[]) => ({ server, lines, isCut: false, notRead: null });
  const rows = listLogRows([log("db1", line(5), line(30)), log("db2", line(10))]);
  expect(rows.map(({ server, line: { atMs } }) => [server, atMs])).toEqual([
    ["db1", 5],
    ["db2", 10],
    ["db1", 30],
  ]);
});
