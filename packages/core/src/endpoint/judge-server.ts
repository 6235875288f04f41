import type { EndpointServer } from "@primacy/contract";
import type { ListedEndpoint } from "./list-endpoints";

/** What is wrong about the server that an endpoint leads to. */
export type WrongServer = "stranger" | "other_member" | "secondary" | "read_only";

type Judged = Pick<EndpointServer, "memberId" | "role" | "isReadOnly">;

/**
 * Finds what is wrong about a server for what clients come for; null where nothing is. Writes need a server that takes them and
 * that the group does not call a secondary; reads are well served by any member.
 */
export function findWrong(
  { ref, purpose }: Pick<ListedEndpoint, "ref" | "purpose">,
  { memberId, role, isReadOnly }: Judged,
): WrongServer | null {
  if (memberId === null) return "stranger";
  if (ref.kind === "member" && ref.memberId !== memberId) return "other_member";
  if (purpose !== "write") return null;
  if (role === "SECONDARY") return "secondary";
  return isReadOnly ? "read_only" : null;
}

/** True for a server that serves what clients come for. */
export function isRightServer(endpoint: Pick<ListedEndpoint, "ref" | "purpose">, server: Judged): boolean {
  return findWrong(endpoint, server) === null;
}
