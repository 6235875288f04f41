import { type BenchmarkFigures, type Message, message, type SlapResult } from "@primacy/contract";
import {
  findDisturbanceAround,
  type JudgedRun,
  noLatency,
  type OrderedRun,
  type RunSurroundings,
} from "../judge-run";
import type { MysqlslapReport } from "../mysqlslap/report";

/**
 * Judges a run by what mysqlslap wrote. Any error fails it: mysqlslap goes on after one, and what it then did is less than it says. It
 * counts only with one result of the ordered number of clients; others are kept beside it.
 */
export function judgeMysqlslap(
  report: MysqlslapReport,
  { threads }: Pick<OrderedRun, "threads">,
  around: RunSurroundings,
): JudgedRun {
  const own = report.results.filter(({ clients }) => clients === threads);
  const [only] = own.length === 1 ? own : [];
  const figures = only === undefined ? null : toFigures(only, report.results);
  const failure = findFailure(report, own, figures, threads, around);
  if (failure !== null) return { state: "failed", figures, reason: failure };
  const disturbance = findDisturbanceAround(around);
  return { state: disturbance === null ? "done" : "void", figures, reason: disturbance };
}

function findFailure(
  report: MysqlslapReport,
  own: readonly SlapResult[],
  figures: BenchmarkFigures | null,
  threads: number,
  { exitCode, lateAfterSeconds }: RunSurroundings,
): Message | null {
  if (report.fatal !== null) return message("why.benchmark_fatal", { said: report.fatal });
  if (lateAfterSeconds !== null) return message("why.benchmark_late", { seconds: lateAfterSeconds });
  if (!report.isComplete || exitCode !== 0) return message("why.benchmark_no_summary");
  const [first] = own;
  if (first === undefined) return message("why.benchmark_other_clients", { asked: threads });
  if (own.length > 1) return message("why.benchmark_several_results", { count: own.length });
  if (first.queriesPerClient === 0) return message("why.benchmark_queries_unknown");
  return figures === null ? message("why.benchmark_too_short") : null;
}

/** Null where the result says no rate: the queries are not counted, or took no time that can be read. */
function toFigures(result: SlapResult, results: readonly SlapResult[]): BenchmarkFigures | null {
  const queries = result.clients * result.queriesPerClient;
  if (queries === 0 || result.meanSeconds === 0) return null;
  const rate = queries / result.meanSeconds;
  return {
    // Of one iteration, on the mean of all.
    seconds: result.meanSeconds,
    transactions: queries,
    tps: rate,
    qps: rate,
    errorsPerSecond: 0,
    reconnects: null,
    latency: noLatency,
    slap: [...results],
  };
}
