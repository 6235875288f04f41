import { setTimeout as delay } from "node:timers/promises";
import type { AgentHello } from "@primacy/contract/agent";
import { agentProtocol } from "@primacy/contract/agent";
import { hasConfiguration, hasProgram, listAgentProcesses } from "@primacy/remote";
import type { AgentClient } from "../agent-client/agent-client";
import { agentOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { withSession } from "../ssh/ssh-session";

const helloPauseMs = 500;
const lookMs = 30_000;

/** How long to go on asking, and what ends it at once. */
interface Patience {
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** An operation on an agent that did not succeed. */
interface Unfinished extends Patience {
  /** All that it had done was taken back. */
  readonly isUndone: boolean;
  /** It was an installation: an agent that answered meanwhile is of it. */
  readonly isNew: boolean;
}

/** The client for a host's agent, by what is stored of the host now. Throws `not_found`. */
export async function findAgent(worker: WorkerContext, hostId: string): Promise<AgentClient> {
  return worker.agents.clientFor(agentOf(await worker.db.hosts.get(hostId), null));
}

/** Stores that an agent answered, whether it speaks this console's protocol, and what it tells of the host operator. */
export async function noteAgentAnswer(
  worker: WorkerContext,
  hostId: string,
  hello: AgentHello,
): Promise<void> {
  const state = hello.protocol === agentProtocol ? "answering" : "outdated";
  const { agentVersion: version, protocol } = hello;
  const { bootId } = hello.clock;
  const operator = hello.operator ?? null;
  await worker.db.transact(worker.actor, (unit) =>
    unit.agents.recordSighting(hostId, state, { version, protocol, bootId, operator }),
  );
}

/**
 * After an operation that did not succeed: what the console says of the agent is what is true of it now. It answers,
 * or there is none, because none had ever answered before and nothing of one is on the host; else it is silent, so that it
 * can be removed. An agent that was started again a moment ago on a busy host may need longer than one question takes: it is
 * asked until `patienceMs` have passed. Throws the signal's reason.
 */
export async function settleAgentState(
  worker: WorkerContext,
  hostId: string,
  { patienceMs, signal, isUndone, isNew }: Unfinished,
): Promise<void> {
  const host = await worker.db.hosts.find(hostId);
  if (host === null || host.agentState === "none") return;
  const agent = await findAgent(worker, hostId);
  const hello = await askUntil(agent, { patienceMs: host.agentVersion === null ? 0 : patienceMs, signal });
  // Whoever goes on with this operation elsewhere finds out for itself.
  signal.throwIfAborted();
  if (hello !== null) return noteAgentAnswer(worker, hostId, hello);
  const hasAnswered = host.agentVersion !== null && !isNew;
  // Before an installation that was taken back there may have been the rest of an earlier one that was not.
  const isThere = hasAnswered || !isUndone || (await mayBeInstalled(worker, hostId, signal));
  await worker.db.transact(worker.actor, async (unit) => {
    if (isThere) await unit.agents.setState(hostId, "silent");
    else await unit.agents.remove(hostId);
  });
}

/** Whether an agent, or a part of one that could run or be used, is on the host; true where nobody can say. */
async function mayBeInstalled(worker: WorkerContext, hostId: string, signal: AbortSignal): Promise<boolean> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(lookMs)]);
  try {
    return await withSession(
      worker,
      hostId,
      limit,
      async (session) =>
        (await hasProgram(session, limit)) ||
        (await hasConfiguration(session, limit)) ||
        (await listAgentProcesses(session, limit)).length > 0,
    );
  } catch (error) {
    signal.throwIfAborted();
    worker.log.warn({ hostId, err: error }, "not known whether an agent is left");
    return true;
  }
}

/** The agent's answer, or null when the question that was under way at the end of the patience brought none either. */
async function askUntil(agent: AgentClient, { patienceMs, signal }: Patience): Promise<AgentHello | null> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(3_000)]);
    const hello = await agent.call("hello", undefined, { signal: limit, timeoutMs: 2_000 }).catch(() => null);
    if (hello !== null || performance.now() >= endMs) return hello;
    await delay(helloPauseMs, undefined, { signal });
  }
}
