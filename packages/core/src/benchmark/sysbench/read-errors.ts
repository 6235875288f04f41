import type { SysbenchError } from "./report";

/** sysbench itself cuts a message at this length, and with it the quote that ends a query. */
const longestText = 4096;

const coded = [
  /returned error (\d+) \((.*?)\)(?: for query .*)?$/s,
  /^error (\d+): (.*)$/s,
  /^MySQL error: (\d+) "(.*)"$/s,
  /SQL error, errno = (\d+), state = '[^']*': (.*)$/s,
];
/** A thread's own account of the error that ended it: the driver has told the same before. */
const isThreadEnd = /function failed: /;
/** What follows from an error that was told: no reason of its own where there is one. */
const isConsequence =
  /^unable to connect to|^mysql_\w+\(\) failed$|^`[^']+' function failed: .*(?:connection creation failed|SQL API error)$|^Thread initialization failed/;

interface Tally {
  readonly code: number | null;
  readonly text: string;
  byDriver: number;
  byThread: number;
}

/** Collects what was fatal, each error once although the driver and the thread both tell it. */
export class ErrorLog {
  readonly #tallies = new Map<string, Tally>();
  #first: string | null = null;
  #open: string | null = null;
  #last: { readonly tally: Tally; readonly kind: "byDriver" | "byThread" } | null = null;

  /** A message has begun; it goes on in the lines that follow while its query is open. */
  begin(text: string): void {
    this.close();
    this.#open = text;
    if (!isQueryOpen(text)) this.close();
  }

  /** A query is open, and the next line belongs to it unless it is known for something else. */
  get isOpen(): boolean {
    return this.#open !== null;
  }

  continue(line: string): void {
    this.#open = `${this.#open}\n${line}`;
    if (!isQueryOpen(this.#open) || this.#open.length > longestText) this.close();
  }

  /** Ends the message at hand: something else was printed. */
  close(): void {
    if (this.#open === null) return;
    const text = this.#open.slice(0, longestText);
    this.#open = null;
    this.#first ??= text;
    this.#count(text);
  }

  /** sysbench prints a message that repeats itself once, and then how often it was said again. */
  repeat(times: number): void {
    if (this.#last !== null) this.#last.tally[this.#last.kind] += times;
  }

  /** Something else was said, so that what is repeated next is not the last error. */
  pass(): void {
    this.close();
    this.#last = null;
  }

  get first(): string | null {
    return this.#first;
  }

  list(): readonly SysbenchError[] {
    const all = [...this.#tallies.values()];
    const reasons = all.filter(({ text }) => !isConsequence.test(text));
    return (reasons.length === 0 ? all : reasons).map(({ code, text, byDriver, byThread }) => ({
      code,
      said: text,
      count: Math.max(byDriver, byThread),
    }));
  }

  #count(message: string): void {
    const found = coded.map((pattern) => pattern.exec(message)).find((match) => match !== null);
    const code = found?.[1] === undefined ? null : Number(found[1]);
    const text = found?.[2] ?? message;
    const key = code === null ? text : String(code);
    const tally = this.#tallies.get(key) ?? { code, text, byDriver: 0, byThread: 0 };
    const kind = isThreadEnd.test(message) ? "byThread" : "byDriver";
    tally[kind] += 1;
    this.#tallies.set(key, tally);
    this.#last = { tally, kind };
  }
}

function isQueryOpen(text: string): boolean {
  const query = text.split(" for query '")[1];
  return query !== undefined && !query.endsWith("'");
}
