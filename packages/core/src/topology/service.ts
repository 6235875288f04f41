import { type TopologyHost, type TopologyMember, withPort } from "@primacy/contract";
import { isPresent, isVoter } from "../cluster/judge-group";
import type { GroupState } from "./group-state";
import { compareNames, memberName } from "./names";
import { isLost } from "./server-reach";
import type { TopologySnapshot } from "./snapshot";

/** A primary whose server is proved to do nothing for its group, though the group has no other yet. */
export interface LostPrimary {
  readonly name: string;
  readonly kind: "outside" | "down" | "silent" | "host";
  /** Since when its server has not answered. */
  readonly since: string;
}

/** Whether a cluster does its work: what its group believes, less what the evidence is against. */
export interface Service {
  /** Registered members that are ONLINE and whose server is not lost. */
  readonly online: number;
  readonly total: number;
  readonly isWritable: boolean | null;
  /** The primary that writes go to, by name; null: there is none, or its server is lost. */
  readonly primary: string | null;
  readonly lostPrimary: LostPrimary | null;
  /** The members whose servers are lost, by name, where no majority is left without them; empty: one is. */
  readonly missed: readonly string[];
  /** Of a group that works with a member less: how many more it can lose at once. Null: nothing is missing, or it does not work. */
  readonly tolerated: number | null;
}

/** Judges what clients get from the cluster. */
export function judgeService(
  snapshot: TopologySnapshot,
  { judged, views, isStale }: GroupState,
  hosts: readonly TopologyHost[],
): Service {
  const members = hosts.flatMap((host) => host.members.map((member) => ({ host, member })));
  const isGone = (uuid: string): boolean =>
    members.some(({ member }) => member.serverUuid === uuid && isLost(member.server));
  const online = members.filter(({ member }) => member.state === "ONLINE" && !isLost(member.server)).length;
  const voters = judged.members.filter(({ state }) => isVoter(state));
  const present = voters.filter(({ state, serverUuid }) => isPresent(state) && !isGone(serverUuid));
  const hasMajority = present.length * 2 > voters.length;
  const primary = judged.members.find(({ serverUuid }) => serverUuid === judged.primaryUuid);
  const isPrimaryLost = primary !== undefined && isGone(primary.serverUuid);
  const isServed = judged.isSinglePrimary === false || (primary !== undefined && !isPrimaryLost);
  const isWritable = views.length === 0 || isStale ? null : hasMajority && isServed;
  // A member that recovers is on its way back, and votes already.
  const isMissing = members.some(
    ({ member }) => isLost(member.server) || (member.state !== "ONLINE" && member.state !== "RECOVERING"),
  );
  return {
    online,
    total: members.length,
    isWritable,
    primary: primary === undefined || isPrimaryLost ? null : nameOf(snapshot, primary),
    lostPrimary: isServed ? null : findLostPrimary(members),
    missed: hasMajority
      ? []
      : listMissed(
          voters.map(({ serverUuid }) => serverUuid),
          members,
        ),
    tolerated: isWritable === true && isMissing ? present.length - (Math.floor(voters.length / 2) + 1) : null,
  };
}

interface Placed {
  readonly host: TopologyHost;
  readonly member: TopologyMember;
}

/** The one that the group still takes for its primary, be it as one that it cannot reach. */
function findLostPrimary(members: readonly Placed[]): LostPrimary | null {
  const [found, second] = members.filter(({ member }) => member.role === "PRIMARY" && isLost(member.server));
  const since = found?.member.lostSince ?? null;
  if (found === undefined || second !== undefined || since === null) return null;
  const { host, member } = found;
  const { server } = member;
  if (!isLost(server)) return null;
  return { name: shownName(found), kind: host.condition === "host_dead" ? "host" : server, since };
}

function listMissed(voters: readonly string[], members: readonly Placed[]): readonly string[] {
  return members
    .filter(({ member }) => voters.includes(member.serverUuid) && isLost(member.server))
    .map(shownName)
    .sort(compareNames);
}

function shownName({ host, member }: Placed): string {
  return host.hostId === null ? withPort(member.address, member.port) : host.name;
}

/** A primary may be none of the registered members: it is named by what the group calls it. */
function nameOf(
  snapshot: TopologySnapshot,
  { serverUuid, host, port }: { readonly serverUuid: string; readonly host: string; readonly port: number },
): string {
  const member = snapshot.members.find((one) => one.serverUuid === serverUuid);
  return member === undefined ? withPort(host, port) : memberName(snapshot, member);
}
