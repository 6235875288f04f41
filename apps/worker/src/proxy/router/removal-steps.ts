import { randomUUID } from "node:crypto";
import { message } from "@primacy/contract";
import { findProxyId, idleRouterConfig, type RouterStepInput, routerPlaces } from "@primacy/core/proxy";
import type { OperatorSession } from "../../host-operator/operator-session";
import { defineStep } from "../../operation/executor";
import { findExplainedFailure } from "../../operation/failure";
import { keepOrdered, ordersOf } from "../repeated-orders";
import { actOrFail, removeFolder, setService, undoIfDone } from "./host-acts";
import { openSessionOf } from "./router-session";
import { Before, configOf, trialMs } from "./serve-step";
import { stepInput } from "./step-input";

const limitMs = 180_000;
const { config: path } = routerPlaces;

/** Stops MySQL Router, and puts back what was there before it. A file that somebody else has written since stays, with its service. */
export const stopStep = defineStep<RouterStepInput>({
  input: stepInput,
  timeoutMs: limitMs,
  maxAttempts: 3,
  undo: { kind: "impossible" },
  async execute(context, input, signal) {
    const session = await openSessionOf(context, input, signal);
    const { proxyId } = input;
    const before = Before.parse(await context.worker.db.proxies.getRestore(proxyId));
    const ids = ordersOf(context.operation.id, `${input.hostId} ${path} put back`);
    const putBackId = await keepOrdered(session, ids, signal);
    const now = await session.readFile(path, signal);
    const isOurs = now !== null && findProxyId(now.text) === proxyId;
    if (isOurs) await setService(context, session, input, { wanted: "stopped", why: "stopped" }, signal);
    if (isOurs) await putBack(session, input, before, putBackId ?? randomUUID(), signal);
    // Put back by an attempt before, or by somebody who has done the same.
    const isBack = isOurs || (now?.text ?? null) === before.config;
    if (!isBack) return { kind: "skipped", detail: message("detail.router_file_left", { path }) };
    await setService(context, session, input, { wanted: before.service, why: "restore" }, signal);
    return { kind: "done" };
  },
});

/** By the backup of the host, which alone can delete a file; where that is gone, the file gets the text from before. */
async function putBack(
  session: OperatorSession,
  input: RouterStepInput,
  { config }: Before,
  actionId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await undoIfDone(session, input, configOf(input), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (findExplainedFailure(error) === null) throw error;
  }
  const now = await session.readFile(path, signal);
  if (now === null || findProxyId(now.text) !== input.proxyId) return;
  const action = { kind: "file", path, expects: now.sha256, text: config ?? idleRouterConfig } as const;
  await actOrFail(session, input, action, { undoAfterMs: trialMs, actionId }, signal);
  await session.keep(actionId, signal);
}

/** Deletes the folder with keys and state. */
export const cleanStep = defineStep<RouterStepInput>({
  input: stepInput,
  timeoutMs: limitMs,
  maxAttempts: 3,
  undo: { kind: "impossible" },
  async execute(context, input, signal) {
    await removeFolder(await openSessionOf(context, input, signal), input, signal);
    return { kind: "done" };
  },
});
