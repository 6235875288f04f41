import type { EndpointLook } from "@primacy/contract";
import { type SeatedMember, takesTurns } from "./keep-look";
import type { ListedEndpoint } from "./list-endpoints";

/**
 * The members by how likely each answers next at an endpoint, the likeliest first. Where connections take turns, it is the turn of
 * whoever answered longest ago, of the secondaries before the primary; elsewhere it is whoever answered last, or the primary.
 */
export function orderMembers<M extends Pick<SeatedMember, "memberId" | "role">>(
  endpoint: ListedEndpoint,
  members: readonly M[],
  before: Pick<EndpointLook, "servers"> | null,
): readonly M[] {
  const { ref } = endpoint;
  if (ref.kind === "member") return members.filter(({ memberId }) => memberId === ref.memberId);
  const servers = before?.servers ?? [];
  const rank = ({ memberId, role }: M): number => {
    const seen = servers.findIndex((one) => one.memberId === memberId);
    const isPrimary = role === "PRIMARY";
    if (takesTurns(endpoint)) return isPrimary ? 0 : seen === -1 ? -servers.length - 1 : -seen - 1;
    return seen === 0 ? 0 : isPrimary ? 1 : 2;
  };
  return members.toSorted((one, other) => rank(one) - rank(other));
}
