import type { z } from "zod";
import { isMessageCode } from "../message";
import type { MessageCode } from "../message/catalog";
import { type MessageParams, message } from "../message/message";
import type { ProblemCode } from "./codes";
import type { ProblemDetail, Refusal } from "./problem";

/** One reason with its place in the body (`/address`); the code is a code of the message catalogue under `problem.`. */
export function problemDetail(path: string, code: string, params: MessageParams = {}): ProblemDetail {
  const messageCode = `problem.${code}`;
  return {
    path,
    code,
    message: isMessageCode(messageCode)
      ? message(messageCode, params)
      : { code: messageCode, params, text: code },
  };
}

/** A refusal with all its reasons. */
export function refuse(
  code: ProblemCode,
  errors: readonly ProblemDetail[] = [],
  params: MessageParams = {},
): Refusal {
  const messageCode: MessageCode = `problem.${code}`;
  return { kind: "refusal", code, message: message(messageCode, params), errors };
}

/** True for a refusal, so that a caller must handle it before it uses a result. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "refusal";
}

/** Turns zod's issues into reasons, each with a JSON pointer and a code that people can look up. */
export function problemsOf(error: z.ZodError): ProblemDetail[] {
  return error.issues.map((issue) => {
    const path = issue.path
      .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
      .join("");
    const own = `problem.${issue.message}`;
    if (isMessageCode(own)) return problemDetail(path, issue.message);
    if (isMissing(issue)) return problemDetail(path, "required");
    if (issue.code === "unrecognized_keys")
      return problemDetail(path, "unknown_field", { fields: issue.keys.join(", ") });
    return problemDetail(path, "invalid_value", { reason: issue.message });
  });
}

/** The value is not there at all. zod says so in the issue where it was asked to report inputs, else in its own words. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  if ("input" in issue) return issue.input === undefined;
  return issue.code === "invalid_type" && issue.message.endsWith("received undefined");
}
