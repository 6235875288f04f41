import type { HostActionRecord } from "@primacy/contract/agent";

/**
 * What becomes of an edit that is to stay, by the record of its host (null: it has none) and by whether this operation edited there.
 * `lost`: its host has taken it back, such as at its deadline, is at it, or knows nothing of it.
 */
export function judgeKeeping(
  record: Pick<HostActionRecord, "state"> | null,
  wasEdited: boolean,
): "keep" | "done" | "nothing" | "lost" {
  if (record === null) return wasEdited ? "lost" : "nothing";
  if (record.state === "acted") return "keep";
  return record.state === "kept" ? "done" : "lost";
}
