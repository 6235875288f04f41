import type { Host } from "@primacy/contract";
import type { HostRun } from "./use-host-runs";

/** What changes an agent that runs, or ends something, and so asks first. */
export const confirmedHostActions = ["upgrade", "repair", "remove", "delete"] as const;
export type ConfirmedHostAction = (typeof confirmedHostActions)[number];

/** Everything that can be done to a host. */
export type HostAction = HostRun | "edit" | ConfirmedHostAction;

/** True for what is begun at once, without a dialog. */
export function isHostRun(action: HostAction): action is HostRun {
  return action === "test" || action === "install" || action === "forget";
}

/** What makes sense for a host as it is, the dangerous last. */
export function listHostActions({
  agentState,
  hasCredential,
}: Pick<Host, "agentState" | "hasCredential">): readonly HostAction[] {
  const hasAgent = agentState !== "none";
  return [
    "test",
    "edit",
    ...(hasAgent ? (["upgrade", "repair"] as const) : (["install"] as const)),
    ...(hasCredential ? (["forget"] as const) : []),
    hasAgent ? "remove" : "delete",
  ];
}
