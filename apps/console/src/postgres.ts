import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "@primacy/db/embedded";

const lookEveryMs = 500;
const lastBackoffMs = 10_000;

/** The embedded PostgreSQL, started again whenever it ends by itself. */
export interface KeptPostgres {
  /** Contains its password. Keeps its port from start to start unless another program took it meanwhile. */
  url(): string;
  /** Stops the server, unless another process of Primacy owns it. Concurrent callers share one stop. */
  stop(): Promise<void>;
}

/** Starts the embedded PostgreSQL and watches it. `onMoved` is called when it came back with another URL. */
export async function keepPostgres(options: {
  readonly directory: string;
  readonly onProgress: (line: string) => void;
  readonly onMoved: () => void;
}): Promise<KeptPostgres> {
  const { directory, onProgress } = options;
  const first = await startEmbeddedPostgres({ directory });
  onProgress(`PostgreSQL ${first.isReused ? "was running" : "started"} on port ${first.port}`);
  let server = first;
  let stopping: Promise<void> | null = null;
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    for (let pauseMs = lookEveryMs; ; ) {
      await delay(pauseMs, undefined, { signal: ended.signal });
      if (isRunning(server.pid)) continue;
      try {
        // Not broken off by a stop, which would leave a server behind that nobody knows.
        const again = await startEmbeddedPostgres({ directory });
        onProgress(`PostgreSQL had ended; started again on port ${again.port}`);
        const isMoved = again.url !== server.url;
        server = again;
        pauseMs = lookEveryMs;
        if (isMoved) options.onMoved();
      } catch (error) {
        pauseMs = Math.min(pauseMs * 2, lastBackoffMs);
        onProgress(`PostgreSQL had ended and does not start: ${String(error)}`);
      }
    }
  };
  const watching = watch().catch(() => undefined);
  const stop = async (): Promise<void> => {
    ended.abort();
    await watching;
    // The first handle owns the folder, so it stops whatever server runs there now.
    await first.close();
  };
  return {
    url: () => server.url,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** False also for a process that ended and that nobody has waited for. */
function isRunning(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    const state = status.slice(status.lastIndexOf(")") + 2).charAt(0);
    return state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}
