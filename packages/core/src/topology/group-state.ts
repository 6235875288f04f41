import type { GroupView } from "../cluster/group-view";
import { type JudgedGroup, judgeGroup } from "../cluster/judge-group";
import { freshSight } from "./fresh-sight";
import { type AgentSight, staleAfterMs, type TopologySnapshot } from "./snapshot";

/** The view of one server with its age. */
export interface AgedView {
  readonly memberId: string;
  readonly view: GroupView;
  readonly ageMs: number;
}

/** The group as judged, from which views, and whether those are too old to count as the present. */
export interface GroupState {
  readonly judged: JudgedGroup;
  readonly views: readonly AgedView[];
  readonly isStale: boolean;
}

/**
 * Judges the group from the newest views: those of agents, and the watcher's own for members whose agent says
 * nothing. Only where nothing fresh exists do old views count, and then the state is stale.
 */
export function judgeState(snapshot: TopologySnapshot): GroupState {
  const all = snapshot.members.flatMap((member) => {
    const candidates = [agentView(snapshot, member.memberId), serverView(snapshot, member.memberId)];
    const views = candidates.flatMap((one) => (one === null ? [] : [one]));
    return views.sort((a, b) => a.ageMs - b.ageMs).slice(0, 1);
  });
  const fresh = all.filter((one) => one.ageMs <= staleAfterMs);
  const views = fresh.length > 0 ? fresh : all;
  return {
    judged: judgeGroup(views.map((one) => one.view)),
    views,
    isStale: fresh.length === 0,
  };
}

/** How old the database facts of a frame are now. */
export function databaseAgeMs(snapshot: TopologySnapshot, sight: AgentSight): number {
  const { clock, mysql } = sight.status;
  return Math.max(0, snapshot.nowMs - sight.receivedAtMs + clock.monotonicMs - mysql.observedMonotonicMs);
}

function agentView(snapshot: TopologySnapshot, memberId: string): AgedView | null {
  const member = snapshot.members.find((one) => one.memberId === memberId);
  const sight = snapshot.agents.find((one) => one.hostId === member?.hostId);
  if (member === undefined || sight === undefined) return null;
  const { mysql } = sight.status;
  // A server that stopped answering has no view any more; only a silent agent leaves its last one behind.
  const isAnswered = mysql.reach === "up" && mysql.serverUuid === member.serverUuid;
  if (!isAnswered || mysql.members.length === 0) return null;
  const ageMs = databaseAgeMs(snapshot, sight);
  return {
    memberId,
    ageMs,
    view: {
      observer: member.serverUuid,
      isSinglePrimary: mysql.isSinglePrimary,
      members: mysql.members,
      confirmedAtMs: snapshot.nowMs - ageMs,
      claimsPrimarySinceMs: sight.claimsPrimarySinceMs,
    },
  };
}

function serverView(snapshot: TopologySnapshot, memberId: string): AgedView | null {
  const server = snapshot.servers.find((one) => one.memberId === memberId);
  if (server === undefined || server.view === null) return null;
  const view = { ...server.view, confirmedAtMs: server.askedAtMs };
  return { memberId, view, ageMs: snapshot.nowMs - server.askedAtMs };
}

/** The frame of the agent beside a member, if it is fresh and speaks of that member's server. */
export function memberSight(snapshot: TopologySnapshot, memberId: string): AgentSight | null {
  const member = snapshot.members.find((one) => one.memberId === memberId);
  if (member === undefined || member.hostId === null) return null;
  const sight = freshSight(snapshot, member.hostId);
  return sight?.status.mysql.serverUuid === member.serverUuid ? sight : null;
}
