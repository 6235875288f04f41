import type { z } from "zod";
import type { KindDeclaration } from "../operation/declare";
import { type Endpoint, endpoint, type HttpMethod, type None } from "./endpoint";

interface StartSpec<P extends z.ZodObject, B extends z.ZodType> {
  readonly tag: string;
  readonly summary: string;
  readonly params?: P;
  readonly body?: B;
  /** Default: where it changes something. */
  readonly isIdempotent?: boolean;
}

/**
 * Declares a call that starts an operation of `kind`: who may is said by the kind, and the answer is 202 with the operation.
 * `accepted` is the schema of that answer, which is made from all kinds, so that no feature can import it.
 */
export function startEndpoint<A extends z.ZodType, P extends z.ZodObject = None, B extends z.ZodType = None>(
  accepted: A,
  kind: KindDeclaration,
  [method, path]: readonly [HttpMethod, string],
  spec: StartSpec<P, B>,
): Endpoint<P, None, B, A> {
  const isIdempotent = spec.isIdempotent ?? kind.effect === "changing";
  return endpoint(method, path, {
    ...spec,
    access: kind.access,
    status: 202,
    answer: accepted,
    isIdempotent,
  });
}
