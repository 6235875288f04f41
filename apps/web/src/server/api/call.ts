import type { Locale } from "@primacy/contract";
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

/** A parsed call of somebody who may make it. */
export interface Call<P, Q, B> {
  readonly context: WebContext;
  readonly caller: Caller;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly facts: RequestFacts;
  readonly cookie: SessionCookie;
}

/** A parsed call that anybody may make. */
export type PublicCall<P, Q, B> = Omit<Call<P, Q, B>, "caller">;
