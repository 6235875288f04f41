import { randomUUID } from "node:crypto";
import type { Locale } from "@primacy/contract";
import { parseFacts } from "../front/client-facts";
import { frontShared } from "../front/shared";
import { findCookie } from "../http/cookie";
import { findAcceptedLocale, findCookieLocale, localeCookieName } from "../http/language";

/** What a request's headers say about who sends it. */
export interface HeaderFacts {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly isSecure: boolean;
  readonly isForwarded: boolean;
  /** What the reader chose in this browser or asks for; null where nothing says it. */
  readonly locale: Locale | null;
  /** Where a reader of a stream resumes; null for a new one. */
  readonly lastEventId: string | null;
}

const maxUserAgentLength = 200;

/** Reads the facts of a request or a page view. A request id that a client sends is kept where it is well-formed. */
export function readHeaderFacts(headers: Headers): HeaderFacts {
  const factsHeader = frontShared().factsHeader;
  const { address, isSecure, isForwarded } = parseFacts(
    factsHeader === null ? null : headers.get(factsHeader.name),
  );
  const sentId = headers.get("x-request-id") ?? "";
  return {
    requestId: /^[\w.-]{8,64}$/.test(sentId) ? sentId : randomUUID(),
    address,
    userAgent: (headers.get("user-agent") ?? "").slice(0, maxUserAgentLength),
    isSecure,
    isForwarded,
    locale:
      findCookieLocale(findCookie(headers.get("cookie"), localeCookieName)) ??
      findAcceptedLocale(headers.get("accept-language")),
    lastEventId: headers.get("last-event-id")?.slice(0, 64) ?? null,
  };
}
