import { type BenchmarkFigures, type Message, message } from "@primacy/contract";
import { explainForeignLoad, type ForeignLoad } from "./judge/find-foreign-load";
import { type MeasuredLatency, percentileOf } from "./percentile-of";
import {
  longestLatencyMs,
  type SysbenchReport,
  type SysbenchSecond,
  type SysbenchSummary,
} from "./sysbench/report";

/** What was ordered of a run. */
export interface OrderedRun {
  readonly threads: number;
  readonly warmupSeconds: number;
  readonly runSeconds: number;
  /** It may end before its time: it was given a number of events. */
  readonly mayEndEarly: boolean;
}

/** What was around a run: the primary before and after it, by name, who was lost, and how its program ended. */
export interface RunSurroundings {
  readonly primaryBefore: string;
  /** Null: there was none. */
  readonly primaryAfter: string | null;
  /** Members that were ONLINE when the benchmark began and are not after the run, by name. */
  readonly lost: readonly string[];
  /** Null: it was killed, or ended with its host. */
  readonly exitCode: number | null;
  /** It was ended after so many seconds, its limit; null: it ended by itself, or by somebody else. */
  readonly lateAfterSeconds: number | null;
  /** What others ran beside it, where that is more than a run may have beside it. */
  readonly foreign: ForeignLoad | null;
}

/** What a run counts for. `void` and `failed` keep their figures, where there are any, and are in no average. */
export interface JudgedRun {
  readonly state: "done" | "void" | "failed";
  readonly figures: BenchmarkFigures | null;
  readonly reason: Message | null;
}

/** So many seconds without one transaction are a hang, and no slow server. */
const hangSeconds = 5;
/** So many seconds may be missing from the tool's lines, or this share of them: it was late once. */
const missing = { seconds: 2, share: 0.1 };
/** Above this share of the transactions, what fails is what is measured. */
export const errorShare = 0.01;

/** The latencies of a tool that tells none. */
export const noLatency: BenchmarkFigures["latency"] = {
  minMs: null,
  meanMs: null,
  maxMs: null,
  p50: null,
  p95: null,
  p99: null,
};

/**
 * Judges a run by what sysbench wrote. One whose program gave up, lost threads, hung, left out seconds or wrote no summary is `failed`; one that
 * went through while the primary changed, a member was lost, others loaded the servers or too much failed is `void`. Either way its block has to be run again.
 */
export function judgeRun(report: SysbenchReport, ordered: OrderedRun, around: RunSurroundings): JudgedRun {
  const figures = readFigures(report, ordered);
  const failure = findFailure(report, ordered, around);
  if (failure !== null) return { state: "failed", figures, reason: failure };
  const disturbance = findDisturbance(report, figures, around);
  return { state: disturbance === null ? "done" : "void", figures, reason: disturbance };
}

function findFailure(
  report: SysbenchReport,
  ordered: OrderedRun,
  { exitCode, lateAfterSeconds }: RunSurroundings,
): Message | null {
  if (report.fatal !== null) return message("why.benchmark_fatal", { said: report.fatal });
  if (report.hasLostThreads) {
    const alive = Math.min(...report.seconds.map(({ threads }) => threads));
    return message("why.benchmark_threads_died", { alive, asked: ordered.threads });
  }
  const measured = measuredSeconds(report, ordered);
  const hang = findHang(listSpans(measured, ordered));
  // sysbench waits for an answer without end: that none came says more than that it was ended.
  if (lateAfterSeconds !== null) return hang ?? message("why.benchmark_late", { seconds: lateAfterSeconds });
  if (!report.isComplete || report.hasTwoRuns || exitCode !== 0) return message("why.benchmark_no_summary");
  if (measured.length === 0) return message("why.benchmark_nothing");
  const absent = ordered.runSeconds - measured.length;
  const isShort = absent > Math.max(missing.seconds, missing.share * ordered.runSeconds);
  if (isShort && !ordered.mayEndEarly)
    return message("why.benchmark_seconds_missing", { absent, asked: ordered.runSeconds });
  return hang;
}

function findDisturbance(
  report: SysbenchReport,
  figures: BenchmarkFigures | null,
  around: RunSurroundings,
): Message | null {
  const disturbance = findDisturbanceAround(around);
  if (disturbance !== null) return disturbance;
  const [first] = report.errors;
  const isFailing = figures !== null && figures.errorsPerSecond > errorShare * figures.tps;
  if (!isFailing) return null;
  const told = report.errors.reduce((sum, one) => sum + one.count, 0);
  const count = Math.max(told, Math.round(figures.errorsPerSecond * figures.seconds));
  return explainErrors(count, first?.said ?? null);
}

