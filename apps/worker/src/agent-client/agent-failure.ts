import { joinMessages, type Message, type MessageParams, message, paramsWith } from "@primacy/contract";
import type { AgentRefusal } from "@primacy/contract/agent";
import type { AgentTarget } from "./agent-client";

/** Every way in which an agent can fail its console. */
export type AgentFailureCode =
  | "agent_unreachable"
  | "agent_timeout"
  | "agent_identity"
  | "agent_certificate"
  | "agent_outdated"
  | "agent_refused"
  | "agent_protocol";

/** The agent did not do what was asked; `refusal` is there when the agent itself said no. */
export class AgentFailure extends Error {
  readonly code: AgentFailureCode;
  readonly retryable: boolean;
  readonly explanation: Message;
  readonly refusal: AgentRefusal | null;
  constructor(
    code: AgentFailureCode,
    target: AgentTarget,
    params: MessageParams,
    options: { cause?: unknown; refusal?: AgentRefusal } = {},
  ) {
    const explanation = message(`failure.${code}`, {
      host: target.hostName,
      address: target.address,
      port: target.port,
      ...params,
    });
    super(explanation.text, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "AgentFailure";
    this.code = code;
    this.retryable = code === "agent_unreachable" || code === "agent_timeout";
    this.explanation = explanation;
    this.refusal = options.refusal ?? null;
  }
}

/** The failure of a call that the agent refused, with its reasons in the reader's language. */
export function toRefusedFailure(target: AgentTarget, refusal: AgentRefusal): AgentFailure {
  const params = paramsWith({ code: refusal.code }, { details: joinMessages(refusal.details) });
  return new AgentFailure("agent_refused", target, params, { refusal });
}

/** Words of the catalogue, under `why.`. */
const certificateErrors: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "certificate_expired",
  CERT_NOT_YET_VALID: "certificate_not_yet_valid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate_of_other_console",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate_of_other_console",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate_of_other_console",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate_of_other_console",
  CERT_SIGNATURE_FAILURE: "certificate_of_other_console",
};

/** Translates what the connection threw. */
export function toAgentFailure(target: AgentTarget, error: unknown): AgentFailure {
  if (error instanceof AgentFailure) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const certificate = certificateErrors[code];
  if (certificate !== undefined) {
    return new AgentFailure("agent_certificate", target, { reason: certificate }, { cause: error });
  }
  // The agent ends the handshake when it does not accept the console's certificate.
  if (
    code.startsWith("ERR_SSL_TLSV1_ALERT") ||
    code.startsWith("ERR_SSL_TLSV13_ALERT") ||
    code === "EPROTO"
  ) {
    return new AgentFailure("agent_certificate", target, { reason: "certificate_refused" }, { cause: error });
  }
  return new AgentFailure("agent_unreachable", target, { reason: reasonOf(error, code) }, { cause: error });
}

/** Words of the catalogue, under `why.`. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing_listens",
  ETIMEDOUT: "no_answer",
  EHOSTUNREACH: "no_route_to_host",
  ENETUNREACH: "no_route_to_network",
  ENOTFOUND: "name_unknown",
  ECONNRESET: "connection_closed",
};

function reasonOf(error: unknown, code: string): string {
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
