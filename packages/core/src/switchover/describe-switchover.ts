import { type Message, message, type OperationState, type SwitchoverResult } from "@primacy/contract";

/** How a switchover can end. */
export type SwitchoverOutcome = Extract<OperationState, "succeeded" | "failed" | "undone" | "cancelled">;

/**
 * One sentence for the cluster's history: from which member to which, and the time where it is known. `result` is null
 * where the group was not ordered, or did not obey; then only `toName` says what was wanted.
 */
export function describeSwitchover(
  outcome: SwitchoverOutcome,
  result: SwitchoverResult | null,
  toName: string,
): Message {
  if (result === null) return message("event.switchover_to", { to: toName, outcome });
  const { fromName: from, toName: to, primaryAfterMs, heldAfterMs } = result;
  if (outcome !== "succeeded") return message("event.switchover_from_to", { from, to, outcome });
  if (primaryAfterMs === null) return message("event.switchover_untimed", { from, to });
  if (heldAfterMs === null) return message("event.switchover", { from, to, primaryAfterMs });
  return message("event.switchover_followed", { from, to, primaryAfterMs, heldAfterMs });
}
