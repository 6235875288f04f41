import { type MemberAction, type Message, message, type OperationState } from "@primacy/contract";

/** One sentence for the cluster's history: what was done with which member, and how it ended. */
export function describeMember(
  action: MemberAction,
  outcome: Extract<OperationState, "succeeded" | "failed" | "undone" | "cancelled">,
  member: string,
): Message {
  return message(`event.member_${action}`, { member, outcome });
}
