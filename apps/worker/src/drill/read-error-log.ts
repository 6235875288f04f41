import { LogPriority, longestLogText, mostLogLines } from "@primacy/contract";
import { type LoggedLine, type LogReading, logBeforeMs } from "@primacy/core/drill";
import { z } from "zod";
import type { ServerConnection } from "../mysql/connect-server";
import { type ClockOffset, HostClock } from "./host-clock";

/** Of so many questions for the clock the quickest counts. */
const clockQuestions = 3;
const limitMs = 5_000;

const NowRow = z.object({ microseconds: z.coerce.number() });
const LineRow = z
  .object({
    seconds: z.coerce.number(),
    priority: LogPriority,
    code: z.string().nullable(),
    subsystem: z.string().nullable(),
    text: z.string(),
  })
  .transform(
    ({ seconds, priority, code, subsystem, text }): LoggedLine => ({
      unixMs: seconds * 1_000,
      ...{ priority, code: code ?? "", subsystem: subsystem ?? "", text },
    }),
  );

// Since 1970 and by UTC: in a zone that sets its clocks back, an hour comes twice.
const nowSql = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AS microseconds";
const linesSql =
  "SELECT UNIX_TIMESTAMP(LOGGED) AS seconds, PRIO AS priority, ERROR_CODE AS code, SUBSYSTEM AS subsystem," +
  ` LEFT(DATA, ${longestLogText + 1}) AS text FROM performance_schema.error_log` +
  ` WHERE PRIO IN (${LogPriority.options.map((one) => `'${one}'`).join(", ")}) AND UNIX_TIMESTAMP(LOGGED) >= ?` +
  ` ORDER BY LOGGED LIMIT ${mostLogLines + 1}`;

/**
 * Reads what a server logged but for notes since a moment before an instant of the console's monotonic clock, and compares that with the wall
 * clock of its host. Changes nothing. Throws `MysqlFailure`, or the signal's reason.
 */
export async function readErrorLog(
  connection: Pick<ServerConnection, "query">,
  sinceMs: number,
  signal: AbortSignal,
): Promise<Extract<LogReading["told"], { readonly kind: "lines" }>> {
  const clock = await readWallClock(connection, signal);
  const fromMs = sinceMs - logBeforeMs - clock.offsetMs - clock.errorMs;
  const rows = await connection.query(linesSql, { signal, values: [fromMs / 1_000], timeoutMs: limitMs });
  const lines = rows.map((row) => LineRow.parse(row));
  return { kind: "lines", lines: lines.slice(0, mostLogLines), isCut: lines.length > mostLogLines, ...clock };
}

async function readWallClock(
  connection: Pick<ServerConnection, "query">,
  signal: AbortSignal,
): Promise<ClockOffset> {
  const clock = new HostClock();
  for (let count = 0; count < clockQuestions; count += 1) {
    const askedMs = performance.now();
    const [row] = await connection.query(nowSql, { signal, timeoutMs: limitMs });
    const answeredMs = performance.now();
    const { microseconds } = NowRow.parse(row);
    clock.note({ bootId: "", monotonicMs: microseconds / 1_000 }, askedMs, answeredMs);
  }
  return clock.offsetBy(performance.now()) ?? { offsetMs: 0, errorMs: Number.MAX_SAFE_INTEGER };
}
