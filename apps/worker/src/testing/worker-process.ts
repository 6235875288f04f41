import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { TEST_MASTER_KEY } from "@primacy/db/testing";

/** A worker in a process of its own. */
export interface WorkerProcess {
  readonly pid: number;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and waits for its end; the exit code. */
  stop(): Promise<number | null>;
}

/** Starts one and resolves when it takes operations. */
export async function startWorkerProcess(
  databaseUrl: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "primacy-worker-"));
  bundled ??= bundle().catch((error: unknown) => {
    bundled = undefined;
    throw error;
  });
  const child = fork(await bundled, [], {
    execArgv: [],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PRIMACY_MASTER_KEY: TEST_MASTER_KEY,
      PRIMACY_DATA_DIR: dataFolder,
      PRIMACY_WORKER_PORT: "0",
      ...variables,
    },
  });
  await Promise.race([once(child, "message"), failOnExit(child)]);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
    rmSync(dataFolder, { recursive: true, force: true });
    return child.exitCode;
  };
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      await end("SIGKILL");
    },
    stop: () => end("SIGTERM"),
  };
}

let bundled: Promise<string> | undefined;

/** Once for all starts of a test file: a process that compiles its own sources takes four times as long to start. */
async function bundle(): Promise<string> {
  const folder = fileURLToPath(new URL("../..", import.meta.url));
  // Not in dist, whose presence says that the worker is built.
  const results = "../../test-results";
  const made = path.join(results, `worker-${process.pid}.mjs`);
  const entry = "src/testing/worker-process.fixture.ts";
  await promisify(execFile)(process.execPath, ["build/build.mjs", entry, made], { cwd: folder });
  // Another test file may make the same meanwhile, or run it.
  const file = path.join(folder, results, "worker-process.mjs");
  renameSync(path.join(folder, made), file);
  renameSync(path.join(folder, `${made}.map`), `${file}.map`);
  return file;
}

async function failOnExit(child: ChildProcess): Promise<never> {
  await once(child, "exit");
  throw new Error("the worker ended before it was ready");
}
