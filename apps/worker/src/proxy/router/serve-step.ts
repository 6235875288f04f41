import { randomUUID } from "node:crypto";
import { ServiceState } from "@primacy/contract/agent";
import {
  findProxyId,
  judgeConfigOwner,
  nameRouter,
  planRouterConfig,
  type RouterStepInput,
  readRouterTimings,
  routerPlaces,
} from "@primacy/core/proxy";
import { z } from "zod";
import { actionIdOf } from "../../host-operator/action-id";
import type { OperatorSession } from "../../host-operator/operator-session";
import { defineStep, type StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { actOrFail, setService, undoIfDone } from "./host-acts";
import { openSessionOf, runAsRouter } from "./router-session";
import { stepInput } from "./step-input";

const limitMs = 180_000;
/** Until they are kept, configuration and service go back by themselves: a console that is gone leaves nothing behind. */
export const trialMs = 15 * 60_000;
const readLimitMs = 10_000;
const { config: path, service } = routerPlaces;

/** How a host was before it had this MySQL Router; `config` null: it had no such file. */
export const Before = z.object({ service: ServiceState, config: z.string().nullable() });

export type Before = z.infer<typeof Before>;

/** The id of the act that put the configuration into its place. */
export const configOf = ({ proxyId }: RouterStepInput): string => actionIdOf(proxyId, "config");
const serviceOf = ({ proxyId }: RouterStepInput): string => actionIdOf(proxyId, "service");

/** Has MySQL Router serve, for a trial; undone, configuration and service are as they were before. */
export const serveStep = defineStep<RouterStepInput, Before>({
  input: stepInput,
  timeoutMs: limitMs,
  undo: {
    kind: "recorded",
    record: Before,
    async prepare(context, input, signal) {
      const session = await openSessionOf(context, input, signal);
      const file = await session.readFile(path, signal);
      const before = { service: await session.readService(service, signal), config: file?.text ?? null };
      const { db, actor } = context.worker;
      await db.transact(actor, (unit) => unit.proxies.setRestore(input.proxyId, before));
      return before;
    },
    async undo(context, input, before, signal) {
      const session = await openSessionOf(context, input, signal);
      await undoIfDone(session, input, configOf(input), signal);
      await undoService(context, session, input, before, signal);
    },
  },
  async execute(context, input, signal) {
    const session = await openSessionOf(context, input, signal);
    await keepAuthority(context, session, input, signal);
    const text = await planConfig(session, input, signal);
    await putConfig(session, input, text, signal);
    const { db, actor } = context.worker;
    await db.transact(actor, (unit) => unit.proxies.setTimings(input.proxyId, readRouterTimings(text)));
    const action = { kind: "service", service, act: "restart" } as const;
    await actOrFail(session, input, action, { undoAfterMs: trialMs, actionId: serviceOf(input) }, signal);
    return { kind: "done" };
  },
});

async function keepAuthority(
  { worker }: StepContext,
  session: OperatorSession,
  input: RouterStepInput,
  signal: AbortSignal,
): Promise<void> {
  const { proxyId } = input;
  const text = await readOwn(session, input, "data/ca.pem", signal);
  const before = Before.parse(await worker.db.proxies.getRestore(proxyId));
  const authority = text.includes("BEGIN CERTIFICATE") ? text : null;
  await worker.db.transact(worker.actor, (unit) =>
    unit.proxies.setRestore(proxyId, { ...before, authority }),
  );
}

/** A file of the folder that the bootstrap made; what cat says where there is none. */
async function readOwn(
  session: OperatorSession,
  { proxyId }: RouterStepInput,
  file: string,
  signal: AbortSignal,
): Promise<string> {
  const args = [`${nameRouter(proxyId).folder}/${file}`];
  const program = { program: "/usr/bin/cat", args, actionId: randomUUID(), limitMs: readLimitMs };
  return (await runAsRouter(session, program, signal)).output;
}

/** One that was kept, or that ran before with the other configuration, is ordered anew. */
async function undoService(
  context: StepContext,
  session: OperatorSession,
  input: RouterStepInput,
  before: Before,
  signal: AbortSignal,
): Promise<void> {
  const { actions } = await session.report(signal);
  const record = actions.find(({ actionId }) => actionId === serviceOf(input));
  // Never ordered: it still runs, or not, with what it had.
  if (record === undefined) return;
  if (record.state === "acted") await undoIfDone(session, input, serviceOf(input), signal);
  await setService(context, session, input, { wanted: before.service, why: "restore" }, signal);
}

async function planConfig(
  session: OperatorSession,
  input: RouterStepInput,
  signal: AbortSignal,
): Promise<string> {
  const { proxyId, hostName: host, ports } = input;
  const generated = await readOwn(session, input, "mysqlrouter.conf", signal);
  const planned = planRouterConfig(generated, { proxyId, ports, systemUser: routerPlaces.systemUser });
  if (planned.kind === "planned") return planned.text;
  throw new StepFailure("failure.router_incomplete", { params: { host } });
}

async function putConfig(
  session: OperatorSession,
  input: RouterStepInput,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const now = await session.readFile(path, signal);
  // Of an attempt before.
  if (now?.text === text) return;
  const owner = judgeConfigOwner(now?.text ?? null);
  const isOther = owner === "ours" && findProxyId(now?.text ?? "") !== input.proxyId;
  if (owner === "foreign" || isOther)
    throw new StepFailure("failure.router_file_foreign", { params: { host: input.hostName, path } });
  const action = { kind: "file", path, expects: now?.sha256 ?? null, text } as const;
  await actOrFail(session, input, action, { undoAfterMs: trialMs, actionId: configOf(input) }, signal);
}

/** Ends the trial: what serves stays. */
export const keepStep = defineStep<RouterStepInput, object>({
  input: stepInput,
  timeoutMs: limitMs,
  // What it keeps is taken back by the undo of what was tried.
  undo: { kind: "recorded", record: z.object({}), prepare: async () => ({}), undo: async () => undefined },
  async execute(context, input, signal) {
    const session = await openSessionOf(context, input, signal);
    for (const actionId of [configOf(input), serviceOf(input)]) await session.keep(actionId, signal);
    return { kind: "done" };
  },
});
