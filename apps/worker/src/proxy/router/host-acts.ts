import { randomUUID } from "node:crypto";
import { type Message, paramsWith } from "@primacy/contract";
import type { HostAction, HostActionRecord, ServiceState } from "@primacy/contract/agent";
import { nameRouter, type RouterStepInput, routerPlaces } from "@primacy/core/proxy";
import type { OperatorSession } from "../../host-operator/operator-session";
import { StepFailure } from "../../operation/failure";
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

/** Brings the service to a state for good; `running` starts it anew also where it runs. */
export async function setService(
  session: OperatorSession,
  input: RouterStepInput,
  wanted: ServiceState,
  signal: AbortSignal,
): Promise<void> {
  if (wanted === "stopped" && (await session.readService(service, signal)) === "stopped") return;
  const action = { kind: "service", service, act: wanted === "stopped" ? "stop" : "restart" } as const;
  const bounds = { undoAfterMs: briefMs, actionId: randomUUID() };
  const record = await actOrFail(session, input, action, bounds, signal);
  if (record.state === "acted") await session.keep(record.actionId, signal);
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
