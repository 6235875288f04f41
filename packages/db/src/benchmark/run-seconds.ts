import { RunMetric } from "@primacy/contract";
import { Prisma } from "../generated/client";

/** What the program that makes the load said of one second of a run. */
export interface RunSecond {
  /** Ends so many seconds after the run's start; from 1. */
  readonly second: number;
  readonly threads: number;
  readonly tps: number;
  readonly qps: number;
  /** The 95th percentile of the second; null where nothing was done in it. */
  readonly latencyMs: number | null;
  readonly errors: number;
  /** Null where the program does not say it. */
  readonly reconnects: number | null;
}

/** The source of what the program that makes the load says. */
export const loadSource = "load";

/** The arrays of a minute's row. */
const columns = ["second", "threads", ...RunMetric.options] as const;
type Column = (typeof columns)[number];

type MinuteData = Readonly<Record<Column, readonly (number | null)[]>>;

/** The seconds of one minute, as a row has them. */
export interface RunMinute {
  /** From 0: the first minute has the seconds 1 to 60. */
  readonly minute: number;
  readonly data: MinuteData;
}

/** Puts seconds into their minutes, each once and in order; of one that is there twice the later one counts. */
export function toMinutes(seconds: readonly RunSecond[]): readonly RunMinute[] {
  const bySecond = new Map(seconds.map((one) => [one.second, one]));
  const inOrder = [...bySecond.values()].sort((a, b) => a.second - b.second);
  const byMinute = new Map<number, RunSecond[]>();
  for (const one of inOrder) {
    const minute = Math.floor((one.second - 1) / 60);
    byMinute.set(minute, byMinute.get(minute) ?? []);
    byMinute.get(minute)?.push(one);
  }
  return [...byMinute].map(([minute, ofMinute]) => ({ minute, data: toArrays(ofMinute) }));
}

function toArrays(seconds: readonly RunSecond[]): MinuteData {
  const listOf = (column: Column) => seconds.map((one) => one[column]);
  return {
    second: listOf("second"),
    threads: listOf("threads"),
    tps: listOf("tps"),
    qps: listOf("qps"),
    latencyMs: listOf("latencyMs"),
    errors: listOf("errors"),
    reconnects: listOf("reconnects"),
  };
}

/**
 * Stores minutes of a run by one statement. A minute that has a row already keeps the seconds that are not given, so the
 * same seconds may come again, in whichever parts.
 */
export async function upsertMinutes(
  connection: Prisma.TransactionClient,
  runId: string,
  minutes: readonly RunMinute[],
): Promise<void> {
  if (minutes.length === 0) return;
  await connection.$executeRaw`
    INSERT INTO benchmark_series (run_id, source, minute, data)
    SELECT ${runId}::uuid, ${loadSource}, minute, data
    FROM jsonb_to_recordset(${JSON.stringify(minutes)}::jsonb) AS given(minute int, data jsonb)
    ON CONFLICT (run_id, source, minute) DO UPDATE SET data = (
      SELECT jsonb_build_object(${joinColumns(
        (name) => `'${name}', jsonb_agg(merged."${name}" ORDER BY merged."second"::int)`,
      )})
      FROM (
        SELECT DISTINCT ON (entry."second") entry.* FROM (
          SELECT 1 AS age, kept.* FROM ${unnest("benchmark_series.data", "jsonb_array_elements")} AS kept(${names})
          UNION ALL
          SELECT 0 AS age, given.* FROM ${unnest("excluded.data", "jsonb_array_elements")} AS given(${names})
        ) AS entry ORDER BY entry."second", entry.age
      ) AS merged)`;
}

/** The names of a minute's arrays, as the columns of `unnest`. */
export const names = joinColumns((name) => `"${name}"`);

/** The entries of a minute's arrays as rows, side by side. */
export function unnest(data: string, each: "jsonb_array_elements" | "jsonb_array_elements_text"): Prisma.Sql {
  return Prisma.sql`ROWS FROM (${joinColumns((name) => `${each}(${data}->'${name}')`)})`;
}

/** Text that is made of the names above alone. */
function joinColumns(toSql: (name: Column) => string): Prisma.Sql {
  return Prisma.raw(columns.map(toSql).join(", "));
}
