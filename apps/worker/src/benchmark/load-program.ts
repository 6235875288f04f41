import { setTimeout as delay } from "node:timers/promises";
import {
  type HostAction,
  type HostActionRecord,
  type HostOperatorGrant,
  hostOperatorFileBytes,
} from "@primacy/contract/agent";
import type { AgentTarget } from "../agent-client/agent-client";
import type { WorkerContext } from "../context";
import { OperatorSession } from "../host-operator/operator-session";
import { findExplainedFailure, StepFailure } from "../operation/failure";

/** A program on the load host, known by its id: whoever asks again for the same finds the one that runs. */
export interface LoadProgram {
  readonly target: AgentTarget;
  readonly clusterId: string;
  readonly epoch: number;
  readonly grantedTo: HostOperatorGrant["grantedTo"];
  readonly actionId: string;
  readonly action: Extract<HostAction, { kind: "process" }>;
  /** After that it is ended, whatever it does. */
  readonly limitMs: number;
}

/** How a program ended; `exitCode` null: it was killed, or ended with its host. */
export interface ProgramEnd {
  readonly exitCode: number | null;
  /** It was ended at its limit. */
  readonly isLate: boolean;
}

type Worker = Pick<WorkerContext, "agents" | "certificates">;

const askEveryMs = 1_000;
/** A shorter part reaches to the end of what there was; one character may be cut off a longer one. */
const wholePartBytes = hostOperatorFileBytes - 3;
/** How long the agent of the load host, or its host operator, may be away: it is restarted, upgraded, or its host is slow. */
const patienceMs = 120_000;
/** The grant outlives the program, so that its output can still be read. */
const graceMs = 180_000;

/**
 * Starts a program, or finds the one that was started, and hands on what it writes as it comes: from the beginning, each time
 * that it is called. Resolves when it has ended and all of it was read. While the agent is away the program goes on, and nothing of its
 * output is lost. `onStart` hears when it began, by the load host's clock. Throws `AgentFailure` where the agent is away for longer than two minutes, `StepFailure` where the host operator
 * refuses, and the reason of the signal: the program runs on then.
 */
export async function runProgram(
  worker: Worker,
  program: LoadProgram,
  signal: AbortSignal,
  onOutput: (text: string) => Promise<void>,
  onStart: (startedAt: string) => void = () => undefined,
): Promise<ProgramEnd> {
  const patience = createPatience(signal);
  const session = await patience.ask(() => openSession(worker, program, signal));
  const { actionId, action, limitMs } = program;
  const { startedAt } = await patience.ask(() =>
    session.act(action, { undoAfterMs: limitMs, actionId }, signal),
  );
  onStart(startedAt);
  for (let offset = 0; ; ) {
    const { record, part } = await patience.ask(() => readOn(session, actionId, offset, signal));
    if (part.text !== "") await onOutput(part.text);
    const bytes = part.nextOffset - offset;
    offset = part.nextOffset;
    const end = toEnd(record);
    if (end !== null && bytes === 0) return end;
    // While it runs, what it writes next is worth no question of its own: each costs the host that makes the load.
    if (end === null && bytes < wholePartBytes) await delay(askEveryMs, undefined, { signal });
  }
}

/** Ends a program, and all of its processes; one that has ended or that the host does not know is left as it is. */
export async function endProgram(
  worker: Worker,
  program: Omit<LoadProgram, "action" | "limitMs">,
  signal: AbortSignal,
): Promise<void> {
  const patience = createPatience(signal);
  const session = await patience.ask(() => openSession(worker, { ...program, limitMs: 0 }, signal));
  const record = await patience.ask(() => session.find(program.actionId, signal));
  if (record?.state === "acted" || record?.state === "planned")
    await patience.ask(() => session.undo(program.actionId, signal));
}

function openSession(
  worker: Worker,
  { target, clusterId, epoch, grantedTo, limitMs }: Omit<LoadProgram, "action" | "actionId">,
  signal: AbortSignal,
): Promise<OperatorSession> {
  const scope = { clusterId, epoch, grantedTo, kinds: ["process"], forMs: limitMs + graceMs } as const;
  return OperatorSession.open(worker, target, scope, signal);
}

/** How the program is, and the next part of what it had written by then or since. */
async function readOn(session: OperatorSession, actionId: string, offset: number, signal: AbortSignal) {
  const part = await session.readOutput(actionId, offset, signal);
  if (part.action !== undefined) return { record: part.action, part };
  // An agent of an earlier release: it is asked for by itself, and before the part, so that of one that is over nothing is missing.
  const record = await session.find(actionId, signal);
  return { record, part: await session.readOutput(actionId, offset, signal) };
}

function toEnd(record: HostActionRecord | null): ProgramEnd | null {
  if (record === null) throw new StepFailure("failure.benchmark_lost");
  if (record.state === "planned" || record.state === "acted") return null;
  const isLate = record.reason?.code === "operator.deadline_passed";
  return { exitCode: record.process?.exitCode ?? null, isLate };
}

/** Asks again while an agent or its host operator is away, up to `patienceMs` in one go. */
function createPatience(signal: AbortSignal): { ask<T>(question: () => Promise<T>): Promise<T> } {
  return {
    async ask(question) {
      for (const sinceMs = performance.now(); ; ) {
        try {
          return await question();
        } catch (error) {
          signal.throwIfAborted();
          const isAway = findExplainedFailure(error)?.retryable === true;
          if (!isAway || performance.now() - sinceMs > patienceMs) throw error;
          await delay(askEveryMs, undefined, { signal });
        }
      }
    },
  };
}