/** So many errors in words, with what the first of them said; null: the tool counts them alone, as sysbench those that it was told to ignore. */
export function explainErrors(count: number, said: string | null): Message {
  return said === null
    ? message("why.benchmark_errors_untold", { count })
    : message("why.benchmark_errors", { count, said });
}

/** What disturbed a run, whatever the tool says: the group is another than before, or others loaded its servers. */
export function findDisturbanceAround({
  primaryBefore: before,
  primaryAfter: after,
  lost,
  foreign,
}: Pick<RunSurroundings, "primaryBefore" | "primaryAfter" | "lost" | "foreign">): Message | null {
  if (after === null) return message("why.benchmark_no_primary");
  if (after !== before) return message("why.benchmark_primary_moved", { before, after });
  if (lost.length > 0) return message("why.benchmark_members_lost", { members: lost.join(", ") });
  return foreign === null ? null : explainForeignLoad(foreign);
}

/** The seconds after the warm-up. The tool numbers a second by its end, and may write one more than it was asked for. */
export function measuredSeconds(
  { seconds }: Pick<SysbenchReport, "seconds">,
  { warmupSeconds, runSeconds }: OrderedRun,
): readonly SysbenchSecond[] {
  return seconds.filter(({ second }) => second > warmupSeconds && second <= warmupSeconds + runSeconds);
}

/** A row of sysbench, and the seconds that it tells of. */
interface CoveredSpan {
  readonly row: SysbenchSecond;
  readonly seconds: number;
}

/** sysbench is late where its host is busy: a row then has the rate of all the time since the one before. */
function listSpans(rows: readonly SysbenchSecond[], { warmupSeconds }: OrderedRun): readonly CoveredSpan[] {
  let before = warmupSeconds;
  return rows.map((row) => {
    const seconds = row.second - before;
    before = row.second;
    return { row, seconds };
  });
}

function findHang(spans: readonly CoveredSpan[]): Message | null {
  let longest = 0;
  let now = 0;
  for (const { row, seconds } of spans) {
    now = row.tps === 0 ? now + seconds : 0;
    longest = Math.max(longest, now);
  }
  return longest >= hangSeconds ? message("why.benchmark_stood_still", { seconds: longest }) : null;
}

/**
 * The figures of a run. Rates are means over the measured seconds, each row for as many as it tells of; latencies and reconnects are those of the
 * tool's final report, which counts from the last checkpoint on, and unknown where a warm-up would be in them. Null where no second was measured.
 */
export function readFigures(report: SysbenchReport, ordered: OrderedRun): BenchmarkFigures | null {
  const measured = measuredSeconds(report, ordered);
  if (measured.length === 0) return null;
  const spans = listSpans(measured, ordered);
  const seconds = spans.reduce((sum, span) => sum + span.seconds, 0);
  const mean = (read: (second: SysbenchSecond) => number): number =>
    spans.reduce((sum, span) => sum + read(span.row) * span.seconds, 0) / seconds;
  const tps = mean((second) => second.tps);
  const summary = hasLeftWarmup(report, ordered) ? report.summary : null;
  return {
    seconds,
    transactions: Math.round(tps * seconds),
    tps,
    qps: mean((second) => second.qps ?? 0),
    errorsPerSecond: mean((second) => second.errorsPerSecond ?? 0),
    reconnects: summary?.reconnects ?? null,
    latency: summary === null ? noLatency : readLatency(summary),
  };
}

/** A command of one's own may warm up and set no checkpoint at its end: its final report then counts from the start. */
function hasLeftWarmup({ checkpointSeconds }: SysbenchReport, { warmupSeconds }: OrderedRun): boolean {
  return warmupSeconds === 0 || checkpointSeconds.some((second) => second >= warmupSeconds);
}

/** Any percentile from the histogram; without one, the percentile that the report tells. */
function readLatency({ latency, histogram }: SysbenchSummary): BenchmarkFigures["latency"] {
  const { minMs, meanMs, maxMs, percentile } = latency;
  const read = (percent: number): MeasuredLatency | null => {
    if (histogram !== null) return percentileOf(histogram, percent);
    const { at, ms } = percentile;
    return at === percent && ms !== null ? { ms, isAtLeast: ms >= longestLatencyMs } : null;
  };
  return { minMs, meanMs, maxMs, p50: read(50), p95: read(95), p99: read(99) };
}
