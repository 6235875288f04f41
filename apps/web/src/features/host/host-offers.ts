import type { Host } from "@primacy/contract";
import type { HostRun } from "./use-host-runs";

/** Everything that can be done to a host; `edit`, `remove` and `delete` ask first. */
export type HostAction = HostRun | "edit" | "remove" | "delete";

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
