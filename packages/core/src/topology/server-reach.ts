import { type HostCondition, type Message, message, type ServerReach, withPort } from "@primacy/contract";
import type { GroupView } from "../cluster/group-view";
import { freshSight } from "./fresh-sight";
import { readServerError } from "./read-server-error";
import { hearsayMaxAgeMs, type KnownMember, type ServerSight, type TopologySnapshot } from "./snapshot";

/** What was heard of a member's host. */
export interface ServerWitness {
  readonly condition: HostCondition;
  /** Whether the console reaches the host at all: its SSH port answers. */
  readonly isSshReachable: boolean | null;
}

/**
 * What is proved of a member's server, whatever its group believes of it. Its own agent is asked first. Where that is silent,
 * the console's own question counts: a refusal in any case, silence only where the host answers the console otherwise, or
 * else it is as well the console that is cut off. On a host that is gone no server answers anybody.
 */
export function judgeServer(
  snapshot: TopologySnapshot,
  member: KnownMember,
  { condition, isSshReachable }: ServerWitness,
): ServerReach {
  const sight = member.hostId === null ? null : freshSight(snapshot, member.hostId);
  const asked = findAsked(snapshot, member);
  if (sight === null) {
    if (condition === "host_dead") return "silent";
    return asked?.isAnswering === false && asked.isRefused !== true && isSshReachable !== true
      ? "unknown"
      : reachOf(asked);
  }
  const { reach, error, serverUuid, memberState } = sight.status.mysql;
  if (reach === "unconfigured") return reachOf(asked);
  if (reach !== "down") {
    const isItself = serverUuid === null || serverUuid === member.serverUuid;
    return isItself ? answering(memberState) : "unknown";
  }
  return error !== null && readServerError(error)?.kind === "nothing_listens" ? "down" : "silent";
}

/** True for a server of which it is proved that it does nothing for its group now. */
export function isLost(reach: ServerReach | undefined): reach is "outside" | "down" | "silent" {
  return reach === "outside" || isMute(reach);
}

/** True for a server of which it is proved that it answers nobody now. */
export function isMute(reach: ServerReach | undefined): reach is "down" | "silent" {
  return reach === "down" || reach === "silent";
}

/** What a server says of itself is no hearsay: that one that was started again is out of its group, that learns last. */
function answering(ownState: string | null): ServerReach {
  return ownState === "OFFLINE" || ownState === "ERROR" ? "outside" : "answers";
}

/** What the console itself was told by a member's server lately; null: it did not ask. */
export function findAsked(
  { servers, nowMs }: Pick<TopologySnapshot, "servers" | "nowMs">,
  { memberId }: KnownMember,
): ServerSight | null {
  const asked = servers.find((one) => one.memberId === memberId);
  return asked !== undefined && nowMs - asked.askedAtMs <= 2 * hearsayMaxAgeMs ? asked : null;
}

/** The console's own question as evidence. */
export function tellAsked({ isAnswering, isRefused }: ServerSight, { address, port }: KnownMember): Message {
  if (isAnswering) return message("topology.database_answers_console");
  return isRefused === true
    ? message("topology.database_refuses_console", { place: withPort(address, port) })
    : message("topology.database_down_console");
}

function reachOf(asked: ServerSight | null): ServerReach {
  if (asked === null) return "unknown";
  if (asked.isAnswering) return answering(ownStateOf(asked.view));
  return asked.isRefused === true ? "down" : "silent";
}

function ownStateOf(view: GroupView | null): string | null {
  return view?.members.find((row) => row.serverUuid === view.observer)?.state ?? null;
}
