import type { z } from "zod";
import { isMessageCode } from "../message";
import type { MessageCode } from "../message/catalog";
import { message } from "../message/message";
import type { MessageParams } from "../message/schema";
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
    const { code, params } = reasonOf(issue);
    return problemDetail(path, code, params);
  });
}

/** Every reason against a value that stands at `path`; those of the API wherever that parses by the same schema. */
export function checkValue(schema: z.ZodType, path: string, value: unknown): ProblemDetail[] {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : problemsOf(error).map((one) => ({ ...one, path: `${path}${one.path}` }));
}

/** The value is not there at all. zod says so in the issue where it was asked to report inputs, else in its own words. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  if ("input" in issue) return issue.input === undefined;
  return issue.code === "invalid_type" && issue.message.endsWith("received undefined");
}

interface Reason {
  readonly code: string;
  readonly params?: MessageParams;
}

/** An issue without a code of ours, told by its kind: zod's own words are English only. */
function reasonOf(issue: z.core.$ZodIssue): Reason {
  if (isMissing(issue)) return { code: "required" };
  switch (issue.code) {
    case "invalid_type":
      return { code: "wrong_type", params: { type: issue.expected } };
    case "too_small":
      return bound(issue.origin, Number(issue.minimum), "too_short", "too_few", "too_small");
    case "too_big":
      return bound(issue.origin, Number(issue.maximum), "too_long", "too_many", "too_large");
    case "invalid_format":
      return { code: formatCodes[issue.format] ?? "invalid_value" };
    case "invalid_value":
      return { code: "not_one_of", params: { values: issue.values.map(String).join(", ") } };
    case "unrecognized_keys":
      return { code: "unknown_field", params: { fields: issue.keys.join(", ") } };
    default:
      return { code: "invalid_value" };
  }
}

const formatCodes: Readonly<Record<string, string>> = { uuid: "id_invalid", datetime: "instant_invalid" };

function bound(origin: string, limit: number, text: string, list: string, number: string): Reason {
  const code = origin === "string" ? text : origin === "array" ? list : number;
  return { code, params: { min: limit, max: limit } };
}
