import type { AgentState } from "@primacy/contract";
import type { Tone } from "@primacy/ui";

/** How the state of a host's agent is drawn. */
export const agentTone: Readonly<Record<AgentState, Tone>> = {
  none: "unknown",
  installing: "busy",
  answering: "ok",
  silent: "failed",
  outdated: "warning",
  removing: "busy",
};
