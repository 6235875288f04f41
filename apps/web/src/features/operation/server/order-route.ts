import {
  type Accepted,
  isRefusal,
  type OperationKind,
  type ProblemDetail,
  type Refusal,
} from "@primacy/contract";
import type { Endpoint, None } from "@primacy/contract/api";
import type { Readers } from "@primacy/db";
import { z } from "zod";
import { reasonsOf } from "../../../server/api/join-refusals";
import { hasField, readFields } from "../../../server/api/read-fields";
import { type Route, route } from "../../../server/api/route";
import { type OperationStart, startOperation } from "./start-operation";

/** An order of which only some fields may be known: what is absent is not judged. */
export type Readable<B> = { readonly [F in keyof B]?: B[F] | undefined };

/** What an operation is asked for by: one function finds, one refuses, whether all of the body can be read or only some. */
export interface Order<P, B, S, K extends OperationKind> {
  /** One of those that the call declares to start. */
  readonly kind: K | ((order: B) => K);
  /** What the order is about, or the refusal that it is not there. */
  readonly find: (readers: Readers, params: P, order: Readable<B>) => Promise<S | Refusal>;
  /**
   * Every reason against the order at once, by what is stored; null where there is none. `isSent` is true for a field
   * that was sent, be it one that cannot be read; of a whole body also for one that has a default.
   */
  readonly refuse?: (
    readers: Readers,
    subject: S,
    order: Readable<B>,
    isSent: (field: keyof B) => boolean,
  ) => Promise<Refusal | null> | Refusal | null;
  /** Fields as `refuse` takes them in a body that its schema refuses, where it can judge more of them than the schema lets pass. */
  readonly judged?: Readonly<Record<string, z.ZodType>>;
  /** What is started by an order that nothing stands against. */
  readonly start: (subject: S, order: B) => OperationStart<K>;
}

/**
 * A route that starts an operation. A whole body is judged in the operation's transaction; of one that its schema
 * refuses, the fields that can be read are judged by the same functions, and what they find is told with the rest.
 * Throws where the call does not declare the kind.
 */
export function orderRoute<P extends z.ZodObject, B extends z.ZodObject, S, K extends OperationKind>(
  endpoint: Endpoint<P, None, B, typeof Accepted>,
  order: Order<z.output<P>, z.output<B>, S, K>,
): Route;
export function orderRoute(
  endpoint: Endpoint<z.ZodObject, None, z.ZodObject, typeof Accepted>,
  order: Order<Record<string, unknown>, Record<string, unknown>, unknown, OperationKind>,
): Route {
  if (typeof order.kind !== "function") requireDeclared(endpoint, order.kind);
  // Made of the fields alone: what the schema asks of all of them together is no reason to read none.
  const Fields = z.object({ ...endpoint.body.shape, ...order.judged }).partial();
  return route(
    endpoint,
    (call) => {
      const { params, body } = call;
      const kind = typeof order.kind === "function" ? order.kind(body) : order.kind;
      requireDeclared(endpoint, kind);
      return startOperation(call, kind, async (unit) => {
        const subject = await order.find(unit, params, body);
        if (isRefusal(subject)) return subject;
        const refusal = await order.refuse?.(unit, subject, body, (field) => hasField(body, field));
        return refusal ?? order.start(subject, body);
      });
    },
    async ({ context: { database }, params, body }): Promise<readonly ProblemDetail[]> => {
      const fields = readFields(Fields, body) ?? {};
      const subject = await order.find(database, params, fields);
      // What is not there is told by an order that can be read.
      if (isRefusal(subject)) return [];
      const refusal = await order.refuse?.(database, subject, fields, (field) => hasField(body, field));
      return refusal == null ? [] : reasonsOf(refusal);
    },
  );
}

/** What a call can be refused with follows from what it starts. */
function requireDeclared(
  { method, path, starts }: Pick<Endpoint, "method" | "path" | "starts">,
  kind: OperationKind,
): void {
  if (!starts.includes(kind)) throw new Error(`${method} ${path} does not declare that it starts ${kind}`);
}
