import type { Locale, Refusal } from "@primacy/contract";
import type { UnitOfWork } from "@primacy/db";
import type { Caller } from "../auth/caller";
import type { WebContext } from "../context";

/** What is known of an HTTP request before anything of it is believed. */
export interface RequestFacts {
  readonly requestId: string;
  /** The client's address as the front saw it; behind a trusted proxy, as the proxy says. */
  readonly address: string;
  readonly userAgent: string;
  /** True when the client's side of the connection is encrypted. */
  readonly isSecure: boolean;
  readonly locale: Locale;
  /** Where a reader of a stream resumes; null for a new one. */
  readonly lastEventId: string | null;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

/** Sets or clears the session cookie of the answer. */
export interface SessionCookie {
  set(token: string, expiresAt: Date): void;
  clear(): void;
}

/**
 * Keeps the answer of a call under its `Idempotency-Key`, in the transaction that does what the answer tells of: a
 * repetition gets it, whenever this process dies. Without a key it does nothing. A refusal says that another request
 * under the key was made instead; the transaction returns it, and so changes nothing.
 */
export type KeepAnswer = (unit: Pick<UnitOfWork, "idempotency">, answer: unknown) => Promise<Refusal | null>;

/** What a call without a key keeps. */
export const keepNothing: KeepAnswer = async () => null;

/** A parsed call of somebody who may make it. */
export interface Call<P, Q, B> {
  readonly context: WebContext;
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly facts: RequestFacts;
  readonly cookie: SessionCookie;
  readonly keep: KeepAnswer;
}

/** A parsed call that anybody may make. */
export type PublicCall<P, Q, B> = Omit<Call<P, Q, B>, "caller" | "keep">;
