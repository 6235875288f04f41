import { type HostCondition, type Message, message, type ServerReach, withPort } from "@primacy/contract";
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
  const { reach, error, serverUuid } = sight.status.mysql;
  if (reach === "unconfigured") return reachOf(asked);
  if (reach !== "down")
    return serverUuid === null || serverUuid === member.serverUuid ? "answers" : "unknown";
  return readServerError(error ?? "")?.kind === "nothing_listens" ? "down" : "silent";
}

/** True for a server of which it is proved that it serves nobody now. */
export function isLost(reach: ServerReach | undefined): reach is "down" | "silent" {
  return reach === "down" || reach === "silent";
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
  if (asked.isAnswering) return "answers";
  return asked.isRefused === true ? "down" : "silent";
}
