/** One interval of a run, as sysbench reports it while it runs. Rates are per second. */
export interface SysbenchSecond {
  /** The end of the interval in whole seconds since the threads started, as printed. */
  readonly second: number;
  /** Threads that still run; fewer than were asked for when some died. */
  readonly threads: number;
  readonly tps: number;
  /** Null where the row does not say it: tests without SQL have events alone. */
  readonly qps: number | null;
  readonly reads: number | null;
  readonly writes: number | null;
  readonly others: number | null;
  /**
   * The percentile of the interval. Null where no event happened, and where a checkpoint fell into the interval and took its
   * latencies with it: the 0.00 of such an interval is no latency.
   */
  readonly latencyMs: number | null;
  /** Which percentile `latencyMs` is; null where it is switched off, or a CSV row does not say. */
  readonly percentile: number | null;
  readonly errorsPerSecond: number | null;
  readonly reconnectsPerSecond: number | null;
}

/** Events that took about `ms`: one bar of sysbench's histogram, its middle as printed. */
export interface HistogramBar {
  readonly ms: number;
  readonly count: number;
}

/** The end of sysbench's histogram in milliseconds: what falls here took at least so long. */
export const longestLatencyMs = 100_000;

/**
 * The last report of a run. After a checkpoint it covers only what came after the checkpoint, its histogram as well; only
 * the `total time` that sysbench prints then still counts from the start, so `seconds` is the covered part of it.
 */
export interface SysbenchSummary {
  readonly transactions: number;
  readonly queries: number | null;
  readonly ignoredErrors: number | null;
  readonly reconnects: number | null;
  readonly seconds: number;
  readonly transactionsPerSecond: number;
  /** Every figure is null where no event happened. */
  readonly latency: {
    readonly minMs: number | null;
    readonly meanMs: number | null;
    readonly maxMs: number | null;
    /** `at` is null where percentiles are switched off. */
    readonly percentile: { readonly at: number | null; readonly ms: number | null };
  };
  /** Ascending; null where it was not asked for, or is empty. */
  readonly histogram: readonly HistogramBar[] | null;
}

/** An error that ended threads. */
export interface SysbenchError {
  /** MySQL's number; null where sysbench names none. */
  readonly code: number | null;
  /** What the first of them said. */
  readonly said: string;
  /** How often it was reported. */
  readonly count: number;
}

/** What the output of one run says. */
export interface SysbenchReport {
  /** As printed, with the commit: `1.0.20`, `1.1.0-50966c8`. */
  readonly version: string | null;
  readonly threadsAsked: number | null;
  readonly seconds: readonly SysbenchSecond[];
  /** Seconds at which the counters were reset; rows up to the last of them are warm-up. */
  readonly checkpointSeconds: readonly number[];
  readonly summary: SysbenchSummary | null;
  /** In the order of their first appearance. Errors that an option ignores are counted in rows and summary, without a code. */
  readonly errors: readonly SysbenchError[];
  /** The first thing that ended the run or a thread, with its query; null if nothing did. */
  readonly fatal: string | null;
  /** A row before the run's last second shows fewer threads than were asked for. */
  readonly hasLostThreads: boolean;
  /** A second run stands in the same output. All else speaks of the first alone. */
  readonly hasTwoRuns: boolean;
  /** A final summary was read whole, nothing was fatal, and there was one run. */
  readonly isComplete: boolean;
}
