import { once } from "node:events";
import { mostLogLines } from "@primacy/contract";
import { expect, test } from "vitest";
import { ZodError } from "zod";
import type { QueryOptions, Row } from "../mysql/connect-server";
import { readErrorLog } from "./read-error-log";

const { signal } = new AbortController();
/** The wall clock of the host, in microseconds, as a server gives it. */
const wall = "1796000000123456";
const row = { seconds: "1796000000.5", priority: "Error", code: null, subsystem: "Repl", text: "Gone" };

/** A server whose clock stands still and whose log has these lines; what it was asked for lines. */
function server(lines: () => readonly Row[] | Promise<readonly Row[]>) {
  const asked: QueryOptions["values"][] = [];
  const query = async (sql: string, { values }: QueryOptions): Promise<readonly Row[]> => {
    if (sql.includes("UTC_TIMESTAMP(6)")) return [{ microseconds: wall }];
    asked.push(values);
    return lines();
  };
  return { asked, query };
}

test("lines are asked for from 3 s before the instant by the clock of the host, and told with how far that is behind", async () => {
  const one = server(() => [row]);
  const sinceMs = performance.now();
  const told = await readErrorLog(one, sinceMs, signal);
  expect(told.lines).toEqual([
    { ...{ unixMs: 1_796_000_000_500, priority: "Error", code: "", subsystem: "Repl", text: "Gone" } },
  ]);
  expect(told.isCut).toBe(false);
  const wallAtMs = 1_796_000_000_123.456 + told.offsetMs;
  expect(wallAtMs).toBeGreaterThanOrEqual(sinceMs);
  expect(wallAtMs).toBeLessThanOrEqual(performance.now());
  const fromMs = Number(one.asked[0]?.[0]) * 1_000 + told.offsetMs;
  expect(Math.abs(fromMs - (sinceMs - 3_000 - told.errorMs))).toBeLessThan(1);
});

test("more lines than are kept are cut", async () => {
  const many = Array.from({ length: mostLogLines + 1 }, () => row);
  const told = await readErrorLog(
    server(() => many),
    0,
    signal,
  );
  expect([told.lines.length, told.isCut]).toEqual([mostLogLines, true]);
});

test("a line that is none of a server's is thrown, and so is what the server throws", async () => {
  const odd = server(() => [{ ...row, priority: "Loud" }]);
  await expect(readErrorLog(odd, 0, signal)).rejects.toThrow(ZodError);
  const broken = server(() => Promise.reject(new Error("gone")));
  await expect(readErrorLog(broken, 0, signal)).rejects.toThrow("gone");
});

test("a server that hangs is left with the signal's reason", async () => {
  const ending = new AbortController();
  const hanging = {
    query: async (_sql: string, options: QueryOptions): Promise<never> => {
      await once(options.signal, "abort");
      throw options.signal.reason;
    },
  };
  const reading = readErrorLog(hanging, 0, ending.signal);
  ending.abort(new Error("stopped"));
  await expect(reading).rejects.toThrow("stopped");
});
