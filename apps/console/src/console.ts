import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { migrate } from "@primacy/db/migrate";
import { askStatus, checkListen, localUrl } from "./addresses";
import { untilAborted } from "./asked-to-stop";
import { type ChildSpec, type KeptChild, keepRunning } from "./child";
import { keepPostgres } from "./postgres";
import { type ConsoleSettings, root } from "./settings";

const readyTimeoutMs = 60_000;

/** A running console: PostgreSQL (unless it is somebody else's), web and worker. */
export interface RunningConsole {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly children: readonly KeptChild[];
  /** Stops what was started, in reverse. Concurrent callers share one stop. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL where `DATABASE_URL` names none, applies migrations, starts web and worker and waits until both
 * say that they are ready; keeps all three running. Whatever was started is stopped again when a later part fails or
 * `signal` fires before that, which throws its reason. Throws `ListenError` before anything is started, `ChildError`
 * with the words of a process that does not come up.
 */
export async function startConsole(
  settings: ConsoleSettings,
  onProgress: (line: string) => void,
  onLog: (line: string) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunningConsole> {
  await checkPorts(settings);
  mkdirSync(settings.dataDirectory, { recursive: true, mode: 0o711 });
  const undo: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    stopping ??= stopAll(undo);
    return stopping;
  };
  const children: KeptChild[] = [];
  try {
    signal.throwIfAborted();
    const getUrl = await findDatabase(settings, onProgress, { undo, children });
    signal.throwIfAborted();
    const applied = await migrate({ url: getUrl() });
    if (applied.length > 0) onProgress(`applied ${applied.length} migrations`);
    signal.throwIfAborted();
    for (const spec of listChildren(settings, getUrl, onLog)) children.push(keepRunning(spec));
    undo.push(...children.map((child) => (): Promise<void> => child.stop()));
    await Promise.race([Promise.all(children.map((child) => child.ready)), untilAborted(signal)]);
    signal.throwIfAborted();
    return { baseUrl: webUrl(settings), databaseUrl: getUrl(), children, stop };
  } catch (error) {
    await stop();
    throw signal.aborted ? signal.reason : error;
  }
}

/** Undoes all of it, last first; one that fails does not keep the rest, and is thrown at the end. */
async function stopAll(undo: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const one of [...undo].reverse()) await one().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function checkPorts(settings: ConsoleSettings): Promise<void> {
  await checkListen(
    { address: settings.listenAddress, port: settings.port },
    { address: "PRIMACY_LISTEN", port: "PORT" },
  );
  await checkListen(
    { address: settings.workerListenAddress, port: settings.workerPort },
    { address: "PRIMACY_WORKER_LISTEN", port: "PRIMACY_WORKER_PORT" },
  );
}

async function findDatabase(
  settings: ConsoleSettings,
  onProgress: (line: string) => void,
  parts: { undo: (() => Promise<void>)[]; children: readonly KeptChild[] },
): Promise<() => string> {
  const { databaseUrl } = settings;
  if (databaseUrl !== null) return () => databaseUrl;
  const postgres = await keepPostgres({
    directory: path.join(settings.dataDirectory, "postgres"),
    onProgress,
    onMoved: () => {
      for (const child of parts.children) child.restart();
    },
  });
  parts.undo.push(() => postgres.stop());
  return postgres.url;
}

function webUrl(settings: ConsoleSettings): string {
  const scheme = settings.certificateFile === null ? "http" : "https";
  return localUrl(scheme, settings.listenAddress, settings.port);
}

function listChildren(
  settings: ConsoleSettings,
  getUrl: () => string,
  onLog: (line: string) => void,
): ChildSpec[] {
  const shared = (): NodeJS.ProcessEnv => ({
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: getUrl(),
    PRIMACY_DATA_DIR: settings.dataDirectory,
    PRIMACY_MASTER_KEY_FILE: settings.masterKeyFile,
    PRIMACY_AGENT_PACKAGE: path.join(root, "apps/agent/dist/primacy-agent-linux-x64.tar.gz"),
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_MANUAL_SIG_HANDLE: "true",
  });
  const describe = (name: string, file: string, baseUrl: string, extra: NodeJS.ProcessEnv): ChildSpec => ({
    name,
    command: process.execPath,
    args: [path.join(root, file)],
    env: () => ({ ...shared(), ...extra }),
    cwd: root,
    onLine: onLog,
    findMissing: () => findMissing(`${baseUrl}/healthz`),
    readyTimeoutMs,
  });
  const { listenAddress, port, workerListenAddress, workerPort } = settings;
  return [
    describe("web", "apps/web/dist/server.mjs", webUrl(settings), {
      PORT: String(port),
      HOSTNAME: listenAddress,
    }),
    describe("worker", "apps/worker/dist/worker.mjs", localUrl("http", workerListenAddress, workerPort), {
      PRIMACY_WORKER_PORT: String(workerPort),
      PRIMACY_WORKER_LISTEN: workerListenAddress,
    }),
  ];
}

async function findMissing(url: string): Promise<string | null> {
  try {
    const status = await askStatus(url);
    return status === 200 ? null : `${url} answers ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reads a small secret file that only its owner may read; null when it is not there. Tightens its mode if needed. */
export function readSecretFile(file: string): string | null {
  if (!existsSync(file)) return null;
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}
