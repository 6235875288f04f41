import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Message, message, paramsWith } from "@primacy/contract";
import type { HostAction } from "@primacy/contract/agent";
import type { HaproxyTarget } from "@primacy/core/proxy";
import { agentOf } from "../../cluster-record/load-cluster";
import { actionIdOf } from "../../host-operator/action-id";
import { OperatorSession } from "../../host-operator/operator-session";
import type { StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";

/** Longer than any setup takes: where the console dies for good, the host undoes all of it by itself then. */
export const undoAfterMs = 3_600_000;
const grantMs = 2 * 3_600_000;

type Service = Extract<HostAction, { kind: "service" }>["service"];
type State = Awaited<ReturnType<OperatorSession["readService"]>>;

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

/**
 * Brings a service to a state that stays, whatever was ordered of it under `actionId`. Does nothing where it is so already.
 * Throws `StepFailure` `proxy_service`.
 */
export async function settleService(
  session: OperatorSession,
  { hostName }: Pick<HaproxyTarget, "hostName">,
  service: Service,
  actionId: string,
  state: State,
  signal: AbortSignal,
): Promise<void> {
  await undoOpen(session, actionId, signal);
  if ((await session.readService(service, signal)) === state) return;
  const act = state === "running" ? "start" : "stop";
  const done = await session.act({ kind: "service", service, act }, { undoAfterMs }, signal);
  if (done.state === "acted") await session.keep(done.actionId, signal);
  else if (done.state !== "kept") throw serviceFailure(hostName, service, state, done.reason);
}

/** Why a service is not as it should be. */
export function serviceFailure(
  host: string,
  service: string,
  state: State,
  reason: Message | null,
): StepFailure {
  const params = paramsWith({ host, service, state }, { reason: reason ?? message("why.no_answer") });
  return new StepFailure("failure.proxy_service", { params });
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
