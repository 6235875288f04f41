import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { type Message, message, messageWith, quote } from "@primacy/contract";
import { ToldError } from "../message/told-error";

/** How a command is run. The timeout ends it with SIGKILL; output is bounded. */
export interface CommandOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly input?: string;
  /** Which user and group it runs as, by their numbers; absent: as this process. */
  readonly runAs?: { readonly uid: number; readonly gid: number };
}

/** A command that failed, was killed, or took too long. `code` is its exit code, signal or errno name. */
export class CommandError extends ToldError {
  readonly code: string;
  readonly retryable: boolean;
  readonly stdout: string;
  readonly stderr: string;

  constructor(
    file: string,
    args: readonly string[],
    code: string,
    output: { readonly stdout: string; readonly stderr: string },
    cause: unknown,
  ) {
    const { stdout, stderr } = output;
    const command = `${path.basename(file)} ${args.join(" ")}`;
    const said = stderr.trim().slice(0, 500);
    super(messageWith("act.command", { command, said }, { outcome: tellOutcome(code) }), { cause });
    this.name = "CommandError";
    this.code = code;
    this.retryable = code === "SIGKILL" || code === "EAGAIN" || code === "ETIMEDOUT";
    this.stdout = stdout;
    this.stderr = stderr;
  }
}

/** How a program ended: by its exit code, the name of a signal, or of an errno. */
export function tellOutcome(code: string): Message {
  if (/^\d+$/.test(code)) return message("outcome.exit_code", { exitCode: code });
  return code.startsWith("SIG") ? message("outcome.signal", { signal: code }) : quote(code);
}

/** A clean environment for children: nothing of the agent's own reaches them. */
export const commandEnvironment = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" } as const;

/** Where the system's own commands are. */
export const commandFolders: readonly string[] = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"];
const maxOutputBytes = 8 * 1024 * 1024;

/** The absolute path of a command in the first of the folders that has it, or null. */
export function findCommand(name: string, folders = commandFolders): string | null {
  for (const folder of folders) {
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // The next folder may have it.
    }
  }
  return null;
}

/** Runs a program with an argument array and resolves to its standard output; throws CommandError. */
export async function runCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<string> {
  return (await runCommandFully(file, args, options)).stdout;
}

/** The same with what it wrote to its standard error. */
export function runCommandFully(
  file: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      file,
      args,
      {
        timeout: options.timeoutMs,
        killSignal: "SIGKILL",
        maxBuffer: maxOutputBytes,
        env: commandEnvironment,
        ...options.runAs,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      },
      (error, stdout, stderr) => {
        if (error === null) {
          resolve({ stdout, stderr });
          return;
        }
        const code = error.signal ?? error.code ?? "unknown";
        reject(new CommandError(file, args, String(code), { stdout, stderr }, error));
      },
    );
    child.stdin?.on("error", () => {
      // A child that ends early closes its input; its exit code tells the story.
    });
    child.stdin?.end(options.input ?? "");
  });
}
