import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

const stopTimeoutMs = 10_000;
const firstBackoffMs = 500;
const lastBackoffMs = 10_000;

/** A process of the console and how it is started. */
export interface ChildSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Receives each line that the process prints. */
  readonly onLine: (line: string) => void;
}

/** A process that is kept running until it is stopped. */
export interface KeptChild {
  readonly name: string;
  /** The process id, or null between two starts. */
  pid(): number | null;
  /** SIGTERM, then SIGKILL after 10 s. Concurrent callers share one stop. */
  stop(): Promise<void>;
}

/** Starts a process and starts it again, with growing pauses, whenever it ends by itself. */
export function keepRunning(spec: ChildSpec): KeptChild {
  let child: ChildProcess | null = null;
  let stopping: Promise<void> | null = null;
  const ended = new AbortController();
  const loop = (async (): Promise<void> => {
    let backoffMs = firstBackoffMs;
    while (!ended.signal.aborted) {
      const startedAt = Date.now();
      child = start(spec);
      await once(child, "close").catch((error: unknown) => spec.onLine(`${spec.name}: ${String(error)}`));
      const how = child.signalCode ?? child.exitCode;
      child = null;
      if (ended.signal.aborted) return;
      backoffMs = Date.now() - startedAt > 30_000 ? firstBackoffMs : Math.min(backoffMs * 2, lastBackoffMs);
      spec.onLine(`${spec.name} ended (${how}); starting it again in ${backoffMs} ms`);
      await delay(backoffMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  const stop = async (): Promise<void> => {
    ended.abort();
    const last = child;
    last?.kill("SIGTERM");
    const timer = setTimeout(() => last?.kill("SIGKILL"), stopTimeoutMs);
    await loop;
    clearTimeout(timer);
  };
  return {
    name: spec.name,
    pid: () => child?.pid ?? null,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

function start(spec: ChildSpec): ChildProcess {
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) spec.onLine(line);
    });
  }
  return child;
}
