import type { Principal, User } from "@primacy/contract";
import { type Database, type SessionLimits, systemActor } from "@primacy/db";
import { findSessionToken } from "../http/cookie";
import type { Caller } from "./caller";

/** A session ends after this long without use. */
export const sessionTtlSeconds = 7 * 86_400;
/** When a session ends by itself. */
const sessionLimits: SessionLimits = { ttlSeconds: sessionTtlSeconds, maxAgeSeconds: 30 * 86_400 };

/** Who sends a request. `renewed` asks for the cookie to be set again, because the session was prolonged. */
export interface Authentication {
  readonly caller: Caller | null;
  readonly renewed: { readonly token: string; readonly expiresAt: Date } | null;
}

const nobody: Authentication = { caller: null, renewed: null };
const system = systemActor("web");

/**
 * Finds out who sends a request: by `Authorization: Bearer`, which alone counts where it is sent, else by the session
 * cookie. Somebody whose credentials do not hold is nobody. Throws `DatabaseError`.
 */
export async function authenticate(
  database: Database,
  headers: Headers,
  isSecure: boolean,
): Promise<Authentication> {
  const authorization = headers.get("authorization");
  if (authorization !== null) return byToken(database, /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? null);
  const token = findSessionToken(headers.get("cookie"), isSecure);
  return token === null ? nobody : bySession(database, token);
}

async function byToken(database: Database, secret: string | null): Promise<Authentication> {
  const found = secret === null ? null : await database.tokens.findBySecret(secret);
  if (found === null) return nobody;
  const { token, user, role } = found;
  if (found.isUseDue) await database.transact(system, (unit) => unit.tokens.recordUse(token.id));
  const { locale, theme } = user;
  const principal: Principal = { kind: "token", id: token.id, name: token.name, role, locale, theme };
  return { caller: { principal, userId: user.id, sessionId: null }, renewed: null };
}

async function bySession(database: Database, token: string): Promise<Authentication> {
  const found = await database.sessions.findByToken(token);
  if (found === null) return nobody;
  const { session, user } = found;
  const caller: Caller = { principal: toPrincipal(user), userId: user.id, sessionId: session.id };
  if (!found.isTouchDue) return { caller, renewed: null };
  const expiresAt = await database.transact(system, (unit) => unit.sessions.touch(session.id, sessionLimits));
  return expiresAt === null ? nobody : { caller, renewed: { token, expiresAt } };
}

/** When a session that starts now ends without further use. */
export function sessionExpiry(): Date {
  return new Date(Date.now() + sessionTtlSeconds * 1_000);
}

/** A person as the principal of a session. */
export function toPrincipal({ id, name, role, locale, theme }: User): Principal {
  return { kind: "session", id, name, role, locale, theme };
}
