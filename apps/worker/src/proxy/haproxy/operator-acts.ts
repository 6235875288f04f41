import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { HaproxyTarget } from "@primacy/core/proxy";
import { agentOf } from "../../cluster-record/load-cluster";
import { actionIdOf } from "../../host-operator/action-id";
import { OperatorSession } from "../../host-operator/operator-session";
import type { StepContext } from "../../operation/executor";

/** Longer than any setup takes: where the console dies for good, the host undoes all of it by itself then. */
export const undoAfterMs = 3_600_000;
const grantMs = 2 * 3_600_000;

/** One grant on a host of a proxy. Throws `AgentFailure`, and `StepFailure` where its host operator is off. */
export async function openSession(
  { worker, operation }: Pick<StepContext, "worker" | "operation">,
  { clusterId, hostId }: Pick<HaproxyTarget, "clusterId" | "hostId">,
  signal: AbortSignal,
): Promise<OperatorSession> {
  const { epoch } = await worker.db.clusters.get(clusterId);
  const target = agentOf(await worker.db.hosts.get(hostId), null);
  const grantedTo = { who: operation.requestedBy, operationId: operation.id };
  const kinds = ["file", "service", "process"] as const;
  return OperatorSession.open(worker, target, { clusterId, epoch, grantedTo, kinds, forMs: grantMs }, signal);
}

/** The id of what a proxy has done on a host, always the same for the same thing. */
export function actOf({ proxyId, hostId }: Pick<HaproxyTarget, "proxyId" | "hostId">, what: string): string {
  return actionIdOf(proxyId, `${hostId} ${what}`);
}

/** As a file's edit has to name it. */
export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Takes an act back where that is still to be done; one that is kept, over or forgotten is left. */
export async function undoOpen(
  session: OperatorSession,
  actionId: string,
  signal: AbortSignal,
): Promise<void> {
  const state = (await session.find(actionId, signal))?.state;
  if (state === "planned" || state === "acted" || state === "undo_failed")
    await session.undo(actionId, signal);
}

/** How a program ended, and the beginning of what it wrote; null: it did not end in time, and was ended. */
export interface TriedProgram {
  readonly exitCode: number | null;
  readonly output: string;
}

const everyMs = 200;
const mostOutputBytes = 64 * 1_024;

/** Runs a program to its end with a text as its input, as a user without rights. Null where it takes longer than `limitMs`. */
export async function tryProgram(
  session: OperatorSession,
  argv: readonly string[],
  input: string,
  limitMs: number,
  signal: AbortSignal,
): Promise<TriedProgram | null> {
  const [program = "", ...args] = argv;
  const bounds = { runAs: "nobody", maxOutputBytes: mostOutputBytes } as const;
  const { actionId, state, reason } = await session.act(
    { kind: "process", program, args, ...bounds, input },
    { undoAfterMs: limitMs },
    signal,
  );
  if (state === "failed") return { exitCode: null, output: reason?.text ?? "" };
  for (const endMs = performance.now() + limitMs; performance.now() < endMs; ) {
    const process = (await session.find(actionId, signal))?.process;
    if (process != null && !process.isRunning) {
      const { text } = await session.readOutput(actionId, 0, signal);
      return { exitCode: process.exitCode, output: text };
    }
    await delay(everyMs, undefined, { signal });
  }
  await undoOpen(session, actionId, signal);
  return null;
}
