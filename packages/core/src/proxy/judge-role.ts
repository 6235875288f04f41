import { type Message, message } from "@primacy/contract";
import type { MysqlStatus } from "@primacy/contract/agent";

/** What a proxy asks of a server: may clients write there, or read there? */
export type AskedRole = "primary" | "secondary";

/** The status is read once a second, and a read may take another: what is older is not known to be so any more. */
const freshMs = 3_000;

/**
 * Why a server has not the role that a proxy asks for; null where it has. A server that is cut off from the others of its
 * group believes itself to be what it was: it has no role while most of them do not answer it.
 */
export function findRoleReason(asked: AskedRole, status: MysqlStatus, nowMs: number): Message | null {
  if (status.reach !== "up") return message("role_check.unreachable");
  if (nowMs - status.observedMonotonicMs > freshMs) return message("role_check.stale");
  const { memberState, memberRole } = status;
  if (memberState !== "ONLINE") return message("role_check.state", { state: memberState ?? "unknown" });
  if (status.isOfflineMode !== false) return message("role_check.offline_mode");
  const silent = status.members.filter(({ state }) => state === "UNREACHABLE").length;
  if (2 * silent >= status.members.length) return message("role_check.no_majority");
  if (memberRole !== asked.toUpperCase())
    return message("role_check.role", { role: memberRole ?? "unknown" });
  if (asked === "secondary") return null;
  if (status.isSinglePrimary !== true) return message("role_check.multi_primary");
  return status.isSuperReadOnly === false ? null : message("role_check.read_only");
}
