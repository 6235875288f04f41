import { type Message, type MessageCode, message, type ProbeSample } from "@primacy/contract";
import { notBegun } from "@primacy/core/drill";
import { tellErrorCode } from "../mysql/mysql-failure";

/** Codes that the clients of a drill give themselves; all others are MySQL's or the kernel's. */
const own: Readonly<Record<string, MessageCode>> = {
  ATTEMPT_TIMEOUT: "why.no_answer",
  UNTRUSTED_CERTIFICATE: "why.certificate_untrusted",
};

/** Why a client came to nothing, by the last of its attempts that says so. One that found no free place says nothing by itself. */
export function tellAttempts(samples: readonly Pick<ProbeSample, "error">[]): Message {
  const code = samples.findLast(({ error }) => error !== null && error !== notBegun)?.error;
  if (code == null) return message("why.no_answer");
  const known = own[code];
  return known === undefined ? tellErrorCode(code) : message(known);
}
