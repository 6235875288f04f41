import type { SlapResult } from "@primacy/contract";
import type { MysqlslapReport, SlapError } from "./report";

/** The figures of a result, by the texts before them; each ends its line. */
const figures = {
  meanSeconds: /^\s*Average number of seconds to run all queries: (\d+(?:\.\d+)?) seconds$/,
  minSeconds: /^\s*Minimum number of seconds to run all queries: (\d+(?:\.\d+)?) seconds$/,
  maxSeconds: /^\s*Maximum number of seconds to run all queries: (\d+(?:\.\d+)?) seconds$/,
  clients: /^\s*Number of clients running queries: (\d+)$/,
  /** The last line of a result. */
  queriesPerClient: /^\s*Average number of queries per client: (\d+)$/,
} as const;
type Figure = keyof typeof figures;

const begins = /^\s*Benchmark$/;
/**
 * What the program tells of itself under its own name, of MySQL or MariaDB. Threads tell errors at once and results wait for the end, so that
 * one may stand in the middle of a line of the other.
 */
const told = /(?:mysqlslap|mariadb-slap)(?:\.exe)?: (.*)$/;
/** What is no error: the password on a command line, an option that is going away, another name of the program. */
const harmless = /^(?:\[(?:Warning|Note|System)\]|Deprecated program name)/i;
/** Told without the name of the program; each ends it. */
const refusal = /^(?:Could not open required defaults file|Fatal error in defaults handling)/;
const coded = /^Error when connecting to server: (\d+) (.*)$/s;
/** A query stands in its error as it was given, with its line ends, and after it what was wrong. */
const query = /^Cannot run query (.*) ERROR : (.*)$/s;
const openQuery = /^Cannot run query (?!.* ERROR : )/s;
const longestText = 8_192;

/**
 * Reads what mysqlslap of MySQL or MariaDB prints, in parts of any size, cut anywhere. Each block that begins with `Benchmark` is a result of its
 * own: nothing is added up. `end` may be called once, after the last part; a result counts only if its last line is whole.
 */
export class MysqlslapReader {
  #rest = "";
  readonly #results: SlapResult[] = [];
  readonly #errors = new Map<string, { readonly error: SlapError; count: number }>();
  #fatal: string | null = null;
  #isCut = false;
  #draft: Map<Figure, number> | null = null;
  /** An error whose query goes on in the next line. */
  #open: string | null = null;

  push(text: string): void {
    const lines = `${this.#rest}${text}`.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#read(line.replace(/\r$/, ""));
  }

  end(): MysqlslapReport {
    const rest = this.#rest.replace(/\r$/, "");
    this.#rest = "";
    // A figure that was cut off is another figure; an error may end anywhere.
    if (told.test(rest) || refusal.test(rest) || this.#open !== null) this.#read(rest);
    if (this.#open !== null) this.#close(this.#open);
    const isCut = this.#isCut || this.#draft !== null;
    const results = [...this.#results];
    return {
      results,
      errors: [...this.#errors.values()].map(({ error, count }) => ({ ...error, count })),
      fatal: this.#fatal,
      isCut,
      isComplete: results.length > 0 && !isCut && this.#fatal === null,
    };
  }

  #read(line: string): void {
    const text = told.exec(line)?.[1] ?? (refusal.test(line) ? line : undefined);
    if (text !== undefined) {
      this.#begin(text);
      return;
    }
    if (begins.test(line)) this.#beginResult();
    else if (this.#open === null || isFigure(line)) this.#readFigure(line);
    else this.#continue(this.#open, line);
  }

  #begin(text: string): void {
    if (this.#open !== null) this.#close(this.#open);
    if (harmless.test(text)) return;
    if (openQuery.test(text)) this.#open = text;
    else this.#close(text);
  }

  #continue(open: string, line: string): void {
    this.#open = `${open}\n${line}`;
    if (!openQuery.test(this.#open) || this.#open.length > longestText) this.#close(this.#open);
  }

  #close(whole: string): void {
    this.#open = null;
    const text = whole.slice(0, longestText);
    this.#fatal ??= text;
    const [, code, reason] = coded.exec(text) ?? [];
    const said = reason ?? query.exec(text)?.[2] ?? text;
    const found = this.#errors.get(said);
    if (found !== undefined) found.count += 1;
    else {
      const error = { code: code === undefined ? null : Number(code), said, count: 1 };
      this.#errors.set(said, { error, count: 1 });
    }
  }

  #beginResult(): void {
    if (this.#open !== null) this.#close(this.#open);
    this.#isCut ||= this.#draft !== null;
    this.#draft = new Map();
  }

  #readFigure(line: string): void {
    const draft = this.#draft;
    if (draft === null) return;
    for (const [name, pattern] of entries) {
      const text = pattern.exec(line)?.[1];
      if (text !== undefined) draft.set(name, Number(text));
    }
    if (!draft.has("queriesPerClient")) return;
    this.#draft = null;
    const result = toResult(draft);
    if (result === null) this.#isCut = true;
    else this.#results.push(result);
  }
}

const entries: readonly (readonly [Figure, RegExp])[] = [
  ["meanSeconds", figures.meanSeconds],
  ["minSeconds", figures.minSeconds],
  ["maxSeconds", figures.maxSeconds],
  ["clients", figures.clients],
  ["queriesPerClient", figures.queriesPerClient],
];

function isFigure(line: string): boolean {
  return entries.some(([, pattern]) => pattern.test(line));
}

/** Null where a line of it is missing. */
function toResult(draft: ReadonlyMap<Figure, number>): SlapResult | null {
  const clients = draft.get("clients");
  const queriesPerClient = draft.get("queriesPerClient");
  const meanSeconds = draft.get("meanSeconds");
  const minSeconds = draft.get("minSeconds");
  const maxSeconds = draft.get("maxSeconds");
  if (clients === undefined || queriesPerClient === undefined || meanSeconds === undefined) return null;
  if (minSeconds === undefined || maxSeconds === undefined) return null;
  return { clients, queriesPerClient, meanSeconds, minSeconds, maxSeconds };
}
