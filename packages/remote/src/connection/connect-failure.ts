import { RemoteFailure } from "../failure";
import type { SshAddress } from "./target";

/** The failure that says that the host cannot be reached, with the reason as a word of the catalogue (`why.`) where it is a known one. */
export function unreachable(target: SshAddress, cause: unknown): RemoteFailure {
  return new RemoteFailure(
    "host_unreachable",
    { host: target.name, address: target.address, port: target.port, reason: reasonOf(cause) },
    { cause },
  );
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection_refused",
  ETIMEDOUT: "no_answer",
  EHOSTUNREACH: "no_route_to_host",
  ENETUNREACH: "no_route_to_network",
  ENOTFOUND: "name_unknown",
  EAI_AGAIN: "name_server_silent",
  ECONNRESET: "connection_closed",
};

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  return reasons[code] ?? cause.message;
}

/** True when ssh2 says that the server refused every way to sign in. */
export function isAuthenticationError(error: Error): boolean {
  return "level" in error && error.level === "client-authentication";
}
