import { type Message, type MessageParams, message } from "@primacy/contract";

/** Every way in which a host can fail the console. */
export type RemoteFailureCode =
  | "host_unreachable"
  | "host_key_unknown"
  | "host_key_changed"
  | "auth_failed"
  | "credential_invalid"
  | "no_sudo"
  | "no_space"
  | "command_failed"
  | "timeout"
  | "upload_corrupt";

const retryableCodes: ReadonlySet<RemoteFailureCode> = new Set([
  "host_unreachable",
  "timeout",
  "upload_corrupt",
]);

/**
 * Something on the way to a host, or on it, did not work. `retryable` says whether the same attempt may succeed later
 * without anybody changing something; `explanation` tells people what failed, why, and what to do. No secret is in it.
 */
export class RemoteFailure extends Error {
  readonly code: RemoteFailureCode;
  readonly retryable: boolean;
  readonly explanation: Message;
  constructor(code: RemoteFailureCode, params: MessageParams, options: { cause?: unknown } = {}) {
    const explanation = message(`failure.${code}`, params);
    super(explanation.text, options);
    this.name = "RemoteFailure";
    this.code = code;
    this.retryable = retryableCodes.has(code);
    this.explanation = explanation;
  }
}

/** A command ran and did not end with exit code 0. Command and stderr are masked and bounded. */
export class CommandFailure extends RemoteFailure {
  readonly command: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  constructor(
    host: string,
    ran: { command: string; exitCode: number | null; signal: string | null; stderr: string },
  ) {
    const outcome = ran.exitCode === null ? `signal ${ran.signal ?? "unknown"}` : `exit code ${ran.exitCode}`;
    super("command_failed", { host, command: ran.command, outcome, stderr: ran.stderr.trim().slice(0, 500) });
    this.name = "CommandFailure";
    this.command = ran.command;
    this.exitCode = ran.exitCode;
    this.signal = ran.signal;
    this.stderr = ran.stderr;
  }
}
