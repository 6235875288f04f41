import { ErrorLog } from "./read-errors";
import { readSecond } from "./read-second";
import { beginsSummary, SummaryDraft } from "./read-summary";
import type { SysbenchReport, SysbenchSecond, SysbenchSummary } from "./report";

const version = /^sysbench (\S+) \(using /;
const runBegins = /^Running the test with following options:/;
const threadsAsked = /^Number of threads: (\d+)$/;
const checkpoint = /^\[\s*(\d+)s\s*\]\s+Checkpoint report:/;
const message = /^(FATAL|ALERT|WARNING|DEBUG): (.*)$/;
/** Said without a prefix, by the options themselves or by LuaJIT; each ends sysbench. */
const refusal = /^(?:invalid option: |Invalid value for |Unrecognized command line argument: |PANIC: )/;
const repeated = /^\(last message repeated (\d+) times\)$/;

/**
 * Reads what sysbench 1.0.17 to 1.1.0 prints, in parts of any size, cut anywhere. Nothing is counted by columns where the
 * line has names. `end` may be called once, after the last part; an unfinished last line counts only if it is whole.
 */
export class SysbenchReader {
  #rest = "";
  #version: string | null = null;
  #threadsAsked: number | null = null;
  #hasBegun = false;
  #hasTwoRuns = false;
  readonly #seconds: SysbenchSecond[] = [];
  readonly #checkpoints: number[] = [];
  readonly #errors = new ErrorLog();
  /** Where the counters were reset last, to the fraction of a second. */
  #since = 0;
  #draft: { readonly summary: SummaryDraft; readonly isCheckpoint: boolean } | null = null;
  #summary: SysbenchSummary | null = null;
  #totalSeconds: number | null = null;

  /** Takes the next part, and gives the rows that it completes. */
  push(text: string): readonly SysbenchSecond[] {
    const lines = `${this.#rest}${text}`.split("\n");
    this.#rest = lines.pop() ?? "";
    const before = this.#seconds.length;
    for (const line of lines) this.#read(line.replace(/\r$/, ""));
    return this.#seconds.slice(before);
  }

  end(): SysbenchReport {
    const rest = this.#rest.replace(/\r$/, "");
    this.#rest = "";
    // A row that was cut off ends within a figure or without one; messages may end anywhere.
    if (/\.\d\d$/.test(rest) || message.test(rest) || this.#errors.isOpen) this.#read(rest);
    this.#errors.close();
    const fatal = this.#errors.first;
    return {
      version: this.#version,
      threadsAsked: this.#threadsAsked,
      seconds: [...this.#seconds],
      checkpointSeconds: [...this.#checkpoints],
      summary: this.#summary,
      errors: this.#errors.list(),
      fatal,
      hasLostThreads: this.#hasLostThreads(),
      hasTwoRuns: this.#hasTwoRuns,
      isComplete: this.#summary !== null && fatal === null && !this.#hasTwoRuns,
    };
  }

  #read(line: string): void {
    if (this.#hasTwoRuns || this.#readMessage(line)) return;
    const second = readSecond(line);
    const isKnown = beginsSummary(line) || checkpoint.test(line) || version.test(line);
    if (second !== null) this.#addSecond(second);
    else if (this.#errors.isOpen && !isKnown) this.#errors.continue(line);
    else {
      this.#errors.pass();
      if (!this.#readHead(line)) this.#readSummary(line);
    }
  }

  /** What stands before the rows. `prepare` prints the version as well. */
  #readHead(line: string): boolean {
    const found = version.exec(line)?.[1];
    if (found !== undefined && !this.#hasBegun) this.#version = found;
    const asked = threadsAsked.exec(line)?.[1];
    if (asked !== undefined) this.#threadsAsked ??= Number(asked);
    if (!runBegins.test(line)) return found !== undefined || asked !== undefined;
    this.#hasTwoRuns = this.#hasBegun;
    this.#hasBegun = true;
    return true;
  }

  #readMessage(line: string): boolean {
    const times = repeated.exec(line)?.[1];
    const [, kind, text = ""] = message.exec(line) ?? [];
    if (times !== undefined) this.#errors.repeat(Number(times));
    else if (kind === "FATAL") this.#errors.begin(text);
    else if (refusal.test(line)) this.#errors.begin(line);
    else if (kind !== undefined) this.#errors.pass();
    return times !== undefined || kind !== undefined || refusal.test(line);
  }

  #addSecond(second: SysbenchSecond): void {
    this.#errors.close();
    const last = this.#seconds.at(-1);
    // Time goes back: the header of a second run is missing, as where it appends to a file of rows alone.
    if (last !== undefined && second.second < last.second) this.#hasTwoRuns = true;
    if (!this.#hasTwoRuns) this.#seconds.push(second);
  }

  #readSummary(line: string): void {
    const at = checkpoint.exec(line)?.[1];
    if (at !== undefined) {
      this.#checkpoints.push(Number(at));
      this.#draft = { summary: new SummaryDraft(), isCheckpoint: true };
      return;
    }
    if (this.#draft === null && !beginsSummary(line)) return;
    this.#draft ??= { summary: new SummaryDraft(), isCheckpoint: false };
    const { summary, isCheckpoint } = this.#draft;
    summary.read(line);
    if (!summary.isWhole) return;
    if (isCheckpoint) this.#since = summary.totalSeconds ?? this.#since;
    else {
      this.#summary = summary.finish(this.#since);
      this.#totalSeconds = summary.totalSeconds;
    }
    this.#draft = null;
  }

  /** Threads that end a moment before the last row is printed have only finished. */
  #hasLostThreads(): boolean {
    const asked = this.#threadsAsked;
    const end = this.#totalSeconds === null ? Number.POSITIVE_INFINITY : Math.floor(this.#totalSeconds);
    return asked !== null && this.#seconds.some(({ second, threads }) => threads < asked && second < end);
  }
}
