import type { Readable } from "node:stream";
import { message } from "@primacy/contract";
import type { Client, ClientChannel } from "ssh2";
import { toUnreachable, unreachable } from "../connection/connect-failure";
import type { SshAddress } from "../connection/target";
import { CommandFailure, RemoteFailure } from "../failure";
import { BoundedOutput } from "./bounded-output";
import { maskSecrets } from "./mask";
import { quoteCommand } from "./quote";

/** How a command is bounded. */
export interface RunOptions {
  readonly signal: AbortSignal;
  /** 30 s unless said otherwise. */
  readonly timeoutMs?: number;
  /** Written to the command, which then sees the end of its input. Never part of messages. */
  readonly stdin?: string | Buffer | Readable;
  /** How much of stdout is kept (1 MiB); stderr keeps 64 KiB. */
  readonly maxOutputBytes?: number;
  /** Values that are replaced by `***` in what a failure tells. */
  readonly secrets?: readonly string[];
  /** A nonzero exit code is a result, not a failure. */
  readonly acceptsFailure?: boolean;
}

/** How a command ended. `exitCode` is null when a signal ended it. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isTruncated: boolean;
}

/** How a command gets root's power: not at all (or the user is root), or by `sudo -n`. */
export type Elevation = "none" | "sudo";

const shownCommandLength = 300;
const defaultTimeoutMs = 30_000;

/** Runs one command on an open connection; see `RemoteSession.run`. */
export async function runCommand(
  client: Client,
  target: SshAddress,
  args: readonly string[],
  options: RunOptions & { readonly elevation: Elevation },
): Promise<CommandResult> {
  const secrets = options.secrets ?? [];
  const shown = maskSecrets(args.join(" "), secrets).slice(0, shownCommandLength);
  const limit = createLimit(target, shown, options);
  const opened: ClientChannel[] = [];
  try {
    const command = completeCommand(args, options);
    const ended = execute(client, target, command, options, (channel) => opened.push(channel));
    const result = await Promise.race([ended, limit.broken]);
    if (result.exitCode === 0 || (options.acceptsFailure === true && result.exitCode !== null)) return result;
    throw new CommandFailure(target.name, {
      command: shown,
      exitCode: result.exitCode,
      signal: result.signal,
      stderr: maskSecrets(result.stderr, secrets),
    });
  } finally {
    limit.end();
    for (const channel of opened) abandon(channel);
  }
}

/**
 * What is really run. Users of SSH without a terminal often lack the sbin folders; fixed texts need the C locale. The
 * host ends the command by itself a little after the limit: sshd refuses to signal root's processes, and leaves them
 * running when the connection is lost.
 */
function completeCommand(
  args: readonly string[],
  options: RunOptions & { readonly elevation: Elevation },
): string[] {
  const seconds = Math.ceil((options.timeoutMs ?? defaultTimeoutMs) / 1000) + 1;
  return [
    ...(options.elevation === "sudo" ? ["sudo", "-n", "--"] : []),
    "env",
    "LC_ALL=C",
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "timeout",
    "-k",
    "5",
    String(seconds),
    ...args,
  ];
}

/** Rejects at the timeout or when the signal aborts, whichever comes first. */
function createLimit(
  target: SshAddress,
  shown: string,
  options: RunOptions,
): { broken: Promise<never>; end(): void } {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const { signal } = options;
  let end = (): void => undefined;
  const broken = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason);
    const timer = setTimeout(
      () =>
        reject(new RemoteFailure("timeout", { host: target.name, seconds: timeoutMs / 1000, what: shown })),
      timeoutMs,
    );
    end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  // The command usually ends first; then nobody awaits this one.
  broken.catch(() => undefined);
  return { broken, end: () => end() };
}

function execute(
  client: Client,
  target: SshAddress,
  args: readonly string[],
  options: RunOptions,
  onOpen: (channel: ClientChannel) => void,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    try {
      client.exec(quoteCommand(args), (error, channel) => {
        if (error !== undefined && error !== null) return reject(unreachable(target, error));
        onOpen(channel);
        // At once: the exit code of a quick command may arrive together with the channel.
        collect(channel, target, options).then(resolve, reject);
      });
    } catch (error) {
      // ssh2 throws here when the connection is gone.
      reject(error instanceof TypeError ? error : unreachable(target, error));
    }
  });
}

function collect(channel: ClientChannel, target: SshAddress, options: RunOptions): Promise<CommandResult> {
  const stdout = new BoundedOutput(options.maxOutputBytes ?? 1_048_576);
  const stderr = new BoundedOutput(65_536);
  return new Promise((resolve, reject) => {
    let ended: { exitCode: number | null; signal: string | null } | null = null;
    channel.on("exit", (code: number | null, signal?: string) => {
      ended = { exitCode: code, signal: signal ?? null };
    });
    channel.on("data", (chunk: Buffer) => stdout.add(chunk));
    channel.stderr.on("data", (chunk: Buffer) => stderr.add(chunk));
    // Without readers on both streams ssh2 never reports the end of the channel.
    channel.resume();
    channel.stderr.resume();
    channel.once("close", () => {
      if (ended === null) reject(toUnreachable(target, message("why.command_cut_off")));
      else
        resolve({ ...ended, stdout: stdout.text(), stderr: stderr.text(), isTruncated: stdout.isTruncated });
    });
    channel.on("error", (error: Error) => reject(unreachable(target, error)));
    writeInput(channel, options.stdin, reject);
  });
}

function writeInput(
  channel: ClientChannel,
  stdin: RunOptions["stdin"],
  reject: (failure: unknown) => void,
): void {
  if (stdin === undefined || typeof stdin === "string" || Buffer.isBuffer(stdin)) {
    channel.end(stdin ?? "");
    return;
  }
  stdin.once("error", reject);
  channel.once("close", () => stdin.destroy());
  stdin.pipe(channel);
}

/** Gives the channel back; a command that still runs is asked to end, whether it does or not. */
function abandon(channel: ClientChannel): void {
  if (channel.destroyed) return;
  channel.on("error", () => undefined);
  try {
    channel.signal("TERM");
    channel.close();
  } catch {
    // The connection is gone, and the command's input and output with it.
  }
}
