import {
  message,
  type OperationInput,
  operationKinds,
  ProxyCheck,
  type ProxyProof,
  ProxyQuestion,
  refuse,
} from "@primacy/contract";
import { refuseFailed } from "@primacy/core/check";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import type { ProxyStep } from "@primacy/core/proxy";
import { z } from "zod";
import { findAdministrator } from "../cluster-record/administrator";
import { loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import type { OperationContext } from "../operation/operation-context";
import { ProofOutput } from "./common-steps";
import { checkProxy, planRemoval } from "./drivers";
import type { ProxyTask } from "./proxy-driver";
import { proxyExecutors } from "./proxy-executors";

/** A look at every host at once, some of which may not answer. */
const lookLimitMs = 60_000;

async function taskOf(context: OperationContext, user: string | null): Promise<ProxyTask> {
  const { worker, operation } = context;
  const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
  const administrator = await findAdministrator(context, loaded.cluster.id, user);
  return {
    worker,
    loaded,
    administrator,
    user,
    operationId: operation.id,
    requestedBy: operation.requestedBy,
  };
}

/** `proxy.install`: looks again, sets up, and proves the way; undone as a whole where a step fails. */
export const installOperation: OperationDefinition = defineOperation<
  OperationInput<"proxy.install">,
  ProxyStep
>({
  input: operationKinds["proxy.install"].input,
  timeoutMs: lookLimitMs,
  async plan(context, { proxy, user }, signal) {
    const task = await taskOf(context, user);
    const checked = await checkProxy(task, proxy, signal);
    const refusal = refuseFailed(checked.report);
    if (refusal !== null) return refusal;
    if (checked.needsAccount === true)
      return refuse("credentials_missing", [], { what: task.loaded.cluster.name });
    return checked.plan();
  },
  executors: proxyExecutors,
  async finish(context): Promise<ProxyProof> {
    const [proof] = await context.listOutputs("proxy.prove", ProofOutput);
    const { leadsTo = "-", connectMs = 0 } = proof?.output ?? {};
    return { proxyId: context.operation.id, leadsTo, connectMs };
  },
  settle: noteFinished,
});

/** `proxy.remove`: stops the services and puts back what was there. */
export const removeOperation: OperationDefinition = defineOperation<
  OperationInput<"proxy.remove">,
  ProxyStep
>({
  input: operationKinds["proxy.remove"].input,
  timeoutMs: lookLimitMs,
  async plan(context, { proxyId }, signal) {
    const proxy = await context.worker.db.proxies.find(proxyId);
    if (proxy === null || proxy.clusterId !== context.operation.clusterId)
      return refuse("not_found", [], { what: "proxy" });
    return planRemoval(await taskOf(context, null), proxy, signal);
  },
  executors: proxyExecutors,
  finish: async () => null,
  settle: noteFinished,
});

const LookInput = ProxyQuestion.extend({ clusterId: z.string() });
type LookInput = z.output<typeof LookInput>;
type LookStep = PlannedStep<"proxy.look", LookInput>;

/** `proxy.check`: looks, judges, and plans. Changes nothing. */
export const checkOperation: OperationDefinition = defineOperation<ProxyQuestion, LookStep>({
  input: operationKinds["proxy.check"].input,
  timeoutMs: 10_000,
  plan: async ({ operation }, asked): Promise<PlannedOperation<LookStep>> => ({
    steps: [
      {
        ordinal: 0,
        code: "proxy.look",
        hostId: null,
        hostName: null,
        title: message("step.proxy.look"),
        preview: [],
        isReversible: false,
        input: { ...asked, clusterId: operation.clusterId ?? "" },
      },
    ],
    consequences: [],
  }),
  executors: {
    "proxy.look": defineStep<LookInput>({
      input: LookInput,
      timeoutMs: lookLimitMs,
      undo: { kind: "nothing" },
      async execute(context, { proxy }, signal) {
        const checked = await checkProxy(await taskOf(context, null), proxy, signal);
        const { report, needsAccount = false } = checked;
        const plan = report.hasFailures ? { steps: [], consequences: [] } : toPlan(checked.plan());
        return { kind: "done", output: { report, plan, needsAccount } };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("proxy.look", ProxyCheck);
    return found?.output ?? null;
  },
});
