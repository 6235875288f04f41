import type { z } from "zod";
import type { KindDeclaration } from "../operation/declare";
import type { OperationKind } from "../operation/kinds";
import type { ProblemCode } from "../problem/codes";
import { type Endpoint, endpoint, type HttpMethod, type None } from "./endpoint";

interface StartSpec<P extends z.ZodObject, B extends z.ZodType> {
  readonly tag: string;
  readonly summary: string;
  readonly params?: P;
  readonly body?: B;
  /** Default: where it changes something. */
  readonly isIdempotent?: boolean;
  readonly refusals?: readonly ProblemCode[];
}

/** How a feature declares the calls that start its operations. */
export type StartEndpoint<A extends z.ZodType> = <
  K extends OperationKind,
  P extends z.ZodObject = None,
  B extends z.ZodType = None,
>(
  kind: K | readonly [K, ...K[]],
  place: readonly [HttpMethod, string],
  spec: StartSpec<P, B>,
) => Endpoint<P, None, B, A>;

/**
 * What declares a call that starts an operation. Its kind says who may call it; several kinds must agree. The answer is 202
 * with the operation. Throws where they differ. `accepted` is the schema of that answer, which is made from all kinds, so that no feature imports it.
 */
export function createStartEndpoint<A extends z.ZodType>(
  accepted: A,
  kinds: { readonly [K in OperationKind]: KindDeclaration },
): StartEndpoint<A> {
  return <K extends OperationKind, P extends z.ZodObject, B extends z.ZodType>(
    kind: K | readonly [K, ...K[]],
    [method, path]: readonly [HttpMethod, string],
    spec: StartSpec<P, B>,
  ) => {
    const starts: readonly [K, ...K[]] = typeof kind === "string" ? [kind] : kind;
    const { access, effect } = kinds[starts[0]];
    for (const other of starts) {
      if (kinds[other].access !== access || kinds[other].effect !== effect)
        throw new Error(`${method} ${path} starts kinds with different access or effect`);
    }
    const isIdempotent = spec.isIdempotent ?? effect === "changing";
    return endpoint(method, path, { ...spec, access, starts, status: 202, answer: accepted, isIdempotent });
  };
}
