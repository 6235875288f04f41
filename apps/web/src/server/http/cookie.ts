/** Names under which the session's token travels: with the prefix, browsers refuse it from other hosts and without TLS. */
const names = { secure: "__Host-primacy_session", plain: "primacy_session" } as const;

/** The name of the session cookie on an encrypted (`isSecure`) or a plain connection. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? names.secure : names.plain;
}

/** The session's token in a `Cookie` header, or null. */
export function findSessionToken(cookieHeader: string | null, isSecure: boolean): string | null {
  return findCookie(cookieHeader, sessionCookieName(isSecure));
}

/** The value of the cookie `name` in a `Cookie` header, or null. */
export function findCookie(cookieHeader: string | null, name: string): string | null {
  for (const part of (cookieHeader ?? "").split(";")) {
    const separator = part.indexOf("=");
    if (separator > 0 && part.slice(0, separator).trim() === name) return part.slice(separator + 1).trim();
  }
  return null;
}

/**
 * A `Set-Cookie` value for the session. `SameSite=Lax`, so that a link from a colleague opens the page signed in;
 * writes are guarded by their origin besides.
 */
export function formatSessionCookie(token: string, expiresAt: Date, isSecure: boolean): string {
  const attributes = ["Path=/", "HttpOnly", "SameSite=Lax", `Expires=${expiresAt.toUTCString()}`];
  if (isSecure) attributes.push("Secure");
  return [`${sessionCookieName(isSecure)}=${token}`, ...attributes].join("; ");
}

/** A `Set-Cookie` value that makes the browser forget the session. */
export function formatClearedCookie(isSecure: boolean): string {
  return formatSessionCookie("", new Date(0), isSecure);
}
