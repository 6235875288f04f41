import { randomUUID } from "node:crypto";
import { type Message, message, paramsWith } from "@primacy/contract";
import type { HostAction, HostActionRecord, ServiceState } from "@primacy/contract/agent";
import { nameRouter, type RouterStepInput, routerPlaces } from "@primacy/core/proxy";
import type { OperatorSession } from "../../host-operator/operator-session";
import type { StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { keepOrdered, ordersOf } from "../repeated-orders";
import { reasonOf, runAsRouter, tellOutput } from "./router-session";

const { service } = routerPlaces;
const removeLimitMs = 30_000;
/** An act that is kept at once has no need of its deadline. */
const briefMs = 300_000;

/** Has the host do something and throws `StepFailure` `router_host_act` where that came to nothing. */
export async function actOrFail(
  session: OperatorSession,
  { hostName: host }: RouterStepInput,
  action: HostAction,
  bounds: { readonly undoAfterMs: number; readonly actionId: string },
  signal: AbortSignal,
): Promise<HostActionRecord> {
  const record = await session.act(action, bounds, signal);
  if (record.state === "acted" || record.state === "kept") return record;
  throw failAct(host, reasonOf(record));
}

/**
 * Brings the service to a state for good, also where a worker before has ordered that and did not live to keep it; `running` starts it
 * anew also where it runs. `why` tells one order of an operation from another.
 */
export async function setService(
  { operation }: Pick<StepContext, "operation">,
  session: OperatorSession,
  input: RouterStepInput,
  { wanted, why }: { readonly wanted: ServiceState; readonly why: string },
  signal: AbortSignal,
): Promise<void> {
  const actionId = await keepOrdered(
    session,
    ordersOf(operation.id, `${input.hostId} ${service} ${why}`),
    signal,
  );
  if (wanted === "stopped" && (await session.readService(service, signal)) === "stopped") return;
  const action = { kind: "service", service, act: wanted === "stopped" ? "stop" : "restart" } as const;
  if (actionId === null) throw failAct(input.hostName, message("why.no_answer"));
  const record = await actOrFail(session, input, action, { undoAfterMs: briefMs, actionId }, signal);
  if (record.state === "acted") await session.keep(actionId, signal);
}

/** Deletes the folder of a MySQL Router; one that is gone is no other case. */
export async function removeFolder(
  session: OperatorSession,
  { proxyId, hostName: host }: RouterStepInput,
  signal: AbortSignal,
): Promise<void> {
  const { folder } = nameRouter(proxyId);
  const program = { program: "/usr/bin/rm", args: ["-rf", "--", folder], limitMs: removeLimitMs };
  const { exitCode, output } = await runAsRouter(session, { ...program, actionId: randomUUID() }, signal);
  if (exitCode === 0) return;
  throw new StepFailure("failure.router_clean", { params: { host, folder, said: tellOutput(output) } });
}

/** Takes an act back where it is in force or kept. Throws `StepFailure` where it cannot be. */
export async function undoIfDone(
  session: OperatorSession,
  { hostName: host }: RouterStepInput,
  actionId: string,
  signal: AbortSignal,
): Promise<void> {
  const { actions } = await session.report(signal);
  const state = actions.find((one) => one.actionId === actionId)?.state;
  if (state === undefined || state === "undone" || state === "failed") return;
  const record = await session.undo(actionId, signal);
  if (record.state === "undo_failed") throw failAct(host, reasonOf(record));
}

function failAct(host: string, reason: Message): StepFailure {
  return new StepFailure("failure.router_host_act", { params: paramsWith({ host }, { reason }) });
}
