import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
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
  const file = fileURLToPath(new URL("./worker-process.fixture.ts", import.meta.url));
  const child = fork(file, [], {
    execArgv: ["--import", "tsx"],
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

async function failOnExit(child: ChildProcess): Promise<never> {
  await once(child, "exit");
  throw new Error("the worker ended before it was ready");
}
