import type { Database } from "@primacy/db";
import type { Caller } from "./caller";

/** True while the session or token behind a caller holds: for answers that stay open after it was checked. */
export async function isStillValid(database: Database, caller: Caller): Promise<boolean> {
  if (caller.sessionId !== null) return (await database.sessions.find(caller.sessionId)) !== null;
  const found = await database.tokens.find(caller.principal.id);
  if (found === null || found.token.revokedAt !== null) return false;
  if (Date.parse(found.token.expiresAt) <= Date.now()) return false;
  return (await database.users.find(found.userId))?.isDisabled === false;
}
