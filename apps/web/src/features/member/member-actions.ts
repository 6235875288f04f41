import type { MemberAction, MemberState, Topology, TopologyHost, TopologyMember } from "@primacy/contract";
import { isLost } from "@primacy/core/topology";

/** Why an action on a member is not offered, as the picture has it; the console asks the servers before it acts. */
export type MemberHindrance =
  | "databaseDead"
  | "inGroup"
  | "unreachable"
  | "stopped"
  | "noMajority"
  | "lastMajority";

/** A member in the picture, with what decides on the actions on it. */
export interface PicturedMember {
  readonly topology: Pick<Topology, "hasMajority"> & {
    readonly hosts: readonly { readonly members: readonly Pick<TopologyMember, "state" | "server">[] }[];
  };
  readonly host: Pick<TopologyHost, "condition">;
  readonly member: Pick<TopologyMember, "state" | "isStale">;
}

/** Why an action makes no sense now; null where it may, or where the picture is too old to say. */
export function findHindrance(
  action: MemberAction,
  { topology, host, member }: PicturedMember,
): MemberHindrance | null {
  if (host.condition === "database_dead") return "databaseDead";
  if (member.isStale) return null;
  const { state } = member;
  if (action === "stop") {
    if (state === "OFFLINE") return "stopped";
    return state === "ONLINE" && isLastMajority(topology) ? "lastMajority" : null;
  }
  if (state === "ONLINE" || state === "RECOVERING") return "inGroup";
  if (state === "UNREACHABLE") return "unreachable";
  return topology.hasMajority === false ? "noMajority" : null;
}

/** True where one online member less is no majority of the cluster's members; who recovers votes as well, who is lost does not. */
function isLastMajority({ hosts }: PicturedMember["topology"]): boolean {
  const members = hosts.flatMap((host) => host.members);
  const isIn = (state: MemberState | null): boolean => state === "ONLINE" || state === "RECOVERING";
  const present = members.filter(({ state, server }) => isIn(state) && !isLost(server)).length;
  return (present - 1) * 2 <= members.length;
}
