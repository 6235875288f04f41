import type { ProbeSample } from "@primacy/contract";

const lanes = ["write", "read", "login"] as const;
/** Numbers of one attempt. */
const width = 12;
const perBlock = 1_024;

/**
 * Attempts in the order in which they ended, packed: a drill has tens of thousands, and the agent's own memory is for its addresses. One
 * takes 96 bytes outside of it.
 */
export class SampleLog {
  readonly #blocks: Float64Array[] = [];
  #count = 0;
  /** Codes of errors and ids of servers: few, and each is kept once. */
  readonly #texts: string[] = [];
  readonly #indexes = new Map<string, number>();

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  add(sample: ProbeSample): void {
    const at = (this.#count % perBlock) * width;
    if (at === 0) this.#blocks.push(new Float64Array(perBlock * width));
    this.#blocks.at(-1)?.set(this.#pack(sample), at);
    this.#count += 1;
  }

  /** Those after the first `after`, at most `most`. */
  list(after: number, most: number): ProbeSample[] {
    const end = Math.min(this.#count, after + most);
    return Array.from({ length: Math.max(0, end - after) }, (_, index) => this.#unpack(after + index));
  }

  #pack(sample: ProbeSample): number[] {
    const { lane, endpoint, seq, dueMs, startedMs, endedMs, error, serverUuid } = sample;
    const texts = [this.#indexOf(error), this.#indexOf(serverUuid)];
    const common = [lanes.indexOf(lane), endpoint, seq, dueMs, startedMs, endedMs, ...texts];
    if (lane === "write") return [...common, sample.isSent ? 1 : 0];
    if (lane === "login") return common;
    return [...common, sample.ackedRows, sample.ackedLast, sample.rows, sample.last];
  }

  #unpack(index: number): ProbeSample {
    const from = (index % perBlock) * width;
    const numbers = this.#blocks[Math.floor(index / perBlock)]?.subarray(from, from + width) ?? [];
    const [lane = 0, endpoint = 0, seq = 0, dueMs = 0, startedMs = 0, endedMs = 0, ...rest] = numbers;
    const [error = -1, server = -1, first = 0, ackedLast = 0, rows = 0, last = 0] = rest;
    const texts = { error: this.#texts[error] ?? null, serverUuid: this.#texts[server] ?? null };
    const common = { endpoint, seq, dueMs, startedMs, endedMs, ...texts };
    switch (lanes[lane]) {
      case "read":
        return { lane: "read", ...common, ackedRows: first, ackedLast, rows, last };
      case "login":
        return { lane: "login", ...common };
      default:
        return { lane: "write", ...common, isSent: first === 1 };
    }
  }

  #indexOf(text: string | null): number {
    if (text === null) return -1;
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#texts.push(text);
    this.#indexes.set(text, this.#texts.length - 1);
    return this.#texts.length - 1;
  }
}
