import { isRefusal, ProxyDraft } from "@primacy/contract";
import type {
  CommonProxyStep,
  ForgetProxyInput,
  ProveProxyInput,
  StoreProxyInput,
} from "@primacy/core/proxy";
import { z } from "zod";
import { defineStep, type ExecutorMap } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { proveWay } from "./prove-way";
import { noteStep, serviceStep } from "./service-step";

/** Records the proxy; undone, it is forgotten. */
const storeStep = defineStep<StoreProxyInput, object>({
  input: z.object({ draft: ProxyDraft }),
  timeoutMs: 15_000,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    undo: async ({ worker }, { draft }) =>
      worker.db.transact(worker.actor, (unit) => unit.proxies.remove(draft.id)),
  },
  async execute({ worker }, { draft }) {
    const stored = await worker.db.transact(worker.actor, (unit) => unit.proxies.create(draft));
    if (!isRefusal(stored)) return { kind: "done" };
    // What another operation has recorded since the checks.
    throw new StepFailure("failure.proxy_taken", { params: { address: draft.address ?? draft.kind } });
  },
});

const forgetStep = defineStep<ForgetProxyInput>({
  input: z.object({ proxyId: z.string() }),
  timeoutMs: 15_000,
  undo: { kind: "impossible" },
  async execute({ worker }, { proxyId }) {
    await worker.db.transact(worker.actor, (unit) => unit.proxies.remove(proxyId));
    return { kind: "done" };
  },
});

/** What the proof tells the result of the operation. */
export const ProofOutput = z.object({ leadsTo: z.string(), connectMs: z.number() });

const proveStep = defineStep<ProveProxyInput>({
  input: z.object({
    proxyId: z.string(),
    clusterId: z.string(),
    address: z.string(),
    port: z.number(),
  }),
  timeoutMs: 60_000,
  undo: { kind: "nothing" },
  async execute(context, input, signal) {
    const { output, detail } = await proveWay(context, input, signal);
    return { kind: "done", detail, output };
  },
});

/** The executors of the steps that all kinds have. */
export const commonExecutors: ExecutorMap<CommonProxyStep> = {
  "proxy.store": storeStep,
  "proxy.forget": forgetStep,
  "proxy.prove": proveStep,
  "proxy.service": serviceStep,
  "proxy.note": noteStep,
};
