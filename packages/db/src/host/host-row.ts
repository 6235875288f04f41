import { type AgentState, Host, HostFacts } from "@primacy/contract";
import { toInstant, toNullableInstant } from "../connection/json";
import type { Agent as AgentRow, Member as MemberRow, Host as StoredHost } from "../generated/client";

/** An agent that has not been seen for longer is shown as silent, whatever its row says. */
export const AGENT_SILENT_AFTER_MS = 10_000;

/** What a host's row is read with. */
export const hostInclude = {
  agent: true,
  members: { select: { clusterId: true }, orderBy: { clusterId: "asc" } },
} as const;

/** A host's row as it is read. */
export type HostRow = StoredHost & {
  readonly agent: AgentRow | null;
  readonly members: readonly Pick<MemberRow, "clusterId">[];
};

/** A host with its agent as of `now`, the database's time. */
export function toHost(row: HostRow, now: Date): Host {
  const { agent } = row;
  const { hostKeyAlgorithm: algorithm, hostKeyFingerprint: fingerprint } = row;
  return Host.parse({
    id: row.id,
    name: row.name,
    address: row.address,
    sshPort: row.sshPort,
    sshUser: row.sshUser,
    credentialKind: row.credentialKind,
    hasCredential: row.credentialKind === "console_key" || row.credentialSecretId !== null,
    hostKey: algorithm !== null && fingerprint !== null ? { algorithm, fingerprint } : null,
    agentAddress: row.agentAddress,
    agentPort: row.agentPort,
    agentState: toAgentState(agent, now),
    agentVersion: agent?.version ?? null,
    agentProtocol: agent?.protocol ?? null,
    agentSeenAt: toNullableInstant(agent?.lastSeenAt ?? null),
    certificateExpiresAt: toNullableInstant(agent?.certificateExpiresAt ?? null),
    operator: agent?.operator ?? null,
    facts: row.facts === null ? null : HostFacts.parse(row.facts),
    clusterId: row.members[0]?.clusterId ?? null,
    clusterIds: row.members.map((member) => member.clusterId),
    revision: row.revision,
    createdAt: toInstant(row.createdAt),
  });
}

function toAgentState(agent: AgentRow | null, now: Date): AgentState | string {
  if (!agent) return "none";
  if (agent.state !== "answering") return agent.state;
  const ageMs = agent.lastSeenAt ? now.getTime() - agent.lastSeenAt.getTime() : Number.POSITIVE_INFINITY;
  return ageMs > AGENT_SILENT_AFTER_MS ? "silent" : "answering";
}
