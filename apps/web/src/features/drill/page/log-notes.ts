import type { DrillErrorLog } from "@primacy/contract";

/** Which text tells of a log that could not be read when it was asked last. Where a drill does not say whether it was read before, lines say so. */
export function unreadTextOf({
  lines,
  wasRead = lines.length > 0,
}: Pick<DrillErrorLog, "lines" | "wasRead">): "unread" | "unreadLater" {
  return wasRead ? "unreadLater" : "unread";
}

/** Whether it is known that no server wrote anything: each was read to the end, and none has a line. */
export function isNothingLogged(logs: readonly DrillErrorLog[]): boolean {
  return logs.every(({ lines, notRead }) => notRead === null && lines.length === 0);
}
