import { isVoter, type JudgedGroup } from "../cluster/judge-group";

/** Where the group reaches those of its voters that are not among `registered` (server UUIDs), as `host:port`. */
export function listUnregistered(group: JudgedGroup, registered: readonly string[]): readonly string[] {
  return group.members
    .filter((member) => isVoter(member.state) && !registered.includes(member.serverUuid))
    .map(({ host, port }) => `${host}:${port}`);
}
