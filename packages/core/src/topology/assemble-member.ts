import {
  type Message,
  type MessageParams,
  message,
  type RoleSince,
  type Tone,
  type Topology,
  type TopologyMember,
} from "@primacy/contract";
import { isInGroup, type JudgedMember } from "../cluster/judge-group";
import { listDiffering, tellDiffering } from "./differing-views";
import { type GroupState, memberSight } from "./group-state";
import { compareNames, memberName } from "./names";
import { noteRole } from "./role-since";
import { isLost, judgeServer, type ServerWitness } from "./server-reach";
import { type KnownMember, staleAfterMs, type TopologySnapshot } from "./snapshot";

/** What a member's part of the picture is made from; `before` is the picture before it. */
export interface MemberScene {
  readonly snapshot: TopologySnapshot;
  readonly group: GroupState;
  readonly before: Pick<Topology, "hosts" | "observedAt"> | null;
}

/** One member: what its group believes of it and on whose word, and what is proved of its server. */
export function assembleMember(
  { snapshot, group, before }: MemberScene,
  member: KnownMember,
  witness: ServerWitness,
): TopologyMember {
  const judged = group.judged.members.find((one) => one.serverUuid === member.serverUuid) ?? null;
  const own = memberSight(snapshot, member.memberId);
  const mysql = own !== null && own.status.mysql.reach === "up" ? own.status.mysql : null;
  const asked = snapshot.servers.find((one) => one.memberId === member.memberId);
  const earlier = findEarlier(before, member);
  const server = judgeServer(snapshot, member, witness);
  const differing = listDiffering(snapshot, group, member, earlier);
  // Every view speaks of every member, be it by leaving it out.
  const ages = group.views.map((one) => one.ageMs);
  const ageMs = ages.length === 0 ? null : Math.min(...ages);
  const isStale = ageMs === null || ageMs > staleAfterMs;
  const [state, role] = [judged?.state ?? null, judged?.role ?? null];
  return {
    memberId: member.memberId,
    serverUuid: member.serverUuid,
    address: member.address,
    port: member.port,
    role,
    state,
    saidBy: [...namesOf(snapshot, judged?.saidBy ?? listOthers(group))].sort(compareNames),
    server,
    lostSince: isLost(server) ? (earlier?.lostSince ?? snapshot.observedAt) : null,
    roleSince: roleSince(snapshot, isStale ? null : role, before, earlier),
    version: mysql?.version ?? judged?.version ?? asked?.version ?? null,
    isReadOnly: mysql?.isSuperReadOnly ?? asked?.isSuperReadOnly ?? null,
    certifyQueue: mysql?.certifyQueue ?? null,
    applyQueue: mysql?.applyQueue ?? null,
    appliedLagMs: mysql?.appliedLagMs ?? null,
    disagreements: [...tellDiffering(snapshot, member, differing)],
    differing: [...differing],
    ageMs,
    isStale,
    tone: memberTone(state, server, group),
  };
}

/** True for a member that its group still counts on, though its server is proved to serve nobody. */
export function isContested({ state, server }: Pick<TopologyMember, "state" | "server">): boolean {
  return isLost(server) && isServing(state);
}

/** The belief that the evidence is against, in sentences; none where there is nothing to set right. */
export function tellContested(member: TopologyMember, subject: string): readonly Message[] {
  const { state, role, server, saidBy } = member;
  if (!isContested(member) || state === null || saidBy.length === 0) return [];
  const params: MessageParams = { observers: saidBy.join(", "), subject, state, role: role ?? "-" };
  return [
    ...(server === "outside" ? [message("topology.server_outside", { subject })] : []),
    message("topology.still_said", params),
  ];
}

function isServing(state: JudgedMember["state"]): boolean {
  return state === "ONLINE" || state === "RECOVERING";
}

function findEarlier(before: MemberScene["before"], { memberId }: KnownMember): TopologyMember | null {
  const members = before?.hosts.flatMap((host) => host.members) ?? [];
  return members.find((one) => one.memberId === memberId) ?? null;
}

/** Whose views speak of a member by leaving it out: it is in none of them. */
function listOthers({ views }: GroupState): readonly string[] {
  return views.flatMap(({ view }) => (isInGroup(view) ? [view.observer] : []));
}

function namesOf(snapshot: TopologySnapshot, uuids: readonly string[]): readonly string[] {
  return uuids.map((uuid) => {
    const witness = snapshot.members.find((one) => one.serverUuid === uuid);
    return witness === undefined ? uuid : memberName(snapshot, witness);
  });
}

/** What the member before it said was as old then as it says. */
function roleSince(
  { observedAt }: TopologySnapshot,
  role: TopologyMember["role"],
  before: MemberScene["before"],
  earlier: TopologyMember | null,
): RoleSince | null {
  const heardAtMs =
    before === null || earlier === null || earlier.ageMs === null
      ? null
      : Date.parse(before.observedAt) - earlier.ageMs;
  return noteRole({
    known: earlier?.roleSince ?? null,
    role,
    at: observedAt,
    lastHeardAt: heardAtMs === null ? null : new Date(heardAtMs).toISOString(),
  });
}

/** What a group believes of a server that is lost is no good news, and what it cannot know yet is no failure of its own. */
function memberTone(
  state: TopologyMember["state"],
  server: TopologyMember["server"],
  group: GroupState,
): Tone {
  if (group.views.length === 0 || group.isStale) return "unknown";
  if (isContested({ state, server })) return "warning";
  if (state === "ONLINE") return "ok";
  return state === "RECOVERING" ? "busy" : "failed";
}
