import type { Host } from "@primacy/contract";
import type { HostRun } from "./use-host-runs";

/** What changes an agent that runs, gives root something to do, or ends something, and so asks first. */
export const confirmedHostActions = [
  "upgrade",
  "repair",
  "enableOperator",
  "disableOperator",
  "remove",
  "delete",
] as const;
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
  agentVersion,
  hasCredential,
  operator,
}: Pick<Host, "agentState" | "agentVersion" | "hasCredential" | "operator">): readonly HostAction[] {
  const hasAgent = agentState !== "none";
  return [
    "test",
    "edit",
    // Of an installation that was broken off nothing may be there that could be upgraded: it is begun again.
    ...(hasAgent && agentVersion !== null ? (["upgrade", "repair"] as const) : (["install"] as const)),
    ...(hasAgent ? listOperatorActions(operator) : []),
    ...(hasCredential ? (["forget"] as const) : []),
    hasAgent ? "remove" : "delete",
  ];
}

/** Of an agent that does not tell of a host operator, none is known that could be switched. */
function listOperatorActions(operator: Host["operator"]): readonly HostAction[] {
  if (operator === null) return [];
  return [operator.state === "off" ? "enableOperator" : "disableOperator"];
}
