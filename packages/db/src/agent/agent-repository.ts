import { isDeepStrictEqual } from "node:util";
import type { AgentState } from "@primacy/contract";
import type { HostOperatorSummary } from "@primacy/contract/agent";
import type { RepositoryContext } from "../connection/context";
import { toNullableJson } from "../connection/json";
import { notify } from "../notification/notification";

/** What is known of an agent; absent fields stay as they are. */
export interface AgentFacts {
  readonly version?: string | null;
  readonly protocol?: number | null;
  readonly bootId?: string | null;
  readonly certificateExpiresAt?: Date | null;
  /** Null: the agent does not tell of its host operator. */
  readonly operator?: HostOperatorSummary | null;
}

/** An agent in a state other than `none`. */
export type PresentAgentState = Exclude<AgentState, "none">;

/** Keeps what the console knows of agents. */
export interface AgentRepository {
  /** Sets the state of an agent without having heard from it, such as `installing` or `silent`. */
  setState(hostId: string, state: PresentAgentState, facts?: AgentFacts): Promise<void>;
  /**
   * Notes that the agent answered just now. Without contact for 10 s it is shown as silent by itself, so
   * call it more often than that; others are notified only when something else than the time changed.
   */
  recordSighting(hostId: string, state: "answering" | "outdated", facts: AgentFacts): Promise<void>;
  /** The host has no agent any more. */
  remove(hostId: string): Promise<void>;
}

/** Writes within a transaction. */
export function createAgentRepository({ connection }: RepositoryContext): AgentRepository {
  async function write(hostId: string, state: PresentAgentState, facts: AgentFacts): Promise<boolean> {
    const before = await connection.agent.findUnique({ where: { hostId } });
    const { operator, ...others } = facts;
    const stored = {
      state,
      ...others,
      ...(operator === undefined ? {} : { operator: toNullableJson(operator) }),
    };
    const after = await connection.agent.upsert({
      where: { hostId },
      create: { hostId, ...stored },
      update: stored,
    });
    return (
      before?.state !== after.state ||
      before.version !== after.version ||
      before.protocol !== after.protocol ||
      before.bootId !== after.bootId ||
      before.certificateExpiresAt?.getTime() !== after.certificateExpiresAt?.getTime() ||
      !isDeepStrictEqual(before.operator, after.operator)
    );
  }
  /** Notes the time alone, where all else is known already: most sightings, which come every few seconds from each host. */
  async function noteAgain(hostId: string, state: PresentAgentState, facts: AgentFacts): Promise<boolean> {
    const { version, protocol, bootId, certificateExpiresAt, operator } = facts;
    const operatorText = operator == null ? null : JSON.stringify(operator);
    const count = await connection.$executeRaw`
      UPDATE agent SET last_seen_at = clock_timestamp(), updated_at = now()
      WHERE host_id = ${hostId}::uuid AND state = ${state}
        AND (${version === undefined} OR version IS NOT DISTINCT FROM ${version ?? null}::text)
        AND (${protocol === undefined} OR protocol IS NOT DISTINCT FROM ${protocol ?? null}::int)
        AND (${bootId === undefined} OR boot_id IS NOT DISTINCT FROM ${bootId ?? null}::text)
        AND (${certificateExpiresAt === undefined}
             OR certificate_expires_at IS NOT DISTINCT FROM ${certificateExpiresAt ?? null}::timestamptz)
        AND (${operator === undefined} OR operator IS NOT DISTINCT FROM ${operatorText}::jsonb)`;
    return count > 0;
  }
  return {
    async setState(hostId, state, facts = {}) {
      if (await write(hostId, state, facts)) await notify(connection, { kind: "host", hostId });
    },
    async recordSighting(hostId, state, facts) {
      if (await noteAgain(hostId, state, facts)) return;
      const isChanged = await write(hostId, state, facts);
      await connection.$executeRaw`UPDATE agent SET last_seen_at = clock_timestamp() WHERE host_id = ${hostId}::uuid`;
      if (isChanged) await notify(connection, { kind: "host", hostId });
    },
    async remove(hostId) {
      const { count } = await connection.agent.deleteMany({ where: { hostId } });
      if (count > 0) await notify(connection, { kind: "host", hostId });
    },
  };
}
