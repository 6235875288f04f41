import { isRefusal, type ProblemDetail, type Refusal, refuse } from "@primacy/contract";
import type { Endpoint } from "@primacy/contract/api";
import type { z } from "zod";
import type { Caller } from "../auth/caller";
import type { FileAnswer } from "../stream/file-response";
import type { StreamSource } from "../stream/stream-source";
import type { Call, KeepAnswer, PublicCall } from "./call";
import { parseInput, type RawInput } from "./input";

/** What a route came to: an answer that has been checked against the contract, or a refusal. */
export type RouteOutcome =
  | { readonly kind: "answer"; readonly body: unknown }
  | { readonly kind: "stream"; readonly source: StreamSource }
  | FileAnswer
  | Refusal;

/** Everything of a call but what only its own schemas can parse. */
export type CallBase = Omit<PublicCall<unknown, unknown, unknown>, "params" | "query" | "body"> & {
  readonly caller: Caller | null;
  readonly keep: KeepAnswer;
};

/** A handler whose input and output types are sealed in, so that one loop can serve all of them. */
export interface Route {
  readonly endpoint: Endpoint;
  /** Parses, runs, and checks the answer. Lists every problem of the input at once. */
  run(base: CallBase, raw: RawInput): Promise<RouteOutcome>;
}

/** An answer was not what the contract declares: a bug, and nothing of it is sent. */
export class AnswerError extends Error {
  readonly code = "answer_undeclared";
  readonly retryable = false;
  constructor(endpoint: Endpoint, cause: unknown) {
    super(`${endpoint.method.toUpperCase()} ${endpoint.path}: the answer is not as declared`, { cause });
    this.name = "AnswerError";
  }
}

type Answer<A extends z.ZodType> = Promise<Refusal | z.input<A>>;

/** A call whose body is not what its schema wants. */
type RawCall<P> = Omit<Call<P, unknown, unknown>, "query" | "facts" | "cookie" | "keep">;

/** The problems that a body has for other reasons than its schema; `readFields` gives what can be judged of it. */
export type CheckRaw<P> = (raw: RawCall<P>) => readonly ProblemDetail[] | Promise<readonly ProblemDetail[]>;

/**
 * A route for people and programs that are known; who may call it stands in the endpoint table. What `checkRaw` finds is
 * told with the problems of the schema: nobody mends a request twice. It asks the database, and no host.
 */
export function route<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, A>,
  handle: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Answer<A>,
  checkRaw: CheckRaw<z.output<P>> = () => [],
): Route {
  return {
    endpoint,
    run: async (base, raw) => {
      const { caller } = base;
      if (caller === null) return refuse("not_signed_in");
      const input = parseInput(endpoint, raw);
      if (input.kind === "refusal") {
        const params = endpoint.params.safeParse(raw.params);
        if (!params.success) return input;
        const { context } = base;
        const more = await checkRaw({ context, caller, params: params.data, body: raw.body });
        return { ...input, errors: [...input.errors, ...more] };
      }
      // What is kept is what is sent: the answer as the contract declares it.
      const keep: KeepAnswer = (unit, answer) => base.keep(unit, parseAnswer(endpoint, answer));
      return checkAnswer(endpoint, await handle({ ...base, caller, keep, ...input.value }));
    },
  };
}

/** A route that anybody may call. */
export function publicRoute<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  A extends z.ZodType,
>(
  endpoint: Endpoint<P, Q, B, A>,
  handle: (call: PublicCall<z.output<P>, z.output<Q>, z.output<B>>) => Answer<A>,
  checkRaw: (body: unknown) => readonly ProblemDetail[] = () => [],
): Route {
  return {
    endpoint,
    run: async (base, raw) => {
      const input = parseInput(endpoint, raw);
      if (input.kind === "refusal") return { ...input, errors: [...input.errors, ...checkRaw(raw.body)] };
      return checkAnswer(endpoint, await handle({ ...base, ...input.value }));
    },
  };
}

/** A route that answers with server-sent events, each an item of the endpoint's answer schema. */
export function streamRoute<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
  endpoint: Endpoint<P, Q, B>,
  open: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<Refusal | StreamSource>,
): Route {
  return {
    endpoint,
    run: async (base, raw) => {
      const { caller } = base;
      if (caller === null) return refuse("not_signed_in");
      const input = parseInput(endpoint, raw);
      if (input.kind === "refusal") return input;
      const source = await open({ ...base, caller, ...input.value });
      return "kind" in source ? source : { kind: "stream", source };
    },
  };
}

/** A route that answers with a file. Whatever of it comes from elsewhere is parsed by who makes it: no schema sees the whole. */
export function fileRoute<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
  endpoint: Endpoint<P, Q, B>,
  open: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<Refusal | FileAnswer>,
): Route {
  return {
    endpoint,
    run: async (base, raw) => {
      const { caller } = base;
      if (caller === null) return refuse("not_signed_in");
      const input = parseInput(endpoint, raw);
      return input.kind === "refusal" ? input : open({ ...base, caller, ...input.value });
    },
  };
}

function checkAnswer(endpoint: Endpoint, answer: unknown): RouteOutcome {
  return isRefusal(answer) ? answer : { kind: "answer", body: parseAnswer(endpoint, answer) };
}

/** Parsing the answer drops every field that the contract does not declare: nothing leaves by accident. */
function parseAnswer(endpoint: Endpoint, answer: unknown): unknown {
  const parsed = endpoint.answer.safeParse(answer);
  if (!parsed.success) throw new AnswerError(endpoint, parsed.error);
  return parsed.data;
}
