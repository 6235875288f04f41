import type { TransactionKind } from "@primacy/contract";
import type { GoTpcReport } from "./report";

const row = /^\[(Current|Summary)\] +(\S+) *- (.*)$/;
const pair = /([A-Za-z0-9.]+(?:\([a-z]+\))?): (-?\d+(?:\.\d+)?)(?=,|$)/g;
const tpmC = /^tpmC: (\d+(?:\.\d+)?)(?=,|$)/;
const isError = /_ERR$/;
/** A thread gave up, or the program did. `[time] execute run failed` alone is an error that `--ignore-error` goes on after. */
const fatal = /^(?:execute \w+ failed, err (.*)|panic: (.*)|Error: (.*))$/;
const ignored = /^\[[^\]]*\] execute \w+ failed, err (.*)$/;
/** Of TPC-C, whose summary ends with its new orders per minute. */
const tpcC = ["NEW_ORDER", "PAYMENT"];

type Values = ReadonlyMap<string, number>;

/**
 * Reads what go-tpc prints in its plain form, in parts of any size, cut anywhere, by the names in a row: versions print different figures.
 * Throughput is what the summary says and nothing else: a run that was cut has none. Of a row `…_ERR` only the count means anything: its
 * rate is over 0.0 s. `end` may be called once, after the last part; a last line that is unfinished is no figure.
 */
export class GoTpcReader {
  #rest = "";
  readonly #summary = new Map<string, Values>();
  #currentErrors = 0;
  #currentRows = 0;
  #tpmC: number | null = null;
  #fatal: string | null = null;
  #firstError: string | null = null;
  #hasTwoRuns = false;
  #isSummaryOver = false;

  push(text: string): void {
    const lines = `${this.#rest}${text}`.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#read(line.replace(/\r$/, ""));
  }

  end(): GoTpcReport {
    const rest = this.#rest.replace(/\r$/, "");
    this.#rest = "";
    // A figure that was cut off is another figure; an error may end anywhere.
    if (fatal.test(rest) || ignored.test(rest)) this.#read(rest);
    const names = [...new Set([...this.#summary.keys()].map((name) => name.replace(isError, "")))];
    const kinds = names.map((name) => this.#toKind(name, this.#summary.get(name) ?? new Map()));
    const isTpcC = names.some((name) => tpcC.includes(name));
    return {
      kinds,
      tpmC: this.#tpmC,
      seconds: Math.max(0, ...kinds.map(({ name }) => this.#summary.get(name)?.get("Takes(s)") ?? 0)),
      errors: names.length === 0 ? this.#currentErrors : sum(kinds.map(({ errors }) => errors)),
      currentRows: this.#currentRows,
      fatal: this.#fatal,
      firstError: this.#firstError,
      hasTwoRuns: this.#hasTwoRuns,
      isComplete:
        kinds.length > 0 && this.#fatal === null && !this.#hasTwoRuns && (!isTpcC || this.#tpmC !== null),
    };
  }

  #read(line: string): void {
    if (this.#hasTwoRuns) return;
    const [, form, name = "", text = ""] = row.exec(line) ?? [];
    if (form === "Current") this.#readCurrent(name, toValues(text));
    else if (form === "Summary") this.#readSummary(name, toValues(text));
    else if (!this.#readTotal(line)) this.#readError(line);
  }

  #readCurrent(name: string, values: Values): void {
    // What comes after a summary is another run.
    this.#hasTwoRuns = this.#summary.size > 0;
    if (this.#hasTwoRuns) return;
    this.#currentRows += 1;
    if (isError.test(name)) this.#currentErrors += countOf(values);
  }

  #readSummary(name: string, values: Values): void {
    this.#hasTwoRuns = this.#isSummaryOver || this.#summary.has(name);
    if (!this.#hasTwoRuns && values.has("Count")) this.#summary.set(name, values);
  }

  #readTotal(line: string): boolean {
    const text = tpmC.exec(line)?.[1];
    if (text === undefined) return false;
    this.#isSummaryOver = true;
    this.#tpmC = Number(text);
    return true;
  }

  #readError(line: string): void {
    const found = fatal.exec(line);
    const said = found?.slice(1).find((one) => one !== undefined) ?? ignored.exec(line)?.[1];
    if (said === undefined) return;
    this.#firstError ??= said;
    if (found !== null) this.#fatal ??= said;
  }

  #toKind(name: string, values: Values): TransactionKind {
    const count = countOf(values);
    const seconds = values.get("Takes(s)") ?? 0;
    const told = (key: string): number | null => values.get(key) ?? null;
    return {
      name,
      count,
      // Old versions print operations per second.
      perMinute: told("TPM") ?? (told("OPS") ?? (seconds > 0 ? count / seconds : 0)) * 60,
      errors: countOf(this.#summary.get(`${name}_ERR`) ?? new Map()),
      meanMs: told("Avg(ms)"),
      p50Ms: told("50th(ms)"),
      p90Ms: told("90th(ms)"),
      p95Ms: told("95th(ms)"),
      p99Ms: told("99th(ms)"),
      maxMs: told("Max(ms)"),
    };
  }
}

function toValues(text: string): Values {
  const values = new Map<string, number>();
  for (const [, name, value] of text.matchAll(pair))
    if (name !== undefined && value !== undefined) values.set(name, Number(value));
  return values;
}

function countOf(values: Values): number {
  return values.get("Count") ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
