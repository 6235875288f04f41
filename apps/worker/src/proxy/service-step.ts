import { ProxyService, ProxyStop } from "@primacy/contract";
import { ServiceState } from "@primacy/contract/agent";
import { fileOfService, isOwnText, type NoteProxyInput, type ProxyServiceInput } from "@primacy/core/proxy";
import { z } from "zod";
import type { OperatorSession } from "../host-operator/operator-session";
import { defineStep, type StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { openSession } from "./haproxy/operator-acts";
import { settleService } from "./haproxy/settle-service";
import { ordersOf } from "./repeated-orders";
import { requireSteady } from "./require-steady";

const State = z.enum(["running", "stopped"]);
const Input: z.ZodType<ProxyServiceInput> = z.object({
  proxyId: z.string(),
  clusterId: z.string(),
  hostId: z.string(),
  hostName: z.string(),
  service: ProxyService,
  state: State,
});

/** Brings a service of a proxy to a state for good; undone, it is as it was. It may be so already. */
export const serviceStep = defineStep<ProxyServiceInput, { before: ServiceState }>({
  input: Input,
  timeoutMs: 180_000,
  undo: {
    kind: "recorded",
    record: z.object({ before: ServiceState }),
    async prepare(context, input, signal) {
      const session = await openSession(context, input, signal);
      return { before: await session.readService(input.service, signal) };
    },
    async undo(context, input, { before }, signal) {
      const session = await openSession(context, input, signal);
      const { hostName, service } = input;
      const ids = idsOf(context, input, "restore");
      const takesBack = idsOf(context, input, input.state);
      await settleService(session, { hostName, service, state: before, ids, takesBack }, signal);
    },
  },
  async execute(context, input, signal) {
    const session = await openSession(context, input, signal);
    await requireOwn(session, input, signal);
    const { hostName, service, state } = input;
    const ids = idsOf(context, input, state);
    await settleService(session, { hostName, service, state, ids }, signal);
    if (state === "running") await requireSteady(session, hostName, service, signal);
    return { kind: "done" };
  },
});

function idsOf(
  { operation }: Pick<StepContext, "operation">,
  { hostId, service }: ProxyServiceInput,
  what: string,
): readonly string[] {
  return ordersOf(operation.id, `${hostId} ${service} ${what}`);
}

/** A service that runs with what somebody else has written since the plan was made is theirs. */
async function requireOwn(
  session: OperatorSession,
  { proxyId, hostName: host, service }: ProxyServiceInput,
  signal: AbortSignal,
): Promise<void> {
  const path = fileOfService(service);
  const text = (await session.readFile(path, signal))?.text ?? null;
  if (!isOwnText(proxyId, service, text))
    throw new StepFailure("failure.proxy_file_foreign", { params: { host, path, service } });
}

/** Notes who has stopped a proxy, or that nobody has any more; undone, the record says what it said. */
export const noteStep = defineStep<NoteProxyInput, { stopped: ProxyStop | null }>({
  input: z.object({ proxyId: z.string(), state: State }),
  timeoutMs: 15_000,
  undo: {
    kind: "recorded",
    record: z.object({ stopped: ProxyStop.nullable() }),
    async prepare({ worker }, { proxyId }) {
      return { stopped: (await worker.db.proxies.find(proxyId))?.stopped ?? null };
    },
    async undo({ worker }, { proxyId }, { stopped }) {
      await worker.db.transact(worker.actor, (unit) => unit.proxies.setStopped(proxyId, stopped));
    },
  },
  async execute({ worker, operation }, { proxyId, state }) {
    const stopped =
      state === "running" ? null : { by: operation.requestedBy, at: worker.now().toISOString() };
    await worker.db.transact(worker.actor, (unit) => unit.proxies.setStopped(proxyId, stopped));
    return { kind: "done" };
  },
});
