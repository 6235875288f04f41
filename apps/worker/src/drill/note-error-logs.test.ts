import type { LogReading } from "@primacy/core/drill";
import { pino } from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { MysqlFailure } from "../mysql/mysql-failure";
import { type AskedServer, readErrorLogs } from "./note-error-logs";

const about = { log: pino({ level: "silent" }), drillId: "d1" };
const told: LogReading["told"] = { kind: "lines", lines: [], isCut: false, offsetMs: 0, errorMs: 0.5 };
const hang = (): Promise<never> => new Promise(() => undefined);
const read: AskedServer = { server: "db1", read: async () => told };

/** What was told of each server; or the code of why it was not. */
function outcomesOf(readings: readonly LogReading[]): readonly (readonly [string, string])[] {
  return readings.map((one) => [one.server, one.told.kind === "lines" ? "read" : one.told.reason.code]);
}

test("one server that fails is told with why, whatever it throws, beside what the others told", async () => {
  const refused = new MysqlFailure("mysql_unreachable", { address: "10.0.0.12", port: 3306 }, {});
  const servers: readonly AskedServer[] = [
    read,
    { server: "db2", read: () => Promise.reject(refused) },
    { server: "db3", read: async () => z.never().parse("odd") },
  ];
  const readings = await readErrorLogs(about, async () => servers, new AbortController().signal, 30_000);
  expect(outcomesOf(readings)).toEqual([
    ["db1", "read"],
    ["db2", "failure.mysql_unreachable"],
    ["db3", "failure.internal"],
  ]);
});

test("one that hangs is given up after the limit, and told so", async () => {
  const servers = [{ server: "db2", read: hang }, read];
  const readings = await readErrorLogs(about, async () => servers, new AbortController().signal, 50);
  expect(outcomesOf(readings)).toEqual([
    ["db2", "network.no_answer_within"],
    ["db1", "read"],
  ]);
});

test("nothing is told where the console's own database hangs or fails, and no drill fails by it", async () => {
  const { signal } = new AbortController();
  expect(await readErrorLogs(about, hang, signal, 50)).toEqual([]);
  expect(await readErrorLogs(about, () => Promise.reject(new Error("away")), signal, 30_000)).toEqual([]);
});

test("a stop waits neither for a server nor for the database", async () => {
  for (const list of [hang, async () => [{ server: "db2", read: hang }]]) {
    const ending = new AbortController();
    const reading = readErrorLogs(about, list, ending.signal, 30_000);
    ending.abort(new Error("stopped"));
    await expect(reading).rejects.toThrow("stopped");
  }
});
