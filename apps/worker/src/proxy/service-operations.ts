import {
  type ClusterProxy,
  isRefusal,
  type OperationInput,
  operationKinds,
  type ProxyProof,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { refuseFailed } from "@primacy/core/check";
import {
  type CommonProxyStep,
  checkProxyHosts,
  checkServiceFiles,
  planProxyStart,
  planProxyStop,
} from "@primacy/core/proxy";
import { listProxyUse } from "@primacy/db";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import type { OperationContext } from "../operation/operation-context";
import { commonExecutors, ProofOutput } from "./common-steps";
import { observeProxyHost } from "./observe-proxy-host";
import { readServiceFiles } from "./read-service-files";

/** A look at every host at once, some of which may not answer. */
const lookLimitMs = 60_000;
const nothing = { ports: [], addresses: [], nic: null };

/** `proxy.start`: starts the services of a proxy and proves that it leads to the primary; stopped again where it does not. */
export const startOperation: OperationDefinition = defineOperation<
  OperationInput<"proxy.start">,
  CommonProxyStep
>({
  input: operationKinds["proxy.start"].input,
  timeoutMs: lookLimitMs,
  async plan(context, { proxyId }, signal) {
    const proxy = await findReady(context, proxyId, signal);
    return isRefusal(proxy) ? proxy : planProxyStart(proxy);
  },
  executors: commonExecutors,
  async finish(context, { proxyId }): Promise<ProxyProof> {
    const [proof] = await context.listOutputs("proxy.prove", ProofOutput);
    const { leadsTo = "-", connectMs = 0 } = proof?.output ?? {};
    return { proxyId, leadsTo, connectMs };
  },
  settle: noteFinished,
});

/** `proxy.stop`: stops the services of a proxy, which stays as it is otherwise. */
export const stopOperation: OperationDefinition = defineOperation<
  OperationInput<"proxy.stop">,
  CommonProxyStep
>({
  input: operationKinds["proxy.stop"].input,
  timeoutMs: lookLimitMs,
  async plan(context, { proxyId }, signal) {
    const proxy = await findReady(context, proxyId, signal);
    if (isRefusal(proxy)) return proxy;
    return planProxyStop(proxy, await listProxyUse(context.worker.db, proxy));
  },
  executors: commonExecutors,
  finish: async () => null,
  settle: noteFinished,
});

/** The proxy, where the host operators of all of its hosts can act, and every service of it has what Primacy wrote. */
async function findReady(
  context: OperationContext,
  proxyId: string,
  signal: AbortSignal,
): Promise<ClusterProxy | Refusal> {
  const { worker, operation } = context;
  const proxy = await worker.db.proxies.find(proxyId);
  if (proxy === null || proxy.clusterId !== operation.clusterId)
    return refuse("not_found", [], { what: "proxy" });
  const sights = await Promise.all(
    proxy.hosts.map(async ({ hostId }) =>
      observeProxyHost(worker, await worker.db.hosts.get(hostId), nothing, signal),
    ),
  );
  return (
    refuseFailed(checkProxyHosts(sights)) ??
    refuseFailed(checkServiceFiles(proxy, await readServiceFiles(context, proxy, signal))) ??
    proxy
  );
}
