import { type Message, type MessageParams, message, paramsWith, quote } from "@primacy/contract";

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

/** How a command went. */
export interface RanCommand {
  readonly command: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  /** What is wrong, where that is not what the command said. */
  readonly problem?: Message;
}

function tellOutcome({ exitCode, signal }: RanCommand): Message {
  return exitCode === null
    ? message("outcome.signal", { signal: signal ?? "?" })
    : message("outcome.exit_code", { exitCode });
}

/** A command ran and did not end with exit code 0. Command and stderr are masked and bounded. */
export class CommandFailure extends RemoteFailure {
  readonly command: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  /** How it ended. */
  readonly outcome: Message;
  /** What the command said, or what is wrong with what it said; null where it said nothing. */
  readonly said: Message | null;
  constructor(host: string, ran: RanCommand) {
    const outcome = tellOutcome(ran);
    const stderr = ran.stderr.trim().slice(0, 500);
    const said = ran.problem ?? (stderr === "" ? null : quote(stderr));
    const within = { outcome, stderr: said ?? quote("") };
    super("command_failed", paramsWith({ host, command: ran.command }, within));
    this.name = "CommandFailure";
    this.outcome = outcome;
    this.said = said;
    this.command = ran.command;
    this.exitCode = ran.exitCode;
    this.signal = ran.signal;
    this.stderr = ran.stderr;
  }
}
