import type { MemberRole, RoleSince } from "@primacy/contract";

/** What decides since when a member has had its role. Instants are by the console's clock. */
export interface RoleNote {
  /** What was known before. */
  readonly known: RoleSince | null;
  /** The role that it has now; null where it has none, or nobody tells. */
  readonly role: MemberRole | null;
  readonly at: string;
  /** When something was last heard of it before; null: never. */
  readonly lastHeardAt: string | null;
}

/**
 * Since when a member has had its role. A member that is out of its group keeps what it was last seen to be: coming back as
 * the same is no change. What it was when it was first seen, it may have been for long: no moment is made up for that.
 */
export function noteRole({ known, role, at, lastHeardAt }: RoleNote): RoleSince | null {
  if (role === null || known?.role === role) return known;
  return known === null ? { role, at: null, after: null } : { role, at, after: lastHeardAt };
}
