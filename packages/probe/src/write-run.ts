import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { OwnRead, WriteAttempt } from "@primacy/core/drill";
import { ProbeFailure } from "./failure";
import { type WriterConfig, WriterLine } from "./writer-config";

/** Above the longest attempt; a writer whose first connection hangs would never end by itself. */
const END_LIMIT_MS = 15_000;

/** How the client itself ends an attempt: on a busy machine servers take longer than it waits, with nobody in the way. */
const ownErrors: ReadonlySet<string | null> = new Set([
  ...["ATTEMPT_TIMEOUT", "NO_FREE_SLOT"],
  // A connection that it waited for no longer.
  ...["ABORT_ERR", "ETIMEDOUT"],
]);

/** How often it is seen whether a write was acknowledged. */
const ACK_EVERY_MS = 5;

/**
 * A running writer. `attempts` grows while it runs, in the order in which attempts ended. Stop it when done; it also
 * ends by itself when this process dies.
 */
export class WriteRun {
  /** Names this run's rows in its table. */
  readonly run: string;
  readonly #child: ChildProcess;
  readonly #attempts: WriteAttempt[] = [];
  readonly #reads: OwnRead[] = [];
  readonly #ended: Promise<void>;
  #hasEnded = false;
  #errorText = "";

  /** Starts the writer process with this command, which ends in the program `writer-main`. It connects from where that runs. */
  constructor([program = "", ...args]: readonly string[], config: WriterConfig) {
    this.run = config.run;
    this.#child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
    this.#ended = new Promise((resolve) => {
      const end = (): void => {
        this.#hasEnded = true;
        resolve();
      };
      this.#child.once("close", end);
      this.#child.once("error", end);
    });
    this.#child.stderr?.on("data", (text: Buffer) => {
      this.#errorText = (this.#errorText + text.toString()).slice(-2000);
    });
    if (this.#child.stdout !== null) {
      createInterface({ input: this.#child.stdout }).on("line", (line) => {
        const told = WriterLine.parse(JSON.parse(line));
        if ("write" in told) this.#attempts.push(told.write);
        else this.#reads.push(told.read);
      });
    }
    this.#child.stdin?.on("error", () => undefined);
    this.#child.stdin?.write(`${JSON.stringify(config)}\n`);
  }

  /** Every attempt that has ended so far. */
  get attempts(): readonly WriteAttempt[] {
    return this.#attempts;
  }

  /** Every read of its own rows that has ended so far, in their order; none where it was not told to read. */
  get reads(): readonly OwnRead[] {
    return this.#reads;
  }

  /** How many writes were acknowledged so far. */
  get ackedCount(): number {
    return this.#attempts.reduce((sum, one) => sum + (one.acked ? 1 : 0), 0);
  }

  /**
   * Attempts so far that somebody refused, or whose connection somebody ended. Those that the client gave up by itself are
   * not among them, so that it tells nothing of an address that answers nobody.
   */
  listCut(): readonly WriteAttempt[] {
    return this.#attempts.filter(({ acked, error }) => !acked && !ownErrors.has(error));
  }

  /**
   * The longest time so far without an acknowledgement, in milliseconds: between two in a row, or from the last one to the
   * end of the last attempt. Infinity before the second.
   */
  findLongestSilenceMs(): number {
    const acked = this.#attempts.filter((one) => one.acked).map((one) => one.endedMonotonicMs);
    if (acked.length < 2) return Number.POSITIVE_INFINITY;
    const endMs = this.#attempts.reduce((last, one) => Math.max(last, one.endedMonotonicMs), 0);
    const marks = [...acked.sort((a, b) => a - b), endMs];
    return Math.max(...marks.slice(1).map((ms, index) => ms - (marks[index] ?? ms)));
  }

  /**
   * Waits until an attempt that began after `sinceMs` (CLOCK_MONOTONIC) was acknowledged, and returns it. Throws
   * ProbeFailure `not_observed` with the last error of the writer, or `aborted`.
   */
  async waitForAck(
    sinceMs: number,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<WriteAttempt> {
    const deadline = performance.now() + options.timeoutMs;
    for (;;) {
      if (this.#hasEnded) throw this.#failure({ cause: new Error("The writer has ended.") });
      const found = this.#attempts.findLast((one) => one.acked && one.startedMonotonicMs >= sinceMs);
      if (found !== undefined) return found;
      if (options.signal?.aborted)
        throw new ProbeFailure("aborted", "Aborted while waiting for a write to be acknowledged.");
      if (performance.now() >= deadline) throw this.#failure();
      await delay(ACK_EVERY_MS);
    }
  }

  /** Lets attempts that are under way end, and returns all. A writer that does not end is killed. May be called twice. */
  async stop(): Promise<readonly WriteAttempt[]> {
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), END_LIMIT_MS);
    await this.#ended;
    clearTimeout(timer);
    return this.#attempts;
  }

  #failure(options?: ErrorOptions): ProbeFailure {
    const last = this.#attempts.findLast((one) => !one.acked)?.error ?? "none";
    const message = `The writer had no success; its last error: ${last}. ${this.#errorText}`;
    return new ProbeFailure("not_observed", message, options);
  }
}
