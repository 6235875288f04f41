import { paramsWith } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import type { HaproxyServiceInput, KeepInput, RoleCheckInput } from "@primacy/core/proxy";
import { z } from "zod";
import { AgentFailure } from "../../agent-client/agent-failure";
import { agentOf } from "../../cluster-record/load-cluster";
import type { OperatorSession } from "../../host-operator/operator-session";
import { defineStep, type StepContext } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { ordersOf } from "../repeated-orders";
import { requireSteady } from "../require-steady";
import { actOf, openSession, undoAfterMs } from "./operator-acts";
import { serviceFailure, settleService } from "./settle-service";
import { HostBefore, KeepStepInput, RoleCheckStepInput, ServiceInput } from "./step-inputs";

const serviceLimitMs = 180_000;

/** Starts a service with the new configuration, and sees that it stays up; undone, it is stopped. */
export const serveStep = defineStep<HaproxyServiceInput, object>({
  input: ServiceInput,
  timeoutMs: serviceLimitMs,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    // What ran before is started again by the undo of the files, after these are as they were.
    async undo(context, input, _record, signal) {
      await stopForGood(context, input, signal);
    },
  },
  async execute(context, input, signal) {
    const { service, hostName } = input;
    const session = await openSession(context, input, signal);
    const actionId = actOf(input, `serve ${service}`);
    const known = await session.find(actionId, signal);
    const isNew = known === null || known.state === "planned";
    const done = isNew ? await order(session, service, actionId, signal) : known;
    if (done.state !== "acted" && done.state !== "kept")
      throw serviceFailure(hostName, service, "running", done.reason);
    await requireSteady(session, hostName, service, signal);
    return { kind: "done" };
  },
});

/** What a worker before has ordered is not ordered again: it runs now, so that the order would be another one. */
async function order(
  session: OperatorSession,
  service: HaproxyServiceInput["service"],
  actionId: string,
  signal: AbortSignal,
): Promise<HostActionRecord> {
  const before = await session.readService(service, signal);
  const act = before === "running" ? "restart" : "start";
  return session.act({ kind: "service", service, act }, { undoAfterMs, actionId }, signal);
}

/** Stops a service for good. */
export const stopStep = defineStep<HaproxyServiceInput>({
  input: ServiceInput,
  timeoutMs: serviceLimitMs,
  maxAttempts: 3,
  undo: { kind: "impossible" },
  async execute(context, input, signal) {
    await stopForGood(context, input, signal);
    return { kind: "done" };
  },
});

/** However it was started when the proxy was set up. */
async function stopForGood(
  context: StepContext,
  input: HaproxyServiceInput,
  signal: AbortSignal,
): Promise<void> {
  const { hostId, hostName, service } = input;
  const ids = ordersOf(context.operation.id, `${hostId} ${service} stopped`);
  const takesBack = [actOf(input, `serve ${service}`)];
  const session = await openSession(context, input, signal);
  await settleService(session, { hostName, service, state: "stopped", ids, takesBack }, signal);
}

/** Has the agents of all members answer checks, or none any more; undone, it is as before. */
export const roleCheckStep = defineStep<RoleCheckInput, object>({
  input: RoleCheckStepInput,
  timeoutMs: 60_000,
  maxAttempts: 3,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    undo: (context, input, _record, signal) => tellAgents(context, { ...input, port: input.before }, signal),
  },
  async execute(context, input, signal) {
    await tellAgents(context, input, signal);
    return { kind: "done" };
  },
});

/** A member whose agent does not answer is told when it is told its document again; it answers no checks until then. */
async function tellAgents(
  { worker, log }: StepContext,
  { clusterId, port, hostIds }: RoleCheckInput,
  signal: AbortSignal,
): Promise<void> {
  const failures = await Promise.all(
    hostIds.map(async (hostId) => {
      const host = await worker.db.hosts.find(hostId);
      if (host === null) return null;
      const agent = worker.agents.clientFor(agentOf(host, clusterId));
      try {
        await agent.call("putRoleCheck", { clusterId, port }, { signal });
        return null;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof AgentFailure)) throw error;
        return { host: host.name, error };
      }
    }),
  );
  const [first] = failures.flatMap((one) => one ?? []);
  if (first === undefined) return;
  const params = paramsWith({ host: first.host }, { reason: first.error.explanation });
  const told = new StepFailure("failure.proxy_role_check", {
    params,
    retryable: first.error.retryable,
    cause: first.error,
  });
  if (port !== null) throw told;
  // An agent that is away keeps answering until it is told otherwise, which harms nobody.
  await log("warning", told.explanation);
}

/** Keeps every act on every host, and what the removal needs to know. Undone, files and services are undone by their own steps. */
export const keepStep = defineStep<KeepInput>({
  input: KeepStepInput,
  timeoutMs: 120_000,
  maxAttempts: 3,
  undo: { kind: "nothing" },
  async execute(context, { proxyId, clusterId, hosts }, signal) {
    const { worker } = context;
    const before = await context.listOutputs("haproxy.verify", HostBefore);
    await worker.db.transact(worker.actor, (unit) =>
      unit.proxies.setRestore(proxyId, { hosts: before.map(({ output }) => output) }),
    );
    for (const { hostId } of hosts) {
      const host = await worker.db.hosts.get(hostId);
      const session = await openSession(context, { clusterId, hostId }, signal);
      for (const what of ["write haproxy", "write keepalived", "serve haproxy", "serve keepalived"]) {
        const actionId = actOf({ proxyId, hostId }, what);
        const record = await session.find(actionId, signal);
        if (record?.state === "acted") await session.keep(actionId, signal);
        // The host has undone its part by itself: what would be kept is not there.
        else if (record?.state !== "kept")
          throw new StepFailure("failure.proxy_not_kept", { params: { host: host.name } });
      }
    }
    return { kind: "done" };
  },
});
