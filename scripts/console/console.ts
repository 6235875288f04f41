import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { get } from "node:http";
import { get as getSecurely } from "node:https";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "@primacy/db/embedded";
import { migrate } from "@primacy/db/migrate";
import { type KeptChild, keepRunning } from "./child";
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
 * say that they are ready. Whatever was started is stopped again when a later part fails.
 */
export async function startConsole(
  settings: ConsoleSettings,
  onProgress: (line: string) => void,
  onLog: (line: string) => void,
): Promise<RunningConsole> {
  mkdirSync(settings.dataDirectory, { recursive: true, mode: 0o711 });
  const undo: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | null = null;
  const stopAll = async (): Promise<void> => {
    for (const one of undo.reverse()) await one();
  };
  const stop = (): Promise<void> => {
    stopping ??= stopAll();
    return stopping;
  };
  try {
    const databaseUrl = settings.databaseUrl ?? (await startPostgres(settings, onProgress, undo));
    const applied = await migrate({ url: databaseUrl });
    if (applied.length > 0) onProgress(`applied ${applied.length} migrations`);
    const children = startChildren(settings, databaseUrl, onLog);
    undo.push(...children.map((child) => (): Promise<void> => child.stop()));
    const scheme = settings.certificateFile === null ? "http" : "https";
    const baseUrl = `${scheme}://${settings.listenAddress === "0.0.0.0" ? "127.0.0.1" : settings.listenAddress}:${settings.port}`;
    await waitUntilReady("web", `${baseUrl}/healthz`);
    await waitUntilReady("worker", `http://127.0.0.1:${settings.workerPort}/healthz`);
    return { baseUrl, databaseUrl, children, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startPostgres(
  settings: ConsoleSettings,
  onProgress: (line: string) => void,
  undo: (() => Promise<void>)[],
): Promise<string> {
  const server = await startEmbeddedPostgres({ directory: path.join(settings.dataDirectory, "postgres") });
  undo.push(() => server.close());
  onProgress(`PostgreSQL ${server.isReused ? "was running" : "started"} on port ${server.port}`);
  return server.url;
}

function startChildren(
  settings: ConsoleSettings,
  databaseUrl: string,
  onLog: (line: string) => void,
): KeptChild[] {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    PRIMACY_DATA_DIR: settings.dataDirectory,
    PRIMACY_MASTER_KEY_FILE: settings.masterKeyFile,
    PRIMACY_AGENT_PACKAGE: path.join(root, "apps/agent/dist/primacy-agent-linux-x64.tar.gz"),
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_MANUAL_SIG_HANDLE: "true",
  };
  const node = process.execPath;
  const start = (name: string, args: readonly string[], extra: NodeJS.ProcessEnv): KeptChild =>
    keepRunning({ name, command: node, args, cwd: root, env: { ...env, ...extra }, onLine: onLog });
  return [
    start("web", [path.join(root, "apps/web/dist/server.mjs")], {
      PORT: String(settings.port),
      HOSTNAME: settings.listenAddress,
    }),
    start("worker", [path.join(root, "apps/worker/dist/worker.mjs")], {
      PRIMACY_WORKER_PORT: String(settings.workerPort),
    }),
  ];
}

async function waitUntilReady(name: string, url: string): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  let last = "no answer";
  while (Date.now() < deadline) {
    last = await askStatus(url).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    if (last === "200") return;
    await delay(100);
  }
  throw new Error(`${name} did not become ready within ${readyTimeoutMs / 1_000} s: ${last}`);
}

function askStatus(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const ask = url.startsWith("https:") ? getSecurely : get;
    const request = ask(url, { timeout: 2_000, rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(String(response.statusCode));
    });
    request.on("timeout", () => request.destroy(new Error("timeout")));
    request.on("error", reject);
  });
}

/** Reads a small secret file that only its owner may read; null when it is not there. Tightens its mode if needed. */
export function readSecretFile(file: string): string | null {
  if (!existsSync(file)) return null;
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}
