import type { IncidentCause } from "@primacy/contract";
import type { IncidentSightings } from "./find-marks";
import type { OpenIncident } from "./incident-course";

/** A member that leaves by itself is out at once; one that is missed, only after its silence. Part of that silence tells them apart. */
const earlyShare = 0.6;

/**
 * Why the primary was lost, by the strongest evidence that there is: a host that nobody hears before its server, a server that is gone
 * before one that is out of its group.
 */
export function findCause(
  { kind, evidence, primary, now }: OpenIncident,
  { suspected, expelled }: Pick<IncidentSightings, "suspected" | "expelled">,
  noticedMs: number,
): IncidentCause {
  if (kind === "address") return "address_lost";
  const { reaches, conditions, states, staysIn, lacksMajority } = evidence;
  const isMissed = suspected !== null || (expelled !== null && expelled.atMs >= noticedMs * earlyShare);
  if (conditions.includes("host_dead")) return "host_silent";
  if (reaches.includes("down")) {
    if (isMissed) return "server_killed";
    return expelled === null ? "server_gone" : "server_stopped";
  }
  if (conditions.includes("database_dead") && reaches.includes("silent")) return "server_hung";
  // A member goes to ERROR, too, where it leaves by itself, as when its applier fails.
  if (states.includes("ERROR")) return suspected === null ? "left_error" : "expelled";
  if (reaches.includes("answers") || reaches.includes("outside")) {
    if (suspected !== null) return "expelled";
    if (reaches.includes("outside")) return "left";
  }
  if (lacksMajority) return "no_majority";
  const isOther = now.primaryMemberId !== null && now.primaryMemberId !== primary.memberId;
  return staysIn && isOther ? "ordered_elsewhere" : "unknown";
}
