import { type Message, type MessageCode, message, paramsWith, quote } from "@primacy/contract";
import { RemoteFailure } from "../failure";
import type { SshAddress } from "./target";

/** The failure that says that the host cannot be reached, with the reason in words of the catalogue (`why.`) where it is a known one. */
export function unreachable(target: SshAddress, cause: unknown): RemoteFailure {
  return toUnreachable(target, reasonOf(cause), cause);
}

/** The same for a reason of ours. */
export function toUnreachable(target: SshAddress, reason: Message, cause?: unknown): RemoteFailure {
  const params = { host: target.name, address: target.address, port: target.port };
  return new RemoteFailure("host_unreachable", paramsWith(params, { reason }), { cause });
}

const reasons: Readonly<Record<string, MessageCode>> = {
  ECONNREFUSED: "why.connection_refused",
  ETIMEDOUT: "why.no_answer",
  EHOSTUNREACH: "why.no_route_to_host",
  ENETUNREACH: "why.no_route_to_network",
  ENOTFOUND: "why.name_unknown",
  EAI_AGAIN: "why.name_server_silent",
  ECONNRESET: "why.connection_closed",
};

function reasonOf(cause: unknown): Message {
  if (cause instanceof ConnectionBroken) return message("why.connection_broke");
  if (!(cause instanceof Error)) return quote(String(cause));
  const code = reasons["code" in cause && typeof cause.code === "string" ? cause.code : ""];
  return code === undefined ? quote(cause.message) : message(code);
}

/** Why a session's `closed` aborts. */
export class ConnectionBroken extends Error {}

/** True when ssh2 says that the server refused every way to sign in. */
export function isAuthenticationError(error: Error): boolean {
  return "level" in error && error.level === "client-authentication";
}
