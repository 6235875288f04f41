import type { MemberState } from "@primacy/contract";

/** The codes under which Group Replication logs by which way a member gets its data, at first and after a way that failed. */
export const transferLogCodes = ["MY-013471", "MY-013472"] as const;

/** Whether a member's data is being replaced by a donor's just now, as far as can be known. */
export type CloneSign = "cloning" | "not_cloning" | "unknown";

/**
 * `cloning` where a member recovers and the last line that it logged under `transferLogCodes` says that it is cloned. After
 * the clone its server restarts and logs another way. `unknown` where it could be cloned and no such line is to be had
 * (null): the log may not be read, or has not got it yet.
 */
export function judgeCloning(
  state: MemberState | null,
  server: { readonly hasClone: boolean; readonly lastTransferLine: string | null },
): CloneSign {
  if (state !== "RECOVERING" || !server.hasClone) return "not_cloning";
  if (server.lastTransferLine === null) return "unknown";
  return /:\s*clon/i.test(server.lastTransferLine) ? "cloning" : "not_cloning";
}

/**
 * What becomes of a member whose start is taken back. One that is ONLINE is left: the group may need it by now. One that is
 * being cloned, or may be, is left, because stopped it would have no data at all.
 */
export function decideUndo(member: {
  readonly state: MemberState | null;
  readonly cloning: CloneSign;
}): "stop" | "leave_online" | "leave_cloning" | "leave_unknown" {
  if (member.state === "ONLINE") return "leave_online";
  if (member.cloning === "not_cloning") return "stop";
  return member.cloning === "cloning" ? "leave_cloning" : "leave_unknown";
}

/**
 * How a start ends that finds its member in the group. The first attempt found it so, and did nothing. A later one cannot
 * know whether the attempt before had started it: it counts as done, so that what is recorded of it can be taken back.
 */
export function startOutcomeInGroup(attempt: number): "done" | "skipped" {
  return attempt > 1 ? "done" : "skipped";
}
