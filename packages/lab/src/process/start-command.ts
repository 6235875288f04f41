import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { LabError } from "../errors";

/** What a finished command left behind. Output is cut at `maxOutputBytes` per stream. */
export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Limits and input of one command. */
export interface CommandOptions {
  /** Killed with its children after this long; 30 s when absent. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Written to standard input, which is closed after it; secrets go here, never into the arguments. */
  readonly input?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly cwd?: string | undefined;
  readonly maxOutputBytes?: number | undefined;
  /** Called for each whole line of standard error while the command runs. */
  readonly onErrorLine?: ((line: string) => void) | undefined;
}

/** The limit of a command that is given none. */
export const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

/** Runs one command as a child of this very process; see `tryCommand` for what comes back and what is thrown. */
export async function startCommand(
  argv: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  if (options.signal?.aborted) throw abortedBefore(argv);
  const child = begin(argv, options);
  const maxOutputBytes = options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES;
  return new Promise((resolve, reject) => {
    const stdout = collect(child.stdout, maxOutputBytes);
    const stderr = collect(child.stderr, maxOutputBytes);
    if (options.onErrorLine !== undefined) {
      createInterface({ input: child.stderr }).on("line", options.onErrorLine);
    }
    let failure: LabError | undefined;
    const kill = (error: LabError): void => {
      failure ??= error;
      killGroup(child.pid);
      // A killed group can leave a grandchild that holds the pipes open; do not wait for it.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const timer = setTimeout(
      () =>
        kill(
          new LabError("command_timeout", `No end within ${timeoutMs} ms: ${argv.join(" ")}`, {
            retryable: true,
          }),
        ),
      timeoutMs,
    );
    const onAbort = (): void => kill(new LabError("aborted", `Aborted: ${argv.join(" ")}`));
    options.signal?.addEventListener("abort", onAbort, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", onAbort);
    };
    child.on("error", (cause) => {
      settle();
      reject(notStarted(argv, cause));
    });
    child.on("close", (code, signalName) => {
      settle();
      if (failure !== undefined) reject(failure);
      else resolve({ exitCode: code ?? 128, stdout: stdout(), stderr: stderr() + (signalName ?? "") });
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input ?? "");
  });
}

function begin(argv: readonly string[], { env, cwd }: CommandOptions): ChildProcessWithoutNullStreams {
  const [file, ...args] = argv;
  if (file === undefined) throw new LabError("bad_option", "An empty command cannot be run.");
  try {
    return spawn(file, args, {
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
      ...(env === undefined ? {} : { env }),
      ...(cwd === undefined ? {} : { cwd }),
    });
  } catch (cause) {
    throw notStarted(argv, cause);
  }
}

function notStarted([file]: readonly string[], cause: unknown): LabError {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new LabError("command_failed", `Could not start ${file}: ${said}`, { cause });
}

/** What is thrown of a command that was given up before it was started. */
export function abortedBefore(argv: readonly string[]): LabError {
  return new LabError("aborted", `Not started, because the operation was aborted: ${argv.join(" ")}`);
}

function collect(stream: NodeJS.ReadableStream, maxBytes: number): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (size < maxBytes) chunks.push(chunk);
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone already, which is what was wanted.
  }
}
