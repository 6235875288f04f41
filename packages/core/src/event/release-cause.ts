import { type Message, messageWith, type Tone } from "@primacy/contract";
import type { AgentSight } from "../topology/snapshot";
import type { ComparedTopology } from "./diff";
import type { EventDraft } from "./draft";

/** Somebody wanted the address off this host, or the server stopped. */
const ordered = new Set([
  "reason.operator_release",
  "reason.maintenance",
  "reason.paused",
  "reason.reconfigured",
  "reason.shutdown",
  "reason.stopping",
]);

/** The right to the address went to another host. So it does too when this one's server fails: then it is not ONLINE. */
const movedAway = new Set([
  "reason.not_primary",
  "reason.not_writable",
  "reason.not_assigned",
  "reason.peer_primary",
  "reason.peer_assigned",
]);

/**
 * The events with what the agents say of why they let go: what was wanted is good news, and all else a warning, also where
 * nobody says why.
 */
export function explainReleases(
  events: readonly EventDraft[],
  next: ComparedTopology,
  agents: readonly AgentSight[],
): readonly EventDraft[] {
  return events.map((event) => {
    if (event.kind !== "vip_released") return event;
    const vip = next.vips.find((one) => one.vipId === event.vipId);
    if (vip?.isEnabled === false) return { ...event, tone: "ok" as const };
    const reason = findReason(event, agents);
    if (reason === null) return { ...event, tone: "warning" as const };
    const code =
      vip?.kind === "read" ? ("event.read_vip_released_why" as const) : ("event.vip_released_why" as const);
    return {
      ...event,
      tone: toneOf(reason, event.hostId, next),
      message: messageWith(code, event.message.params, { reason }),
      detail: { ...event.detail, reason },
    };
  });
}

/** Why its agent began to let go; null where it does not say: it holds on, or was only just started. */
function findReason({ hostId, vipId }: EventDraft, agents: readonly AgentSight[]): Message | null {
  const vips = agents.find((one) => one.hostId === hostId)?.status.vips;
  const vip = vips?.find((one) => one.vipId === vipId);
  // An address that somebody took off the host is put back, and was never let go.
  if (vip === undefined || vip.state === "HOLDING") return null;
  return vip.transitions.findLast((one) => one.to === "RELEASING")?.reason ?? null;
}

function toneOf(reason: Message, hostId: string | null, { hosts }: ComparedTopology): Tone {
  if (ordered.has(reason.code)) return "ok";
  if (!movedAway.has(reason.code)) return "warning";
  const host = hosts.find((one) => one.hostId === hostId);
  const isWell = host?.condition === "ok" && host.members.every((one) => one.state === "ONLINE");
  const saidState = reason.params.state ?? "ONLINE";
  return isWell && saidState === "ONLINE" ? "ok" : "warning";
}
