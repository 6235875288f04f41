import { type Message, message } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import { routerPlaces } from "@primacy/core/proxy";
import { agentOf } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { OperatorSession } from "../../host-operator/operator-session";
import type { StepContext } from "../../operation/executor";
import { poll } from "../../operation/poll";

/** For whom a host acts, and on which. */
export interface RouterHost {
  readonly clusterId: string;
  readonly hostId: string;
  readonly operationId: string;
  readonly requestedBy: string;
}

/** Longer than any step with its undo. */
const grantMs = 30 * 60_000;

/** Opens a session with the host operator of the host of a MySQL Router. Throws as `OperatorSession.open` does. */
export async function openRouterSession(
  worker: WorkerContext,
  { clusterId, hostId, operationId, requestedBy }: RouterHost,
  signal: AbortSignal,
): Promise<OperatorSession> {
  const { epoch } = await worker.db.clusters.get(clusterId);
  const target = agentOf(await worker.db.hosts.get(hostId), null);
  const grantedTo = { who: requestedBy, operationId };
  const kinds = ["service", "file", "process"] as const;
  return OperatorSession.open(worker, target, { clusterId, epoch, grantedTo, kinds, forMs: grantMs }, signal);
}

/** The same for a step. */
export function openSessionOf(
  { worker, operation }: Pick<StepContext, "worker" | "operation">,
  { clusterId, hostId }: Pick<RouterHost, "clusterId" | "hostId">,
  signal: AbortSignal,
): Promise<OperatorSession> {
  const { id: operationId, requestedBy } = operation;
  return openRouterSession(worker, { clusterId, hostId, operationId, requestedBy }, signal);
}

/** A short program on the host of a MySQL Router, as its user. */
export interface RouterProgram {
  readonly actionId: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly input?: string;
  /** After that it is ended. */
  readonly limitMs: number;
}

/** How it ended; `exitCode` null: it was killed. */
export interface RouterProgramEnd {
  readonly exitCode: number | null;
  readonly isLate: boolean;
  readonly output: string;
}

const mostOutputBytes = 64 * 1_024;
const askEveryMs = 200;
/** The end is noted a moment after it came. */
const graceMs = 15_000;

/** Runs a program to its end and returns what it wrote. Throws what the session throws. */
export async function runAsRouter(
  session: OperatorSession,
  { actionId, program, args, input, limitMs }: RouterProgram,
  signal: AbortSignal,
): Promise<RouterProgramEnd> {
  const action = {
    kind: "process",
    program,
    args: [...args],
    runAs: routerPlaces.systemUser,
    maxOutputBytes: mostOutputBytes,
    ...(input === undefined ? {} : { input }),
  } as const;
  const started = await session.act(action, { undoAfterMs: limitMs, actionId }, signal);
  const record =
    toEnd(started) ??
    (await poll({ everyMs: askEveryMs, limitMs: limitMs + graceMs, signal }, async () => {
      const { actions } = await session.report(signal);
      return toEnd(actions.find((one) => one.actionId === actionId));
    }));
  const { text } = await session.readOutput(actionId, 0, signal);
  const isLate = record === null || record.reason?.code === "operator.deadline_passed";
  return { exitCode: record?.process?.exitCode ?? null, isLate, output: text };
}

function toEnd(record: HostActionRecord | undefined): HostActionRecord | null {
  return record === undefined || record.state === "planned" || record.state === "acted" ? null : record;
}

/** The lines of a program that tell why it failed: the last ones that are not empty, and of a long one its ends. */
export function tellOutput(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !chatter.test(line));
  return lines.slice(-2).map(shorten).join(" ") || "-";
}

const chatter = /^(Please enter MySQL password|# Bootstrapping )/;
const longestEnd = 160;

function shorten(line: string): string {
  return line.length <= 2 * longestEnd ? line : `${line.slice(0, longestEnd)} … ${line.slice(-longestEnd)}`;
}

/** Why an act came to nothing, as the host tells. */
export function reasonOf({ reason }: HostActionRecord): Message {
  return reason ?? message("why.no_answer");
}
