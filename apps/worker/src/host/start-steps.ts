import { setTimeout as delay } from "node:timers/promises";
import { message, messageWith, paramsWith } from "@primacy/contract";
import { type AgentHello, agentProtocol } from "@primacy/contract/agent";
import { CommandFailure, handOverAgent, listAgentProcesses, startAgent, stopAgent } from "@primacy/remote";
import { z } from "zod";
import { AgentFailure } from "../agent-client/agent-failure";
import { reconcileAgents } from "../agent-document/reconcile-agents";
import { agentOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { helloOf } from "../observe/greet-agent";
import { defineStep, type StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { withSession } from "../ssh/ssh-session";
import { findAgent, noteAgentAnswer } from "./agent-state";
import { restartOperatorIfOn } from "./operator-steps";
import { OnHost } from "./step-inputs";

const helloTimeoutMs = 45_000;
const helloTryMs = 500;
const configureMs = 10_000;
const Placed = z.object({ version: z.string() });

/**
 * Makes what was placed run: an agent that runs hands over to it, or is stopped first where it cannot; else it is started.
 * A host operator that is switched on is started again after that.
 */
export const startStep = defineStep({
  input: OnHost,
  timeoutMs: 180_000,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    // Whatever ran before is started again where the release is taken back.
    undo: async ({ worker }, { hostId }, _record, signal) =>
      withSession(worker, hostId, signal, (session) => stopAgent(session, signal)),
  },
  execute: async ({ worker, log }, { hostId }, signal) =>
    withSession(worker, hostId, signal, async (session) => {
      const refuse = (error: unknown): never => {
        throw translateNotStarted(session.hostName, error);
      };
      const replaced = await handOverAgent(session, signal).catch(refuse);
      const isLeft = replaced === null && (await listAgentProcesses(session, signal)).length > 0;
      if (isLeft) await stopAgent(session, signal);
      const manager = replaced ?? (await startAgent(session, signal).catch(refuse));
      if (manager === "none") await log("warning", message("warning.host_boot", { host: session.hostName }));
      // Last: no address waits for it.
      await restartOperatorIfOn(session, log, signal);
      return { kind: "done", detail: message(replaced === null ? "detail.started" : "detail.handed_over") };
    }),
});

function translateNotStarted(host: string, error: unknown): unknown {
  if (!(error instanceof CommandFailure)) return error;
  const params = paramsWith({ host }, { reason: error.said ?? error.outcome });
  return new StepFailure("failure.agent_not_started", { params, cause: error });
}

/** Waits for the agent's answer over mutual TLS, with the version of the package that was placed. */
export const helloStep = defineStep({
  input: OnHost,
  timeoutMs: helloTimeoutMs + 15_000,
  undo: { kind: "nothing" },
  execute: async (context, { hostId }, signal) => {
    const { worker } = context;
    const [placed] = await context.listOutputs("agent.place", Placed);
    const expected = placed?.output.version ?? null;
    const agent = await findAgent(worker, hostId);
    const endMs = performance.now() + helloTimeoutMs;
    for (;;) {
      try {
        const hello = await agent.call("hello", undefined, { signal, timeoutMs: 3_000 });
        if (expected !== null && hello.agentVersion !== expected) {
          const params = { host: agent.target.hostName, actual: hello.agentVersion, expected };
          throw new StepFailure("failure.agent_version", { params, retryable: true });
        }
        await noteAgentAnswer(worker, hostId, hello);
        await configureAgain(worker, hostId, hello, signal);
        const { agentVersion: version, protocol } = hello;
        return {
          kind: "done",
          detail: message("detail.hello", { version, protocol }),
          output: { version, protocol },
        };
      } catch (error) {
        await waitOrGiveUp(context, error, endMs, signal);
      }
    }
  },
});

async function waitOrGiveUp(
  context: StepContext,
  error: unknown,
  endMs: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const isExpected = error instanceof AgentFailure || error instanceof StepFailure;
  if (!isExpected || performance.now() > endMs) throw error;
  await context.waitFor(messageWith("detail.waiting_for_hello", {}, { reason: error.explanation }));
  await delay(helloTryMs, undefined, { signal });
}

/**
 * An agent that does not take up what an earlier protocol kept has no configuration; its cluster's addresses must not wait
 * for the watcher to find that out. What cannot be told now, such as while another host is silent, the watcher tells.
 */
async function configureAgain(
  worker: WorkerContext,
  hostId: string,
  hello: AgentHello,
  signal: AbortSignal,
): Promise<void> {
  if (hello.protocol !== agentProtocol) return;
  const host = await worker.db.hosts.get(hostId);
  const { clusterIds } = host;
  const limit = AbortSignal.timeout(configureMs);
  for (const clusterId of clusterIds) {
    try {
      // A permit alone is no configuration.
      const told = clusterIds.length > 1 ? await helloOf(worker, agentOf(host, clusterId), signal) : hello;
      if (told.clusterId !== null) continue;
      await reconcileAgents(worker, clusterId, AbortSignal.any([signal, limit]));
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.aborted) throw error;
      worker.log.info({ clusterId, hostId }, "agent not configured in time");
    }
  }
}
