import type { HistogramBar, SysbenchSummary } from "./report";

/** Figures of a summary under the names that the versions print; 1.1 says `Throughput` where 1.0 says `General statistics`. */
const figures = {
  transactions: /^\s*transactions:\s+(\d+)/,
  queries: /^\s*queries:\s+(\d+)/,
  ignoredErrors: /^\s*ignored errors:\s+(\d+)/,
  reconnects: /^\s*reconnects:\s+(\d+)/,
  events: /^\s*total number of events:\s+(\d+)/,
  transactionRate: /^\s*transactions:\s+\d+\s+\((\S+) per sec/,
  eventRate: /^\s*(?:events\/s \(eps\)|events per second):\s+(\S+)/,
  totalSeconds: /^\s*(?:total time|time elapsed):\s+(\S+)s$/,
  minMs: /^\s*min:\s+(\S+)$/,
  meanMs: /^\s*avg:\s+(\S+)$/,
  maxMs: /^\s*max:\s+(\S+)$/,
  percentileAt: /^\s*(\d+)(?:st|nd|rd|th) percentile:/,
  percentileMs: /^\s*\d+(?:st|nd|rd|th) percentile:\s+(\S+)$/,
  /** The last line that is needed: a summary without it was cut off. */
  sumMs: /^\s*sum:\s+(\S+)$/,
} as const;

const beginnings = [
  /^SQL statistics:$/,
  /^CPU speed:$/,
  /^General statistics:$/,
  /^Throughput:$/,
  /^Latency histogram /,
];
const bar = /^\s*(\d+\.\d+) \|[* ]*\s(\d+)$/;

/** Whether the line begins a summary or one of its parts. */
export function beginsSummary(line: string): boolean {
  return beginnings.some((pattern) => pattern.test(line));
}

/**
 * Reads one summary line by line, its first line included. Lines between its own, as the reports of intervals that run meanwhile, do
 * no harm.
 */
export class SummaryDraft {
  readonly #found = new Map<string, number>();
  readonly #bars: HistogramBar[] = [];
  #isThroughput = false;

  read(line: string): void {
    this.#isThroughput ||= /^Throughput:$/.test(line);
    for (const [name, pattern] of Object.entries(figures)) {
      const text = pattern.exec(line)?.[1];
      if (text !== undefined && Number.isFinite(Number(text))) this.#found.set(name, Number(text));
    }
    const [, ms, count] = bar.exec(line) ?? [];
    if (ms !== undefined && count !== undefined) this.#bars.push({ ms: Number(ms), count: Number(count) });
  }

  /** Its last line was read. */
  get isWhole(): boolean {
    return this.#get("sumMs") !== null;
  }

  /** Seconds since the threads started; null before its line was read. */
  get totalSeconds(): number | null {
    return this.#get("totalSeconds");
  }

  /** The summary, of what came after `since` seconds; null where it is not whole. */
  finish(since: number): SysbenchSummary | null {
    const transactions = this.#get("transactions") ?? this.#get("events");
    const { totalSeconds } = this;
    if (!this.isWhole || transactions === null || totalSeconds === null) return null;
    const seconds = this.#coveredSeconds(since) ?? totalSeconds;
    const rate = this.#get("transactionRate") ?? this.#get("eventRate");
    const hasEvents = (this.#get("events") ?? transactions) > 0;
    const latency = (name: keyof typeof figures): number | null => (hasEvents ? this.#get(name) : null);
    const percentile = latency("percentileMs");
    return {
      transactions,
      queries: this.#get("queries"),
      ignoredErrors: this.#get("ignoredErrors"),
      reconnects: this.#get("reconnects"),
      seconds,
      transactionsPerSecond: rate ?? (seconds > 0 ? transactions / seconds : 0),
      latency: {
        minMs: latency("minMs"),
        meanMs: latency("meanMs"),
        maxMs: latency("maxMs"),
        // An empty histogram has its percentile at 0.00, whatever the other figures say.
        percentile: { at: this.#get("percentileAt"), ms: percentile === 0 ? null : percentile },
      },
      histogram: this.#bars.length === 0 ? null : [...this.#bars],
    };
  }

  /** 1.1 tells a rate with four decimals, which says the interval whatever its `time elapsed` counts from. */
  #coveredSeconds(since: number): number | null {
    if (since === 0 || this.totalSeconds === null) return this.totalSeconds;
    const events = this.#get("events");
    const rate = this.#get("eventRate");
    const byRate = this.#isThroughput && events !== null && rate !== null && rate > 0 ? events / rate : null;
    return byRate ?? round(Math.max(0, this.totalSeconds - since));
  }

  #get(name: keyof typeof figures): number | null {
    return this.#found.get(name) ?? null;
  }
}

/** To the four decimals that sysbench prints. */
function round(seconds: number): number {
  return Math.round(seconds * 10_000) / 10_000;
}
