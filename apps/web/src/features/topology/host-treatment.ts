import type { HostCondition, ServerReach, Tone } from "@primacy/contract";
import type { CardTreatment } from "@primacy/ui/topology";

const byCondition: Readonly<Record<HostCondition, CardTreatment>> = {
  ok: "normal",
  agent_dead: "agent-dead",
  host_dead: "host-dead",
  database_dead: "database-dead",
  no_agent: "agent-dead",
  agent_outdated: "agent-dead",
  unknown: "stale",
};

/** How a host's card is drawn: what is gone about it, or that what is shown is old. */
export function treatmentOf(host: {
  readonly condition: HostCondition;
  readonly isStale: boolean;
}): CardTreatment {
  const treatment = byCondition[host.condition];
  return treatment === "normal" && host.isStale ? "stale" : treatment;
}

/** The tone of a host or a member as it is drawn: what is old is never drawn as well. */
export function toneOf({ tone, isStale }: { readonly tone: Tone; readonly isStale: boolean }): Tone {
  return isStale && tone === "ok" ? "unknown" : tone;
}

/** What a host's state is called: where it answers and its tone is not OK, what is not well. */
export function wordOf(host: TonedHost): HostWord {
  if (host.condition === "agent_dead") return wordOfMute(host);
  if (host.condition !== "ok") return host.condition;
  const tone = toneOf(host);
  return tone === "failed" ? "database_trouble" : tone === "warning" ? "warning" : "ok";
}

/** Where an agent is silent, its server may answer all the same, be gone with it, or hang as it does. */
function wordOfMute({ members = [] }: TonedHost): HostWord {
  const servers = members.map(({ server }) => server);
  if (servers.includes("silent")) return "host_hangs";
  return servers.includes("down") ? "both_dead" : "agent_dead";
}

/** A host as far as its state and the word for it go. */
interface TonedHost {
  readonly condition: HostCondition;
  readonly tone: Tone;
  readonly isStale: boolean;
  readonly members?: readonly { readonly server?: ServerReach | undefined }[];
}

/** The words for the state of a host: each has a text in the catalogue of the screen. */
export type HostWord = HostCondition | "database_trouble" | "warning" | "host_hangs" | "both_dead";
