import { type BenchmarkFigures, type Message, message } from "@primacy/contract";
import type { GoTpcReport } from "../go-tpc/report";
import {
  errorShare,
  explainErrors,
  findDisturbanceAround,
  type JudgedRun,
  noLatency,
  type RunSurroundings,
} from "../judge-run";

/**
 * Judges a run by what go-tpc wrote. Its throughput is that of all kinds of transactions in the summary; without a summary there are errors to
 * tell of, and no throughput.
 */
export function judgeGoTpc(report: GoTpcReport, around: RunSurroundings): JudgedRun {
  const figures = readFigures(report);
  const failure = findFailure(report, figures, around);
  if (failure !== null) return { state: "failed", figures, reason: failure };
  const isFailing = figures !== null && figures.errorsPerSecond > errorShare * figures.tps;
  const reason = findDisturbanceAround(around) ?? (isFailing ? tellErrors(report) : null);
  return { state: reason === null ? "done" : "void", figures, reason };
}

function findFailure(
  report: GoTpcReport,
  figures: BenchmarkFigures | null,
  { exitCode, lateAfterSeconds }: RunSurroundings,
): Message | null {
  if (report.fatal !== null) return message("why.benchmark_fatal", { said: report.fatal });
  if (lateAfterSeconds !== null) return message("why.benchmark_late", { seconds: lateAfterSeconds });
  if (!report.isComplete || exitCode !== 0)
    return report.errors > 0 ? tellErrors(report) : message("why.benchmark_no_summary");
  return figures === null ? message("why.benchmark_nothing") : null;
}

function tellErrors({ errors, firstError }: GoTpcReport): Message {
  return explainErrors(errors, firstError);
}

function readFigures({ kinds, seconds, errors, tpmC }: GoTpcReport): BenchmarkFigures | null {
  const perMinute = kinds.reduce((total, one) => total + one.perMinute, 0);
  if (perMinute === 0 || seconds === 0) return null;
  const transactions = kinds.reduce((total, one) => total + one.count, 0);
  const tps = perMinute / 60;
  const spentMs = kinds.reduce((total, { meanMs, count }) => total + (meanMs ?? 0) * count, 0);
  const longest = kinds.flatMap(({ maxMs }) => maxMs ?? []);
  return {
    seconds,
    transactions,
    tps,
    // It counts transactions alone.
    qps: 0,
    errorsPerSecond: errors / seconds,
    reconnects: null,
    // Percentiles of kinds have none in common.
    latency: {
      ...noLatency,
      meanMs: spentMs === 0 ? null : spentMs / transactions,
      maxMs: longest.length === 0 ? null : Math.max(...longest),
    },
    kinds: [...kinds],
    ...(tpmC === null ? {} : { tpmC }),
  };
}
