import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundleProgram } from "@primacy/probe/testing";
import { LabError, type LabErrorCode } from "../errors";
import {
  abortedBefore,
  type CommandOptions,
  type CommandResult,
  DEFAULT_TIMEOUT_MS,
  type startCommand,
} from "./start-command";

/** What the process that starts commands is told: what to run, or that nobody waits for it any more. */
export type CommandOrder =
  | {
      readonly kind: "run";
      readonly id: number;
      readonly argv: readonly string[];
      readonly options: Omit<CommandOptions, "signal" | "onErrorLine">;
      /** Whether lines of standard error are asked for as they come. */
      readonly hasLines: boolean;
    }
  | { readonly kind: "abort"; readonly id: number };

/** What it tells of an order. */
export type CommandNews =
  | { readonly kind: "line"; readonly id: number; readonly line: string }
  | { readonly kind: "ended"; readonly id: number; readonly result: CommandResult }
  | {
      readonly kind: "failed";
      readonly id: number;
      readonly code: LabErrorCode;
      readonly message: string;
      readonly retryable: boolean;
    };

/** A start of a command copies the page tables of who starts it: 2 ms with 170 MB, 6 ms with 700 MB, 1 ms with the 50 MB of a small one. */
const LARGE_BYTES = 250_000_000;
/** How long after its limit a command is waited for. */
const GRACE_MS = 10_000;
/** Null: there can be none. */
let started: CommandProcess | null | undefined;

/**
 * What starts commands where this process has grown large: a small process beside it, which is started here and ends with it. Null in
 * a small process, until that one is there, and where there can be none.
 */
export function getCommandProcess(): typeof startCommand | null {
  // One that ended before it was there would do so again.
  if (started?.isOver === true) started = started.isReady ? undefined : null;
  if (started === undefined && process.memoryUsage.rss() > LARGE_BYTES) started = begin();
  return started?.isReady === true ? started.run : null;
}

/** It makes commands quicker, and no command needs it: a machine without room for it is no reason to fail. */
function begin(): CommandProcess | null {
  try {
    return new CommandProcess();
  } catch {
    return null;
  }
}

interface Waiting {
  readonly options: CommandOptions;
  readonly resolve: (result: CommandResult) => void;
  readonly reject: (error: LabError) => void;
}

/** A process that starts commands for this one, which may end while it is there and idle. */
export class CommandProcess {
  /** Resolves when it is there, or has ended before. */
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #isReady = false;
  #isOver = false;

  constructor() {
    const program = bundleProgram(fileURLToPath(new URL("./command-process-main.ts", import.meta.url)));
    // In a group of its own: an interrupt from the terminal ends this process, which then still has commands to run.
    this.#child = spawn(process.execPath, [program], {
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      serialization: "advanced",
    });
    this.ready = new Promise((resolve) => {
      this.#child.on("message", (news: CommandNews | "ready") => {
        if (news !== "ready") return this.#hear(news);
        this.#isReady = true;
        resolve();
      });
      for (const end of ["error", "disconnect"] as const)
        this.#child.on(end, () => {
          resolve();
          this.end();
        });
    });
    this.#rest();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether it starts nothing any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The same as `startCommand`; throws LabError `command_failed` also where the process has ended. An error has no cause. */
  readonly run: typeof startCommand = (argv, options = {}) =>
    new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const { signal, onErrorLine, env = process.env, ...rest } = options;
      if (signal?.aborted) return reject(abortedBefore(argv));
      if (this.#isOver) return reject(ended());
      const abort = (): void => this.#order({ kind: "abort", id });
      // It keeps the limit; one that stands still does not.
      const timer = setTimeout(() => this.end(), (options.timeoutMs ?? DEFAULT_TIMEOUT_MS) + GRACE_MS);
      signal?.addEventListener("abort", abort, { once: true });
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        this.#waiting.delete(id);
        this.#rest();
      };
      this.#waiting.set(id, {
        options,
        resolve: (result) => {
          settle();
          resolve(result);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      this.#child.channel?.ref();
      const hasLines = onErrorLine !== undefined;
      this.#order({ kind: "run", id, argv, options: { ...rest, env: { ...env } }, hasLines });
    });

  /** Ends it; what it has started runs on, and nobody hears of it. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#child.connected) this.#child.disconnect();
    for (const waiting of [...this.#waiting.values()]) waiting.reject(ended());
  }

  #order(order: CommandOrder): void {
    if (!this.#isOver) this.#child.send(order, (error) => error !== null && this.end());
  }

  #hear(news: CommandNews): void {
    const waiting = this.#waiting.get(news.id);
    if (news.kind === "line") waiting?.options.onErrorLine?.(news.line);
    else if (news.kind === "ended") waiting?.resolve(news.result);
    else waiting?.reject(new LabError(news.code, news.message, { retryable: news.retryable }));
  }

  /** Lets this process end while nobody waits for a command. */
  #rest(): void {
    if (this.#waiting.size > 0) return;
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

function ended(): LabError {
  return new LabError("command_failed", "The process that starts commands does not answer any more.");
}
