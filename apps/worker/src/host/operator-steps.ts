import { setTimeout as delay } from "node:timers/promises";
import { type Message, message, paramsWith } from "@primacy/contract";
import type { AgentHello } from "@primacy/contract/agent";
import {
  CommandFailure,
  disableOperator,
  enableOperator,
  hasOperator,
  isOperatorOn,
  RemoteFailure,
  type RemoteSession,
  restartOperator,
} from "@primacy/remote";
import { z } from "zod";
import { AgentFailure } from "../agent-client/agent-failure";
import { defineStep, type StepContext, type StepExecutor } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { withSession } from "../ssh/ssh-session";
import { findAgent, noteAgentAnswer } from "./agent-state";
import { OnHost } from "./step-inputs";

/** What is in force may have stopped a database, whose start takes its time. */
const disableMs = 330_000;
const verifyMs = 45_000;
const askMs = 500;

/** Switches the host operator on. Taken back, it is off again, with all undone that it has done meanwhile. */
export const enableOperatorStep = defineStep({
  input: OnHost,
  timeoutMs: disableMs,
  undo: {
    kind: "recorded",
    record: z.object({ wasOn: z.boolean() }),
    prepare: async ({ worker }, { hostId }, signal) =>
      withSession(worker, hostId, signal, async (session) => ({
        wasOn: await isOperatorOn(session, signal),
      })),
    undo: async ({ worker }, { hostId }, { wasOn }, signal) => {
      if (wasOn) return;
      await withSession(worker, hostId, signal, async (session) => {
        await disable(session, signal);
      });
    },
  },
  execute: async ({ worker, log }, { hostId }, signal) =>
    withSession(worker, hostId, signal, async (session) => {
      const { hostName: host } = session;
      if (!(await hasOperator(session, signal))) {
        throw new StepFailure("failure.operator_missing", { params: { host }, changedNothing: true });
      }
      const manager = await enableOperator(session, signal).catch((error: unknown) => {
        throw translate("failure.operator_not_started", host, error);
      });
      if (manager === "none") await log("warning", message("warning.operator_boot", { host }));
      return { kind: "done", detail: message("detail.operator_on") };
    }),
});

/** Undoes what the host operator has in force, and switches it off. Where an undo fails, it stays on and the step says why. */
export const disableOperatorStep = defineStep({
  input: OnHost,
  timeoutMs: disableMs,
  undo: { kind: "impossible" },
  execute: async ({ worker }, { hostId }, signal) =>
    withSession(worker, hostId, signal, async (session) =>
      (await disable(session, signal))
        ? { kind: "done", detail: message("detail.operator_disabled") }
        : { kind: "skipped", detail: message("detail.operator_off") },
    ),
});

/** Waits until the agent says that the host operator runs. */
export const verifyOperatorRunningStep = verifyStep(
  "running",
  "detail.operator_running",
  "failure.operator_silent",
);

/** Waits until the agent says that the host operator is off. */
export const verifyOperatorOffStep = verifyStep("off", "detail.operator_off", "failure.operator_still_on");

/**
 * Starts the host operator again with the current release, where it is switched on. One that does not start is told of and
 * takes nothing back: the addresses of a host are worth more.
 */
export async function restartOperatorIfOn(
  session: RemoteSession,
  log: OperationContext["log"],
  signal: AbortSignal,
): Promise<void> {
  try {
    await restartOperator(session, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RemoteFailure)) throw error;
    const reason = error instanceof CommandFailure ? tellCommand(error) : error.explanation;
    const params = paramsWith({ host: session.hostName }, { reason });
    await log("warning", message("warning.operator_restart", params));
  }
}

async function disable(session: RemoteSession, signal: AbortSignal): Promise<boolean> {
  return disableOperator(session, signal).catch((error: unknown) => {
    throw translate("failure.operator_not_disabled", session.hostName, error);
  });
}

function translate(
  code: "failure.operator_not_started" | "failure.operator_not_disabled",
  host: string,
  error: unknown,
): unknown {
  if (!(error instanceof CommandFailure)) return error;
  return new StepFailure(code, {
    params: paramsWith({ host }, { reason: tellCommand(error) }),
    cause: error,
  });
}

function tellCommand({ said, outcome }: CommandFailure): Message {
  return said ?? outcome;
}

function verifyStep(
  wanted: "running" | "off",
  done: "detail.operator_running" | "detail.operator_off",
  failure: "failure.operator_silent" | "failure.operator_still_on",
): StepExecutor<z.output<typeof OnHost>> {
  return defineStep({
    input: OnHost,
    timeoutMs: verifyMs + 15_000,
    undo: { kind: "nothing" },
    execute: async (context, { hostId }, signal) => {
      const endMs = performance.now() + verifyMs;
      for (;;) {
        const hello = await ask(context, hostId, endMs, signal);
        if (hello?.operator?.state === wanted) {
          await noteAgentAnswer(context.worker, hostId, hello);
          return { kind: "done", detail: message(done) };
        }
        if (hello !== null && performance.now() > endMs) {
          await noteAgentAnswer(context.worker, hostId, hello);
          const { name: host } = await context.worker.db.hosts.get(hostId);
          throw new StepFailure(failure, { params: { host } });
        }
        await context.waitFor(message("detail.operator_waiting"));
        await delay(askMs, undefined, { signal });
      }
    },
  });
}

/** The agent's answer; null where it gives none and there is time left. Throws its failure once there is none. */
async function ask(
  { worker }: StepContext,
  hostId: string,
  endMs: number,
  signal: AbortSignal,
): Promise<AgentHello | null> {
  try {
    return await (await findAgent(worker, hostId)).call("hello", undefined, { signal, timeoutMs: 3_000 });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure) || performance.now() > endMs) throw error;
    return null;
  }
}
