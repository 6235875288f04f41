import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { prepareBinaries } from "./binaries";
import { EmbeddedPostgresError } from "./embedded-error";
import { ensureDatabase } from "./ensure-database";
import { ADMIN_ROLE, APPLICATION_ROLE, initialise, writeSettings } from "./initialise";
import { findFreePort } from "./port";
import { observePostmaster, removeStaleLock } from "./postmaster";
import { findProcessLock, getProcessLock, type ProcessLock } from "./process-lock";
import { runServerCommand, type ServerCommand } from "./server-command";
import { ensurePassword, findRememberedPort, prepareStorage, rememberPort, type Storage } from "./storage";

const COMMAND_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const OUTSIDE_DIRECTORY = "/var/lib/primacy";

/** Where an embedded server lives and what its database is called. */
export interface EmbeddedPostgresOptions {
  /** Folder for data, log, passwords and port; made when missing. One server per folder. */
  readonly directory: string;
  /** Name of the database; made when missing. Default `primacy`. */
  readonly database?: string;
  /**
   * Where the data goes when this process is root and PostgreSQL's account cannot enter `directory`.
   * Default `/var/lib/primacy`.
   */
  readonly outsideDirectory?: string;
  readonly signal?: AbortSignal;
}

/** A running embedded server. */
export interface EmbeddedPostgres {
  /** For the console: the role that owns the database and is no superuser. Contains its password. */
  readonly url: string;
  /** For maintenance and tests: the superuser. Contains its password. */
  readonly adminUrl: string;
  readonly port: number;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** True when the server was already running. */
  readonly isReused: boolean;
  /** True unless another living process of Primacy started the server and has not closed it. */
  readonly isOwned: boolean;
  /** Stops the server when {@link isOwned}, else leaves it to its owner. May be called twice. */
  close(): Promise<void>;
  /** Stops the server whoever owns it: waits for running transactions to be rolled back. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL from the bundled programs, or takes over the one that already runs on this folder,
 * for example after the process that started it was killed. The server listens on 127.0.0.1 only, on a
 * port that is kept from start to start while it stays free. It outlives this process until closed.
 * Several processes may call it at once: one starts, the rest reuse. Throws {@link EmbeddedPostgresError}.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const storage = await prepareStorage(options.directory, options.outsideDirectory ?? OUTSIDE_DIRECTORY);
  const starting = await getProcessLock(storage.directory, "start", signal);
  try {
    const command = await prepareCommand(storage, signal);
    const adminPassword = await ensurePassword(storage.adminPasswordPath);
    const password = await ensurePassword(storage.passwordPath);
    await initialise(storage, command, adminPassword);
    const running = await ensureRunning(storage, command);
    const database = options.database ?? "primacy";
    const adminUrl = toUrl(ADMIN_ROLE, adminPassword, running.port, database);
    await ensureDatabase({
      adminUrl: toUrl(ADMIN_ROLE, adminPassword, running.port, "postgres"),
      database,
      role: APPLICATION_ROLE,
      password,
    });
    const owning = await findProcessLock(storage.directory, "owner");
    return {
      url: toUrl(APPLICATION_ROLE, password, running.port, database),
      adminUrl,
      ...running,
      isOwned: owning !== null,
      ...createStop(storage, { ...command, signal: undefined }, owning),
    };
  } catch (error) {
    if (timeout.aborted && !options.signal?.aborted) throw await describeTimeout(storage, error);
    throw error;
  } finally {
    await starting.release();
  }
}

async function prepareCommand(storage: Storage, signal: AbortSignal): Promise<ServerCommand> {
  const { serverDirectory, account } = storage;
  const binaries = await prepareBinaries(serverDirectory, account);
  return { binaries, account, directory: serverDirectory, timeoutMs: COMMAND_TIMEOUT_MS, signal };
}

interface Running {
  readonly pid: number;
  readonly port: number;
  readonly isReused: boolean;
}

/** Turns until a server is ready, whatever a crash left behind; the command's signal ends the attempts. */
async function ensureRunning(storage: Storage, command: ServerCommand): Promise<Running> {
  let isReused = true;
  for (;;) {
    command.signal?.throwIfAborted();
    const state = await observePostmaster(storage.dataPath);
    if (state.kind === "running" && state.isReady) {
      await rememberPort(storage, state.port);
      return { pid: state.pid, port: state.port, isReused };
    }
    if (state.kind === "stale") await removeStaleLock(storage.dataPath);
    else if (state.kind === "stopped") isReused = !(await tryStart(storage, command));
    await delay(POLL_MS, undefined, { ...(command.signal ? { signal: command.signal } : {}) });
  }
}

/**
 * False when the start failed for a reason that passes: the backends of a killed server still hold its
 * shared memory, or another program took the port between looking and binding.
 */
async function tryStart(storage: Storage, command: ServerCommand): Promise<boolean> {
  await writeSettings(storage, await findFreePort(await findRememberedPort(storage)));
  try {
    await runServerCommand(command, "pg_ctl", [
      "start",
      "--wait",
      "--timeout=50",
      `--pgdata=${storage.dataPath}`,
      `--log=${storage.logPath}`,
    ]);
    return true;
  } catch (error) {
    const log = await readLogTail(storage);
    if (/shared memory block .* still in use|could not bind|lock file .* already exists/.test(log))
      return false;
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    throw new EmbeddedPostgresError("command_failed", `${error.message}\n${log}`, { cause: error });
  }
}

function createStop(
  storage: Storage,
  command: ServerCommand,
  owning: ProcessLock | null,
): Pick<EmbeddedPostgres, "close" | "stop"> {
  let stopping: Promise<void> | undefined;
  async function stopOnce(): Promise<void> {
    const starting = await getProcessLock(storage.directory, "start", AbortSignal.timeout(START_TIMEOUT_MS));
    try {
      await stopServer(storage, command);
    } finally {
      await starting.release();
      await owning?.release();
    }
  }
  const stop = (): Promise<void> => {
    stopping ??= stopOnce();
    return stopping;
  };
  return { stop, close: () => (owning ? stop() : Promise.resolve()) };
}

async function stopServer(storage: Storage, command: ServerCommand): Promise<void> {
  const stopBy = (mode: "fast" | "immediate"): Promise<string> =>
    runServerCommand(command, "pg_ctl", [
      "stop",
      "--wait",
      "--timeout=30",
      `--mode=${mode}`,
      `--pgdata=${storage.dataPath}`,
    ]);
  if ((await observePostmaster(storage.dataPath)).kind !== "running") return;
  try {
    await stopBy("fast");
  } catch (error) {
    // Not stopping in time is answered with a crash stop, which PostgreSQL recovers from at the next start.
    if ((await observePostmaster(storage.dataPath)).kind === "running") await stopBy("immediate");
    else if (!(error instanceof EmbeddedPostgresError)) throw error;
  }
}

async function readLogTail(storage: Storage): Promise<string> {
  const log = await readFile(storage.logPath, "utf8").catch(() => "");
  return log.slice(-1_500).trim();
}

async function describeTimeout(storage: Storage, cause: unknown): Promise<EmbeddedPostgresError> {
  const log = await readLogTail(storage);
  return new EmbeddedPostgresError(
    "start_timeout",
    `PostgreSQL in ${storage.directory} did not become ready within ${START_TIMEOUT_MS} ms. ${log}`.trim(),
    { cause },
  );
}

function toUrl(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}
