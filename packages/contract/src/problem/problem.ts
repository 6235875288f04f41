import { z } from "zod";
import { Message } from "../message/schema";
import type { ProblemCode } from "./codes";

/** One reason for a refusal; `path` is a JSON pointer into the body, or empty for the whole. */
export const ProblemDetail = z.object({ path: z.string(), code: z.string(), message: Message });
export type ProblemDetail = z.infer<typeof ProblemDetail>;

/** RFC 9457 problem+json. `errors` lists every reason at once; `requestId` finds the log line of an unknown error. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  message: Message,
  errors: z.array(ProblemDetail),
  requestId: z.string(),
});
export type Problem = z.infer<typeof Problem>;

/** A refusal as a value: bad input or wrong state. It lists all reasons; nothing was changed. */
export interface Refusal {
  readonly kind: "refusal";
  readonly code: ProblemCode;
  readonly message: Message;
  readonly errors: readonly ProblemDetail[];
}
