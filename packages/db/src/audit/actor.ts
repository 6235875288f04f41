import type { AuditEntry } from "@primacy/contract";

/** Who makes a change, and through which request: a person's session, a token, a command on the server, or Primacy itself. */
export interface Actor {
  readonly kind: AuditEntry["actorKind"];
  /** The user's id for a session, the token's for a token. */
  readonly id: string | null;
  readonly name: string;
  readonly requestId: string | null;
  readonly address: string | null;
}

/** Primacy itself, such as a worker that records progress. Its changes need no audit entry. */
export function systemActor(name: string): Actor {
  return { kind: "system", id: null, name, requestId: null, address: null };
}
