import { HostMetric, MemberMetric, RunMetric } from "@primacy/contract";
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

/** Figures of a host or a member in one second of a run; what is absent was not measured. */
export interface SourceSecond {
  readonly second: number;
  readonly values: Readonly<Record<string, number | null>>;
}

/** What was measured of one source besides the load. */
export interface SourceSeconds {
  readonly kind: Exclude<SourceKind, "load">;
  /** Of the host, or of the member. */
  readonly id: string;
  readonly seconds: readonly SourceSecond[];
}

/** The arrays of a minute's row, by who said what is in it. */
const columnsOf = {
  load: ["second", "threads", ...RunMetric.options],
  host: ["second", ...HostMetric.options],
  member: ["second", "primary", ...MemberMetric.options],
} as const;

/** Who says it: the program that makes the load, the agent of a host, or a member's server. */
export type SourceKind = keyof typeof columnsOf;

/** The source of what the program that makes the load says. */
export const loadSource = "load";

/** The source of a host or member. */
export function sourceOf({ kind, id }: Pick<SourceSeconds, "kind" | "id">): string {
  return `${kind}:${id}`;
}

/** The seconds of one minute, as a row has them. */
export interface RunMinute {
  readonly source: string;
  /** From 0: the first minute has the seconds 1 to 60. */
  readonly minute: number;
  readonly data: Readonly<Record<string, readonly (number | null)[]>>;
}

/** Puts the seconds of the load into their minutes. */
export function toLoadMinutes(seconds: readonly RunSecond[]): readonly RunMinute[] {
  return toMinutes(
    "load",
    loadSource,
    seconds.map(({ second, ...values }) => ({ second, values })),
  );
}

/** Puts the seconds of a source into their minutes, each once and in order; of one that is there twice the later one counts. */
export function toMinutes(
  kind: SourceKind,
  source: string,
  seconds: readonly SourceSecond[],
): readonly RunMinute[] {
  const bySecond = new Map(seconds.map((one) => [one.second, one]));
  const inOrder = [...bySecond.values()].sort((a, b) => a.second - b.second);
  const byMinute = new Map<number, SourceSecond[]>();
  for (const one of inOrder) {
    const minute = Math.floor((one.second - 1) / 60);
    byMinute.set(minute, byMinute.get(minute) ?? []);
    byMinute.get(minute)?.push(one);
  }
  return [...byMinute].map(([minute, ofMinute]) => ({ source, minute, data: toArrays(kind, ofMinute) }));
}

function toArrays(kind: SourceKind, seconds: readonly SourceSecond[]): RunMinute["data"] {
  return Object.fromEntries(
    columnsOf[kind].map((column) => [
      column,
      seconds.map(({ second, values }) => (column === "second" ? second : (values[column] ?? null))),
    ]),
  );
}

/**
 * Stores minutes of a run, all of one kind, by one statement. A minute that has a row already keeps the seconds that are not given, so the
 * same seconds may come again, in whichever parts.
 */
export async function upsertMinutes(
  connection: Prisma.TransactionClient,
  runId: string,
  kind: SourceKind,
  minutes: readonly RunMinute[],
): Promise<void> {
  if (minutes.length === 0) return;
  const names = namesOf(kind);
  const merged = joinColumns(
    kind,
    (name) => `'${name}', jsonb_agg(merged."${name}" ORDER BY merged."second"::int)`,
  );
  await connection.$executeRaw`
    INSERT INTO benchmark_series (run_id, source, minute, data)
    SELECT ${runId}::uuid, source, minute, data
    FROM jsonb_to_recordset(${JSON.stringify(minutes)}::jsonb) AS given(source text, minute int, data jsonb)
    ON CONFLICT (run_id, source, minute) DO UPDATE SET data = (
      SELECT jsonb_build_object(${merged})
      FROM (
        SELECT DISTINCT ON (entry."second") entry.* FROM (
          SELECT 1 AS age, kept.* FROM ${unnest(kind, "benchmark_series.data", "jsonb_array_elements")} AS kept(${names})
          UNION ALL
          SELECT 0 AS age, given.* FROM ${unnest(kind, "excluded.data", "jsonb_array_elements")} AS given(${names})
        ) AS entry ORDER BY entry."second", entry.age
      ) AS merged)`;
}

/** The names of a minute's arrays, as the columns of `unnest`. */
export function namesOf(kind: SourceKind): Prisma.Sql {
  return joinColumns(kind, (name) => `"${name}"`);
}

/** The entries of a minute's arrays as rows, side by side. */
export function unnest(
  kind: SourceKind,
  data: string,
  each: "jsonb_array_elements" | "jsonb_array_elements_text",
): Prisma.Sql {
  return Prisma.sql`ROWS FROM (${joinColumns(kind, (name) => `${each}(${data}->'${name}')`)})`;
}

/** Text that is made of the names above alone. */
function joinColumns(kind: SourceKind, toSql: (name: string) => string): Prisma.Sql {
  return Prisma.raw(columnsOf[kind].map(toSql).join(", "));
}
