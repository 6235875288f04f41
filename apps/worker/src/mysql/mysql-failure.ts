import {
  bracketed,
  isMessageCode,
  type Message,
  type MessageParams,
  message,
  quote,
} from "@primacy/contract";
import type { ServerAddress } from "@primacy/core/plan";

/** How a MySQL server can fail its console. */
export type MysqlFailureCode =
  | "mysql_unreachable"
  | "mysql_denied"
  | "mysql_no_tls"
  | "mysql_untrusted"
  | "mysql_statement";

/** A server did not do what was asked. `errno` is the server's own number where it answered with an error. */
export class MysqlFailure extends Error {
  readonly code: MysqlFailureCode;
  readonly retryable: boolean;
  readonly explanation: Message;
  readonly errno: number | null;
  constructor(
    code: MysqlFailureCode,
    readonly server: ServerAddress,
    params: MessageParams,
    options: { cause?: unknown; errno?: number } = {},
  ) {
    const explanation = message(`failure.${code}`, {
      address: bracketed(server.address),
      port: server.port,
      ...params,
    });
    super(explanation.text, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "MysqlFailure";
    this.code = code;
    this.retryable = code === "mysql_unreachable";
    this.explanation = explanation;
    this.errno = options.errno ?? null;
  }
}

const deniedCodes = new Set([
  "ER_ACCESS_DENIED_ERROR",
  "ER_ACCOUNT_HAS_BEEN_LOCKED",
  "ER_MUST_CHANGE_PASSWORD_LOGIN",
  "ER_NOT_SUPPORTED_AUTH_MODE",
  "AUTH_SWITCH_PLUGIN_ERROR",
  "ER_DBACCESS_DENIED_ERROR",
]);

/** Translates what mysql2 threw; the password is in none of its texts. */
export function toMysqlFailure(server: ServerAddress, user: string, error: unknown): MysqlFailure {
  if (error instanceof MysqlFailure) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const errno = error instanceof Error && "errno" in error ? Number(error.errno) : Number.NaN;
  const reason = error instanceof Error ? error.message || code : String(error);
  const options = { cause: error, ...(errno > 0 ? { errno } : {}) };
  if (isUnverified(error, code)) return new MysqlFailure("mysql_untrusted", server, { reason }, options);
  if (code === "HANDSHAKE_NO_SSL_SUPPORT") return new MysqlFailure("mysql_no_tls", server, {}, options);
  if (deniedCodes.has(code)) return new MysqlFailure("mysql_denied", server, { user, reason }, options);
  if (code.startsWith("ER_") && !shutdownCodes.has(code))
    return new MysqlFailure("mysql_statement", server, { reason }, options);
  return new MysqlFailure("mysql_unreachable", server, { reason: wordsOfCodes[code] ?? reason }, options);
}

/** Words of the catalogue, under `why.`. */
const wordsOfCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection_refused",
  ETIMEDOUT: "no_answer",
  EHOSTUNREACH: "no_route_to_host",
  ENETUNREACH: "no_route_to_network",
  ENOTFOUND: "name_unknown",
  EAI_AGAIN: "name_server_silent",
  ECONNRESET: "connection_closed",
  PROTOCOL_CONNECTION_LOST: "connection_closed",
};

/** What an error of a connection says, by its code: in words of the catalogue, or the code itself, which is MySQL's or the kernel's. */
export function tellErrorCode(code: string): Message {
  const word = `why.${wordsOfCodes[code] ?? code}`;
  return isMessageCode(word) ? message(word) : quote(code);
}

/** True where nothing listens at the server's address: its process is gone, and not only slow. */
export function isConnectionRefused({ code, explanation }: MysqlFailure): boolean {
  return code === "mysql_unreachable" && explanation.params.reason === "connection_refused";
}

/** True for a server whose certificate cannot be verified with the CA that is known of it. */
export function isUntrusted(error: unknown): error is MysqlFailure {
  return error instanceof MysqlFailure && error.code === "mysql_untrusted";
}

const verificationTexts = /certificate|issuer|too weak|path length/i;

/**
 * mysql2 gives every error of the TLS handshake one code. Those of the protocol name OpenSSL's library; what is left
 * are a connection that broke, and the texts of OpenSSL's verification.
 */
function isUnverified(error: unknown, code: string): boolean {
  if (code !== "HANDSHAKE_SSL_ERROR" || !(error instanceof Error)) return false;
  return !("library" in error) && verificationTexts.test(error.message);
}

/** The server answers, but only to say that it goes. */
const shutdownCodes = new Set(["ER_SERVER_SHUTDOWN", "ER_SERVER_OFFLINE_MODE", "ER_CON_COUNT_ERROR"]);
