import { execFile } from "node:child_process";
import { join } from "node:path";
import type { ServerAccount } from "./account";
import type { Binaries } from "./binaries";
import { EmbeddedPostgresError } from "./embedded-error";
import { serverEnvironment } from "./server-environment";

const MAX_OUTPUT_BYTES = 1_000_000;

/** One of the server's programs, as which account and where it runs. */
export interface ServerCommand {
  readonly binaries: Binaries;
  readonly account: ServerAccount | undefined;
  /** Working folder; the account must be able to enter it. */
  readonly directory: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a PostgreSQL program to its end without a shell and returns what it printed. Throws
 * {@link EmbeddedPostgresError} `command_failed` with exit code and output when it fails, and the
 * abort reason when `signal` fires.
 */
export function runServerCommand(
  command: ServerCommand,
  program: "initdb" | "pg_ctl",
  args: readonly string[],
): Promise<string> {
  const { binaries, account, directory, timeoutMs, signal } = command;
  const options = {
    ...account,
    cwd: directory,
    encoding: "utf8",
    env: serverEnvironment(binaries.directory, directory),
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: timeoutMs,
    ...(signal ? { signal } : {}),
  } as const;
  return new Promise((resolve, reject) => {
    execFile(join(binaries.directory, "bin", program), args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      if (signal?.aborted) return reject(signal.reason);
      const output = `${stdout}${stderr}`.trim().slice(-2_000);
      const ending = error.killed
        ? `no end within ${timeoutMs} ms`
        : `exit code ${error.code ?? error.signal}`;
      reject(
        new EmbeddedPostgresError("command_failed", `${program}: ${ending}: ${output}`, { cause: error }),
      );
    });
  });
}
