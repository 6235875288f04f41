import { type Message, message } from "@primacy/contract";

/** An agent's certificate signing request cannot be used. */
export class CertificateRequestFailure extends Error {
  readonly code = "certificate_request_invalid";
  readonly retryable = false;
  readonly explanation: Message;
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const explanation = message("failure.certificate_request", { reason });
    super(explanation.text, { cause });
    this.name = "CertificateRequestFailure";
    this.explanation = explanation;
  }
}
