import {
  isRefusal,
  type ProblemDetail,
  problemsOf,
  type Refusal,
  refuse,
  SortOrder,
} from "@primacy/contract";
import type { Endpoint } from "@primacy/contract/api";
import { parsePageRequest } from "@primacy/db";
import { z } from "zod";

/** A request's parts as they came: the body is JSON already, nothing else is known of it. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The parsed parts of a request. */
export interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

/** Parses parameters, query and body, and refuses with the problems of all three together. */
export function parseInput<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
  endpoint: Endpoint<P, Q, B>,
  raw: RawInput,
): Refusal | { readonly kind: "input"; readonly value: Input<z.output<P>, z.output<Q>, z.output<B>> } {
  const params = endpoint.params.safeParse(raw.params, reportInput);
  const query = endpoint.query.safeParse(raw.query, reportInput);
  const body = endpoint.body.safeParse(raw.body, reportInput);
  const cursor = checkCursor(endpoint, raw.query);
  if (params.success && query.success && body.success && cursor.length === 0) {
    return { kind: "input", value: { params: params.data, query: query.data, body: body.data } };
  }
  return refuse("validation_failed", [
    ...listProblems(params),
    ...listProblems(query),
    ...(query.error?.issues.some(({ path }) => path[0] === "cursor") ? [] : cursor),
    ...listProblems(body),
  ]);
}

/** A cursor is opaque to the schema; whether any answer in this order contained it is told with the rest. */
function checkCursor(endpoint: Endpoint, query: RawInput["query"]): readonly ProblemDetail[] {
  const { cursor } = query;
  if (cursor === undefined || !("cursor" in endpoint.query.shape)) return [];
  const page = parsePageRequest({ cursor, limit: 1, ...readOrder(endpoint, query) });
  return isRefusal(page) ? page.errors : [];
}

/** The order that a list is asked for in; empty where it has none to choose, or the one asked for cannot be read. */
function readOrder(
  endpoint: Endpoint,
  query: RawInput["query"],
): { readonly sort?: string; readonly order?: SortOrder | undefined } {
  const field = endpoint.query.shape.sort;
  const order = SortOrder.optional().safeParse(query.order);
  if (field === undefined || !order.success) return {};
  const sort = z.string().safeParse(z.safeParse(field, query.sort).data);
  return sort.success ? { sort: sort.data, order: order.data } : {};
}

/** Lets a missing value be told from a wrong one. */
const reportInput = { reportInput: true } as const;

function listProblems(result: z.ZodSafeParseResult<unknown>): ProblemDetail[] {
  return result.success ? [] : problemsOf(result.error);
}
