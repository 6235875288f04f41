import type { Agent } from "node:https";
import { agentEndpoints } from "@primacy/contract/agent";
import type {
  AgentAnswer,
  AgentBody,
  AgentCallName,
  AgentCallOptions,
  AgentClient,
  AgentClients,
  AgentTarget,
} from "./agent-client";
import { AgentFailure } from "./agent-failure";
import { readStream } from "./read-stream";
import { openRequest, readJson } from "./request";
import { type ConsoleIdentity, createConnectionPool } from "./tls-connection";

const defaultTimeoutMs = 5_000;

/** The clients of one console. `close` ends every connection; calls after it open new ones. */
export interface ClosableAgentClients extends AgentClients {
  close(): void;
}

/** Makes clients that show what `identityOf` returns; when that becomes another object, new connections are made with it. */
export function createAgentClients(identityOf: () => ConsoleIdentity): ClosableAgentClients {
  const pools = new Map<string, { identity: ConsoleIdentity; pool: Agent }>();

  function poolFor(target: AgentTarget): Agent {
    const key = `${target.hostId} ${target.address} ${target.port}`;
    const identity = identityOf();
    const known = pools.get(key);
    if (known?.identity === identity) return known.pool;
    known?.pool.destroy();
    const pool = createConnectionPool(target, identity);
    pools.set(key, { identity, pool });
    return pool;
  }

  return {
    clientFor: (target) => createClient(target, () => poolFor(target)),
    close: () => {
      for (const { pool } of pools.values()) pool.destroy();
      pools.clear();
    },
  };
}

function createClient(target: AgentTarget, poolOf: () => Agent): AgentClient {
  function call<N extends AgentCallName>(
    name: N,
    body: AgentBody<N>,
    options: AgentCallOptions,
  ): Promise<AgentAnswer<N>>;
  async function call(name: AgentCallName, body: unknown, options: AgentCallOptions): Promise<unknown> {
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([options.signal, limit]);
    try {
      const response = await openRequest(poolOf(), target, name, body, signal);
      const json = await readJson(target, name, response, signal);
      const answer = agentEndpoints[name].answer.safeParse(json);
      if (answer.success) return answer.data;
      throw new AgentFailure("agent_protocol", target, { call: name }, { cause: answer.error });
    } catch (error) {
      if (limit.aborted && !options.signal.aborted && !(error instanceof AgentFailure)) {
        throw new AgentFailure(
          "agent_timeout",
          target,
          { seconds: timeoutMs / 1000, call: name },
          { cause: error },
        );
      }
      throw error;
    }
  }
  return { target, call, readStream: (options) => readStream(target, poolOf, options) };
}
