import type { EndpointServer, TopologyMember } from "@primacy/contract";
import type { ListedEndpoint } from "./list-endpoints";

/** What is wrong about the server that an endpoint leads to. */
export type WrongServer = "stranger" | "other_member" | "away" | "secondary" | "read_only";

type Judged = Pick<EndpointServer, "memberId" | "role" | "isReadOnly" | "isAway">;

/**
 * Finds what is wrong about a server for what clients come for; null where nothing is. Writes need a server that takes them and
 * that the group does not call a secondary; reads are well served by any member that is ONLINE. A member's own address leads to it
 * in any state.
 */
export function findWrong(
  { ref, purpose }: Pick<ListedEndpoint, "ref" | "purpose">,
  { memberId, role, isReadOnly, isAway }: Judged,
): WrongServer | null {
  if (memberId === null) return "stranger";
  if (ref.kind === "member" && ref.memberId !== memberId) return "other_member";
  if (purpose === "write" && role === "SECONDARY") return "secondary";
  if (purpose === "write" && isReadOnly) return "read_only";
  return isAway && ref.kind !== "member" ? "away" : null;
}

/** True for a member of which its group says now that it is not ONLINE: one that it has expelled may still answer, with old data. */
export function isAway({
  state,
  server,
  isStale,
}: Pick<TopologyMember, "state" | "server" | "isStale">): boolean {
  return !isStale && (server === "outside" || (state !== null && state !== "ONLINE"));
}

/** True for a server that serves what clients come for. */
export function isRightServer(endpoint: Pick<ListedEndpoint, "ref" | "purpose">, server: Judged): boolean {
  return findWrong(endpoint, server) === null;
}
