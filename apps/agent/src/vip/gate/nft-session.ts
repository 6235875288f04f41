import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { type Message, type MessageCode, message, quote } from "@primacy/contract";
import { commandEnvironment } from "../../command/run-command";
import { tellError } from "../../message/told-error";

/** What a listing answered, or the error text of the command or of the listing. */
export interface NftAnswer {
  readonly listing: string | null;
  readonly errors: string;
  /** Why nft gave no answer at all; null where it gave one. */
  readonly problem: Message | null;
}

interface Job {
  readonly lines: string;
  readonly listing: string;
  readonly resolve: (answer: NftAnswer) => void;
}

const stopped = message("act.closed");
const answerTimeoutMs = 1000;
const firstRestartDelayMs = 200;
const lastRestartDelayMs = 30_000;
const maxBufferedBytes = 1024 * 1024;
const listingPattern = /^table [^\n]* \{\n[\s\S]*?\n\}\n/m;

/**
 * One long-lived `nft -i` child. Interactive mode confirms nothing, so each command is followed by a
 * listing, whose output says both that the command was read and what the kernel has now. Commands run
 * one at a time, in order; a child that dies or hangs is replaced and its command answers with an error.
 * One that keeps dying is tried more and more rarely.
 */
export class NftSession {
  readonly #nftFile: string;
  readonly #queue: Job[] = [];
  #child: ChildProcessWithoutNullStreams | null = null;
  #current: { job: Job; timer: NodeJS.Timeout } | null = null;
  #output = "";
  #errors = "";
  #restart: NodeJS.Timeout | undefined;
  #restartDelayMs = firstRestartDelayMs;
  #lostBecause: Message | null = null;
  #isStopped = false;

  /** Nothing is under way, and nothing waits. */
  get isIdle(): boolean {
    return !this.#isStopped && this.#current === null && this.#queue.length === 0;
  }

  constructor(nftFile: string) {
    this.#nftFile = nftFile;
  }

  /** The child's process id while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Runs one transaction and then lists `listing`, for example `set inet t s`. Resolves within about a second; never rejects. */
  run(transaction: string, listing: string): Promise<NftAnswer> {
    return new Promise((resolve) => {
      if (this.#isStopped) {
        resolve({ listing: null, errors: "", problem: stopped });
        return;
      }
      // While a child that keeps dying is not tried again, nobody waits for it.
      if (this.#restart !== undefined && this.#restartDelayMs > 2 * firstRestartDelayMs) {
        resolve({ listing: null, errors: "", problem: this.#lostBecause });
        return;
      }
      const command = transaction === "" ? "" : `${transaction}\n`;
      this.#queue.push({ lines: `${command}list ${listing}\n`, listing, resolve });
      this.#next();
    });
  }

  /** Ends the child. Commands that wait answer with an error. May be called twice. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#restart);
    this.#fail(stopped);
    for (const job of this.#queue.splice(0)) {
      job.resolve({ listing: null, errors: "", problem: stopped });
    }
    this.#child?.stdin.end();
    this.#child = null;
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn(this.#nftFile, ["-i"], { env: commandEnvironment });
    child.stdout.setEncoding("utf8");
    child.stderr.setEncoding("utf8");
    child.stdout.on("data", (text: string) => {
      this.#output = (this.#output + text).slice(-maxBufferedBytes);
      this.#check();
    });
    child.stderr.on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(-maxBufferedBytes);
      this.#check();
    });
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => {
      this.#lose(child, tellError(error));
    });
    child.on("close", (code, signal) => {
      this.#lose(child, message("act.nft_ended", { outcome: String(signal ?? code) }));
    });
    this.#child = child;
    return child;
  }

  #next(): void {
    if (this.#current !== null || this.#restart !== undefined) {
      return;
    }
    const job = this.#queue.shift();
    if (job === undefined) {
      return;
    }
    const child = this.#child ?? this.#start();
    this.#output = "";
    this.#errors = "";
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      this.#lose(child, message("act.nft_silent"));
    }, answerTimeoutMs);
    this.#current = { job, timer };
    child.stdin.write(job.lines);
  }

  /** A listing arrives on one pipe or, where its table is missing, an error that quotes the listing on the other. */
  #check(): void {
    if (this.#current === null) {
      return;
    }
    const listing = listingPattern.exec(this.#output)?.[0] ?? null;
    if (listing === null && !this.#errors.includes(`list ${this.#current.job.listing}\n`)) {
      return;
    }
    const { job, timer } = this.#current;
    clearTimeout(timer);
    this.#current = null;
    this.#restartDelayMs = firstRestartDelayMs;
    job.resolve({ listing, errors: this.#errors, problem: null });
    this.#next();
  }

  #fail(problem: Message): void {
    if (this.#current !== null) {
      const { job, timer } = this.#current;
      clearTimeout(timer);
      this.#current = null;
      job.resolve({ listing: null, errors: this.#errors, problem });
    }
  }

  #lose(child: ChildProcessWithoutNullStreams, problem: Message): void {
    if (this.#child !== child) {
      return;
    }
    this.#child = null;
    this.#lostBecause = problem;
    this.#fail(problem);
    if (!this.#isStopped && this.#restart === undefined) {
      this.#restart = setTimeout(() => {
        this.#restart = undefined;
        this.#next();
      }, this.#restartDelayMs);
      this.#restart.unref();
      this.#restartDelayMs = Math.min(lastRestartDelayMs, this.#restartDelayMs * 2);
    }
  }
}

/** What nft said, or what came of it where it said nothing. */
export function tellNftErrors({ errors, problem }: NftAnswer, otherwise: MessageCode): Message {
  return errors.trim() === "" ? (problem ?? message(otherwise)) : quote(errors.trim());
}
