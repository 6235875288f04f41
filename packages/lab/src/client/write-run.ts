import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { LabError } from "../errors";
import { waitFor } from "../process/wait-for";
import { type OwnRead, type WriteAttempt, type WriterConfig, WriterLine } from "./write-attempt";

/** Above the longest attempt; a writer whose first connection hangs would never end by itself. */
const END_LIMIT_MS = 15_000;

/** How the client itself ends an attempt: on a busy machine servers take longer than it waits, with nobody in the way. */
const ownErrors: ReadonlySet<string | null> = new Set([
  ...["ATTEMPT_TIMEOUT", "NO_FREE_SLOT"],
  // A connection that it waited for no longer.
  ...["ABORT_ERR", "ETIMEDOUT"],
]);

/**
 * A running writer. `attempts` grows while it runs, in the order in which attempts ended. Stop it when done; it also
 * ends by itself when this process dies.
 */
export class WriteRun {
  /** Names this run's rows in `lab.writes`. */
  readonly run: string;
  readonly #child: ChildProcess;
  readonly #attempts: WriteAttempt[] = [];
  readonly #reads: OwnRead[] = [];
  readonly #ended: Promise<void>;
  #hasEnded = false;
  #errorText = "";

  /** Starts the writer in the network namespace. Connects from there, with the machine's own Node. */
  constructor(namespace: string, config: WriterConfig) {
    this.run = config.run;
    const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
    const script = fileURLToPath(new URL("./writer.ts", import.meta.url));
    const node = [process.execPath, "--import", loader, script];
    this.#child = spawn("ip", ["netns", "exec", namespace, ...node], { stdio: ["pipe", "pipe", "pipe"] });
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
   * LabError `not_observed` with the last error of the writer.
   */
  async waitForAck(
    sinceMs: number,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<WriteAttempt> {
    const find = (): WriteAttempt | undefined => {
      if (this.#hasEnded) throw this.#failure("ended");
      return this.#attempts.findLast((one) => one.acked && one.startedMonotonicMs >= sinceMs);
    };
    return waitFor("a write to be acknowledged", find, { ...options, intervalMs: 5 }).catch(
      (cause: unknown) => {
        if (cause instanceof LabError && cause.code === "not_observed")
          throw this.#failure("had no success", cause);
        throw cause;
      },
    );
  }

  /** Lets attempts that are under way end, and returns all. A writer that does not end is killed. May be called twice. */
  async stop(): Promise<readonly WriteAttempt[]> {
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), END_LIMIT_MS);
    await this.#ended;
    clearTimeout(timer);
    return this.#attempts;
  }

  #failure(what: string, cause?: unknown): LabError {
    const last = this.#attempts.findLast((one) => !one.acked)?.error ?? "none";
    return new LabError("not_observed", `The writer ${what}; its last error: ${last}. ${this.#errorText}`, {
      cause,
    });
  }
}
