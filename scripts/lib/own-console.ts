import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startConsole } from "@primacy/console/console";
import { getSettings } from "@primacy/console/settings";
import { type ApiClient, createApiClient } from "@primacy/contract/api";
import { signInCookie } from "./sign-in";

/** What a console of its own is called and where it listens. */
export interface OwnConsoleOptions {
  /** Names its folder and its administrator. */
  readonly name: string;
  readonly port: number;
  readonly workerPort: number;
  readonly say: (line: string) => void;
  readonly onLog: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A console that serves one run and leaves nothing behind. */
export interface OwnConsole {
  readonly baseUrl: string;
  /** Session of its administrator, as the value of a `cookie` header. */
  readonly cookie: string;
  readonly api: ApiClient;
  /** Stops it and removes its folder. Harmless when repeated. */
  readonly stop: () => Promise<void>;
}

const callLimitMs = 90_000;

/** Steps that end what was started, to be done in the opposite order. */
export type Undo = (() => Promise<void> | void)[];

/** Does all of them, last first: one that fails does not keep the rest. Returns what failed, in that order. */
export async function undoAll(undo: Undo): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const step of undo.reverse()) {
    try {
      await step();
    } catch (cause) {
      failures.push(cause);
    }
  }
  return failures;
}

/**
 * Starts a console in a temporary folder of its own and signs in. Its end is among `undo` before it has begun, so that
 * whoever gives up waiting for it leaves nothing behind. Throws as `startConsole`.
 */
export function startOwnConsole(options: OwnConsoleOptions, undo: Undo): Promise<OwnConsole> {
  const starting = start(options);
  undo.push(() =>
    starting.then(
      (started) => started.stop(),
      // It has ended what it had begun.
      () => undefined,
    ),
  );
  return starting;
}

async function start(options: OwnConsoleOptions): Promise<OwnConsole> {
  const { name, say, onLog, signal } = options;
  const folder = mkdtempSync(path.join(tmpdir(), `primacy-${name}-`));
  // PostgreSQL's account passes through; else its data would be kept elsewhere, and stay behind.
  chmodSync(folder, 0o711);
  const undo: Undo = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
  };
  try {
    const settings = getSettings({
      ...process.env,
      PRIMACY_DATA_DIR: folder,
      PORT: `${options.port}`,
      PRIMACY_WORKER_PORT: `${options.workerPort}`,
      DATABASE_URL: undefined,
    });
    const console = await startConsole(settings, say, onLog, signal);
    undo.push(() => console.stop());
    const cookie = await signInCookie(console.baseUrl, { name, password: path.basename(folder) });
    const api = createApiClient({
      baseUrl: console.baseUrl,
      headers: { cookie, origin: console.baseUrl },
      fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(callLimitMs) }),
    });
    return { baseUrl: console.baseUrl, cookie, api, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}
