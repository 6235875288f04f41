import { z } from "zod";
import type { OperationKind } from "../operation/kinds";
import { PlainText, type Role } from "../primitives/scalar";
import type { ProblemCode } from "../problem/codes";

/** The methods that the API uses. */
export type HttpMethod = "get" | "post" | "put" | "patch" | "delete";

/** The types of the files that the API gives. */
export type FileType = "text/html" | "text/csv" | "application/json";

/** Who may call: nobody signed in is needed for `public`, any principal for a role. */
export type Access = "public" | Role;

/** One call of the REST API: everything that handler, document and client need to know of it. */
export interface Endpoint<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> {
  readonly method: HttpMethod;
  /** Under `/api/v1`, with `{name}` parameters. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The status of success; 202 carries an operation and a `Location`. */
  readonly status: 200 | 201 | 202 | 204;
  readonly answer: A;
  /** Honours `Idempotency-Key`. */
  readonly isIdempotent: boolean;
  /** Answers `text/event-stream`; `answer` is then the schema of one event's data. */
  readonly isStream: boolean;
  /** Answers with a file of this type; null: with JSON. Of a file that is no JSON, `answer` is text. */
  readonly file: FileType | null;
  /** The largest body that is read of it, in bytes; null: as of any other call. */
  readonly maxBodyBytes: number | null;
  /** The kinds of operation that it starts; of several, the body says which. */
  readonly starts: readonly OperationKind[];
  /** What it is refused with for reasons of its own; `listRefusals` adds what follows from the rest of its declaration. */
  readonly refusals: readonly ProblemCode[];
}

const none = z.strictObject({});

/** Where a reader of a stream resumes that cannot send the header `Last-Event-ID`, which wins over it. */
const streamQuery = z.strictObject({ lastEventId: PlainText.max(64).optional() });

interface Spec<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, A extends z.ZodType> {
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly status?: 200 | 201 | 202 | 204;
  readonly answer?: A;
  readonly isIdempotent?: boolean;
  readonly isStream?: boolean;
  readonly file?: FileType;
  readonly maxBodyBytes?: number;
  readonly starts?: readonly OperationKind[];
  readonly refusals?: readonly ProblemCode[];
}

/** The empty object: parameters, query, body or answer of a call that has none. */
export type None = typeof none;

/** Declares a call. Without `answer` it answers 204. */
export function endpoint<
  P extends z.ZodObject = None,
  Q extends z.ZodObject = None,
  B extends z.ZodType = None,
  A extends z.ZodType = None,
>(method: HttpMethod, path: string, spec: Spec<P, Q, B, A>): Endpoint<P, Q, B, A>;
export function endpoint(
  method: HttpMethod,
  path: string,
  spec: Spec<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>,
): Endpoint {
  return {
    method,
    path,
    access: spec.access,
    tag: spec.tag,
    summary: spec.summary,
    params: spec.params ?? none,
    query: spec.query ?? (spec.isStream === true ? streamQuery : none),
    body: spec.body ?? none,
    status: spec.status ?? (spec.answer === undefined ? 204 : 200),
    answer: spec.answer ?? none,
    isIdempotent: spec.isIdempotent ?? method === "post",
    isStream: spec.isStream ?? false,
    file: spec.file ?? null,
    maxBodyBytes: spec.maxBodyBytes ?? null,
    starts: spec.starts ?? [],
    refusals: spec.refusals ?? [],
  };
}
