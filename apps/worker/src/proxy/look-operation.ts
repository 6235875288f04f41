import {
  type ClusterProxy,
  message,
  type OperationInput,
  operationKinds,
  ProxyHealth,
  type ProxyHostHealth,
  ProxyWay,
  type ProxyWayHealth,
  refuse,
} from "@primacy/contract";
import type { PlannedOperation, PlannedStep } from "@primacy/core/operation";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import type { WorkerContext } from "../context";
import { findPrimaryMember, lookThrough, nameOfMember } from "../endpoint/look-through";
import { findRouterAuthority } from "../endpoint/router-authority";
import { hasAddress } from "../observe/has-address";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { StepFailure } from "../operation/failure";

type Input = OperationInput<"proxy.look">;
type WaysStep = PlannedStep<"proxy.ways", Input>;

/** `proxy.look`: connects through every port, and asks every host whether it has the address. Changes nothing. */
export const lookOperation: OperationDefinition = defineOperation<Input, WaysStep>({
  input: operationKinds["proxy.look"].input,
  timeoutMs: 10_000,
  async plan({ worker, operation }, input): Promise<PlannedOperation<WaysStep> | ReturnType<typeof refuse>> {
    const proxy = await worker.db.proxies.find(input.proxyId);
    if (proxy === null || proxy.clusterId !== operation.clusterId)
      return refuse("not_found", [], { what: "proxy" });
    const step = {
      ordinal: 0,
      code: "proxy.ways" as const,
      hostId: null,
      hostName: null,
      title: message("step.proxy.ways"),
      preview: [],
      isReversible: false,
      input,
    };
    return { steps: [step], consequences: [] };
  },
  executors: {
    "proxy.ways": defineStep<Input>({
      input: z.object({ proxyId: z.string() }),
      timeoutMs: 30_000,
      undo: { kind: "nothing" },
      async execute({ worker }, { proxyId }, signal) {
        const proxy = await worker.db.proxies.find(proxyId);
        if (proxy === null) throw new StepFailure("failure.proxy_gone");
        return { kind: "done", output: await look(worker, proxy, signal) };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("proxy.ways", ProxyHealth);
    return found?.output ?? null;
  },
});

async function look(worker: WorkerContext, proxy: ClusterProxy, signal: AbortSignal): Promise<ProxyHealth> {
  const primary = await findPrimaryMember(worker, proxy.clusterId, signal);
  const authority = proxy.kind === "router" ? await findRouterAuthority(worker, proxy.id) : null;
  const [ways, hosts] = await Promise.all([
    Promise.all(
      ProxyWay.options.flatMap((way) => lookAtWay(worker, proxy, way, primary, authority, signal) ?? []),
    ),
    Promise.all(proxy.hosts.map((host) => lookAtHost(worker, proxy, host, primary, signal))),
  ]);
  return { ways, hosts };
}

function lookAtWay(
  worker: WorkerContext,
  { clusterId, address: floating, hosts, ports }: ClusterProxy,
  way: ProxyWay,
  primary: MemberRecord | null,
  authority: string | null,
  signal: AbortSignal,
): Promise<ProxyWayHealth> | null {
  const port = ports[way];
  const address = floating ?? hosts[0]?.address;
  if (port === null || address === undefined) return null;
  const own = way === "split" ? authority : null;
  return lookThrough(worker, clusterId, { address, port }, primary, signal, own).then((sight) => {
    const at = { way, address, port };
    if (sight.kind === "unreached")
      return { ...at, leadsTo: null, isRight: false, connectMs: null, reason: sight.reason };
    const { member, isPrimary, connectMs } = sight;
    return {
      ...at,
      leadsTo: nameOfMember(member),
      isRight: way !== "write" || isPrimary,
      connectMs,
      reason: null,
    };
  });
}

async function lookAtHost(
  worker: WorkerContext,
  { clusterId, address, ports }: ClusterProxy,
  { hostId, name, address: own }: ClusterProxy["hosts"][number],
  primary: MemberRecord | null,
  signal: AbortSignal,
): Promise<ProxyHostHealth> {
  const [sight, holdsAddress] = await Promise.all([
    lookThrough(worker, clusterId, { address: own, port: ports.write }, primary, signal),
    address === null ? null : hasAddress(worker, hostId, address, signal),
  ]);
  if (sight.kind === "unreached")
    return { hostId, name, isServing: false, reason: sight.reason, holdsAddress };
  const { isPrimary, member } = sight;
  const reason = isPrimary ? null : message("why.proxy_wrong_server", { member: nameOfMember(member) });
  return { hostId, name, isServing: isPrimary, reason, holdsAddress };
}
