import { joinMessages, message, paramsWith } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import type { PluginRestartStep, ServerRestartInput } from "@primacy/core/greatdb-ha";
import { z } from "zod";
import { agentOf } from "../cluster-record/load-cluster";
import { actionIdOf } from "../host-operator/action-id";
import { OperatorSession } from "../host-operator/operator-session";
import { defineStep, type ExecutorMap, type StepContext, type StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { switchoverExecutors } from "../switchover-steps/switchover-steps";
import { awaitWholeGroup, requireWholeGroup } from "./await-whole-group";
import { restartServer, restartSpareMs } from "./restart-server";

const Input: z.ZodType<ServerRestartInput> = z.object({
  clusterId: z.string(),
  memberId: z.string(),
  serverUuid: z.string(),
  name: z.string(),
  hostId: z.string(),
  user: z.string().nullable(),
  limitSeconds: z.number().int(),
  service: z.string(),
});

/** A restart that nobody keeps: by then its host starts the service where it does not run. */
const undoAfterMs = 1_800_000;
/** Above the longest that can be asked for, and two orders to a service manager that takes all its time. */
const timeoutMs = 2 * 900_000 + restartSpareMs + 800_000;
const open: readonly HostActionRecord["state"][] = ["planned", "acted", "undo_failed"];

/**
 * How an application of the plugin restarts servers. What is ordered has an id that is always the same: another worker learns what came of
 * it, and restarts nothing twice.
 */
export const pluginRestartExecutors: ExecutorMap<PluginRestartStep> = {
  /** Before anything is done on the member. Taken back after its option file was: a server that is down is started with that. */
  "plugin.settle": defineStep<ServerRestartInput, object>({
    input: Input,
    timeoutMs,
    maxAttempts: 3,
    undo: { kind: "recorded", record: z.object({}), prepare: async () => ({}), undo: bringBack },
    async execute(context, input, signal) {
      await awaitWholeGroup(context, input, signal);
      return { kind: "done", detail: message("detail.plugin_members_ready") };
    },
  }),
  "plugin.restart": defineStep<ServerRestartInput>({
    input: Input,
    timeoutMs,
    maxAttempts: 3,
    // A service manager carries the order to its end, also without the one who gave it.
    onCancel: "finishes",
    // What has to be taken back of it, the step before the option file takes back.
    undo: { kind: "nothing" },
    execute: restart,
  }),
  "switchover.order": switchoverExecutors["switchover.order"],
};

async function restart(
  context: StepContext,
  input: ServerRestartInput,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { name: member, service } = input;
  const session = await openService(context, input, signal);
  const known = await session.find(restartIdOf(context, input), signal);
  const order = (): Promise<void> => orderRestart(context, session, input, signal);
  if (known === null) await requireWholeGroup(context, input, signal);
  // It waits for one that is under way, and tells what came of it.
  else await order();
  await context.waitFor(message("detail.plugin_restarting", { member, service }));
  const terms =
    known === null ? { isFirst: true, mayOrder: true, order } : { isFirst: false, mayOrder: false };
  const { ms } = await restartServer(context, input, terms, signal);
  await awaitWholeGroup(context, input, signal);
  return {
    kind: "done",
    detail:
      known === null
        ? message("detail.restarted", { member, ms })
        : message("detail.restarted_untimed", { member }),
  };
}

async function orderRestart(
  context: StepContext,
  session: OperatorSession,
  input: ServerRestartInput,
  signal: AbortSignal,
): Promise<void> {
  const { service } = input;
  const actionId = restartIdOf(context, input);
  const action = { kind: "service", service, act: "restart" } as const;
  const record = await session.act(action, { undoAfterMs, actionId }, signal);
  const kept = record.state === "acted" ? await session.keep(actionId, signal) : record;
  if (kept.state !== "kept") throw failService("failure.plugin_restart", input, kept);
}

/**
 * Sees that the member's server runs and is ONLINE again, where this operation has restarted it. One that runs is left as it is: without
 * the plugin, what it read at its start does nothing.
 */
async function bringBack(
  context: StepContext,
  input: ServerRestartInput,
  _record: object,
  signal: AbortSignal,
): Promise<void> {
  const session = await openService(context, input, signal);
  const act = await session.find(restartIdOf(context, input), signal);
  if (act === null) return;
  if (open.includes(act.state)) {
    // Taken back, a service runs as it did before.
    const undone = await session.undo(act.actionId, signal);
    if (open.includes(undone.state)) throw failService("failure.plugin_start", input, undone);
  } else if (!(await isRunning(session, input.service, signal)))
    await startAgain(context, session, input, signal);
  await restartServer(context, input, { isFirst: false, mayOrder: false }, signal);
}

async function startAgain(
  context: StepContext,
  session: OperatorSession,
  input: ServerRestartInput,
  signal: AbortSignal,
): Promise<void> {
  const actionId = actionIdOf(context.operation.id, `${input.hostId} start of the server`);
  const action = { kind: "service", service: input.service, act: "start" } as const;
  const record = await session.act(action, { undoAfterMs, actionId }, signal);
  const kept = record.state === "acted" ? await session.keep(actionId, signal) : record;
  if (kept.state !== "kept") throw failService("failure.plugin_start", input, kept);
}

/** False also for one that is on its way: to start it waits for that. */
async function isRunning(session: OperatorSession, service: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await session.readService(service, signal)) === "running";
  } catch (error) {
    if (error instanceof StepFailure && !error.retryable) return false;
    throw error;
  }
}

async function openService(
  { worker, operation }: StepContext,
  { clusterId, hostId }: ServerRestartInput,
  signal: AbortSignal,
): Promise<OperatorSession> {
  const { epoch } = await worker.db.clusters.get(clusterId);
  const target = agentOf(await worker.db.hosts.get(hostId), null);
  const grantedTo = { who: operation.requestedBy, operationId: operation.id };
  const scope = { clusterId, epoch, grantedTo, kinds: ["service"], forMs: 2 * undoAfterMs } as const;
  return OperatorSession.open(worker, target, scope, signal);
}

function restartIdOf({ operation }: Pick<StepContext, "operation">, { hostId }: ServerRestartInput): string {
  return actionIdOf(operation.id, `${hostId} restart of the server`);
}

function failService(
  code: "failure.plugin_restart" | "failure.plugin_start",
  { name: member, service }: ServerRestartInput,
  { reason }: HostActionRecord,
): StepFailure {
  const params = paramsWith({ member, service }, { reason: reason ?? joinMessages([]) });
  return new StepFailure(code, { params });
}
