import type { Principal } from "@primacy/contract";
import type { Actor } from "@primacy/db";

/** Somebody who has proved who they are, by a session or by an API token. */
export interface Caller {
  readonly principal: Principal;
  /** The user behind the session or the token. */
  readonly userId: string;
  /** The browser's session; null for a token. */
  readonly sessionId: string | null;
}

/** The caller as the audit log names it. */
export function toActor(caller: Caller, request: { requestId: string; address: string }): Actor {
  const { kind, id, name } = caller.principal;
  return { kind, id, name, requestId: request.requestId, address: request.address };
}
