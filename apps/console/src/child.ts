import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { readableLines } from "./readable-lines";

const stopTimeoutMs = 10_000;
const firstBackoffMs = 500;
const lastBackoffMs = 10_000;
const askEveryMs = 100;
const keptLines = 40;

/** A process of the console and how it is started. */
export interface ChildSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Asked at every start. */
  readonly env: () => NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Receives each line that the process prints. */
  readonly onLine: (line: string) => void;
  /** What is still missing before the process is of use, or null. Asked once it said `listening` by its channel. */
  readonly findMissing: () => Promise<string | null>;
  readonly readyTimeoutMs: number;
}

/** A process that is kept running until it is stopped. */
export interface KeptChild {
  readonly name: string;
  /** Rejects with `ChildError` and the process' last words when it ends before it is ready, or does not become so. */
  readonly ready: Promise<void>;
  /** The process id, or null between two starts. */
  pid(): number | null;
  /** Ends the process with SIGTERM; it is started again at once, with what `env` then says. */
  restart(): void;
  /** SIGTERM, then SIGKILL after 10 s. Concurrent callers share one stop. */
  stop(): Promise<void>;
}

/** A process of the console did not come up; the message says why in its own words. */
export class ChildError extends Error {
  readonly code = "child_not_ready";
  readonly retryable = false;
  constructor(message: string) {
    super(message);
    this.name = "ChildError";
  }
}

/**
 * Starts a process and, once it was ready, starts it again with growing pauses whenever it ends by itself. It is given
 * a channel, by which it notices that this process is gone, and a group of its own, so that Ctrl-C reaches only us.
 */
export function keepRunning(spec: ChildSpec): KeptChild {
  let running = start(spec);
  let stopping: Promise<void> | null = null;
  const ended = new AbortController();
  const ready = waitUntilReady(spec, running);
  const loop = async (): Promise<void> => {
    await ready;
    let backoffMs = firstBackoffMs;
    while (!ended.signal.aborted) {
      const how = await running.closed;
      if (ended.signal.aborted) return;
      const pauseMs = running.isRestart ? 0 : backoffMs;
      backoffMs =
        Date.now() - running.startedAt > 30_000 ? firstBackoffMs : Math.min(backoffMs * 2, lastBackoffMs);
      spec.onLine(`${spec.name} ended (${how}); starting it again in ${pauseMs} ms`);
      await delay(pauseMs, undefined, { signal: ended.signal }).catch(() => undefined);
      if (!ended.signal.aborted) running = start(spec);
    }
  };
  // Whoever asks for `ready` is told; here its failure only means that nothing is started again.
  loop().catch(() => undefined);
  const stop = async (): Promise<void> => {
    ended.abort();
    const last = running;
    last.child.kill("SIGTERM");
    const timer = setTimeout(() => last.child.kill("SIGKILL"), stopTimeoutMs);
    await last.closed;
    clearTimeout(timer);
  };
  return {
    name: spec.name,
    ready,
    pid: () => (running.isOver ? null : (running.child.pid ?? null)),
    restart: () => {
      running.isRestart = true;
      running.child.kill("SIGTERM");
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly startedAt: number;
  readonly lines: string[];
  /** How it ended, once its output is read to the end. Never rejects. */
  readonly closed: Promise<string>;
  isListening: boolean;
  isOver: boolean;
  isRestart: boolean;
}

function start(spec: ChildSpec): Running {
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env(),
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  if (child.pid !== undefined) shareNiceness(child.pid);
  const lines: string[] = [];
  const keep = (line: string): void => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    spec.onLine(line);
  };
  for (const stream of [child.stdout, child.stderr]) if (stream !== null) readLines(stream, keep);
  const closed = Promise.race([
    once(child, "close").then(() => String(child.signalCode ?? child.exitCode)),
    once(child, "error").then(([error]) => String(error)),
  ])
    .catch(String)
    .finally(() => {
      running.isOver = true;
    });
  const running: Running = {
    child,
    startedAt: Date.now(),
    lines,
    closed,
    isListening: false,
    isOver: false,
    isRestart: false,
  };
  child.on("message", (message) => {
    if (message === "listening") running.isListening = true;
  });
  return running;
}

/**
 * Where the kernel groups processes by session, niceness counts within a session only, and this child has one of its own:
 * without this, a console that was started with a low priority would have none.
 */
function shareNiceness(pid: number): void {
  try {
    const niceness = / nice (-?\d+)$/.exec(readFileSync("/proc/self/autogroup", "utf8").trim())?.[1];
    if (niceness !== undefined && niceness !== "0") writeFileSync(`/proc/${pid}/autogroup`, niceness);
  } catch {
    // This kernel groups none, or the child has ended.
  }
}

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  stream.on("end", () => {
    if (rest !== "") onLine(rest);
  });
}

async function waitUntilReady(spec: ChildSpec, running: Running): Promise<void> {
  const deadline = Date.now() + spec.readyTimeoutMs;
  const explain = (what: string): ChildError =>
    new ChildError([`${spec.name} ${what}`, ...readableLines(running.lines)].join("\n  "));
  const waited = (async (): Promise<void> => {
    let missing: string | null = "it does not listen yet";
    while (Date.now() < deadline && !running.isOver) {
      if (running.isListening) missing = await spec.findMissing();
      if (missing === null) return;
      await delay(askEveryMs);
    }
    throw explain(`did not become ready within ${spec.readyTimeoutMs / 1_000} s (${missing}):`);
  })();
  const over = running.closed.then((how) => Promise.reject(explain(`ended (${how}) before it was ready:`)));
  await Promise.race([over, waited]);
}
