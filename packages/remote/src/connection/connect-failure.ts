import { RemoteFailure } from "../failure";
import type { SshAddress } from "./target";

/** The failure that says that the host cannot be reached, with the reason in words. */
export function unreachable(target: SshAddress, cause: unknown): RemoteFailure {
  return new RemoteFailure(
    "host_unreachable",
    { host: target.name, address: target.address, port: target.port, reason: reasonOf(cause) },
    { cause },
  );
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ETIMEDOUT: "no answer",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to its network",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name server does not answer",
  ECONNRESET: "the connection was closed",
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
