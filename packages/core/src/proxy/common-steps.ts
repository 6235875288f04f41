import { message, type ProxyDraft, withPort } from "@primacy/contract";
import type { PlannedStep, StepDraft } from "../operation/planned-step";

/** What the first step records. */
export interface StoreProxyInput {
  readonly draft: ProxyDraft;
}

/** Whose record the last step of a removal deletes. */
export interface ForgetProxyInput {
  readonly proxyId: string;
}

/** Through what the last step of an installation connects. */
export interface ProveProxyInput {
  readonly proxyId: string;
  readonly clusterId: string;
  readonly address: string;
  readonly port: number;
}

/** The steps that proxies of all kinds have. */
export type CommonProxyStep =
  | PlannedStep<"proxy.store", StoreProxyInput>
  | PlannedStep<"proxy.forget", ForgetProxyInput>
  | PlannedStep<"proxy.prove", ProveProxyInput>;

const nowhere = { hostId: null, hostName: null } as const;

/** The first step of an installation: the record, which keeps its address and its VRRP group from others. */
export function planStore(draft: ProxyDraft): StepDraft<CommonProxyStep> {
  return {
    ...nowhere,
    code: "proxy.store",
    title: message("step.proxy.store"),
    preview: [],
    isReversible: true,
    input: { draft },
  };
}

/** The last step of a removal. */
export function planForget(proxyId: string): StepDraft<CommonProxyStep> {
  return {
    ...nowhere,
    code: "proxy.forget",
    title: message("step.proxy.forget"),
    preview: [],
    isReversible: false,
    input: { proxyId },
  };
}

/** The proof that the write port leads to the primary. */
export function planProve(input: ProveProxyInput): StepDraft<CommonProxyStep> {
  return {
    ...nowhere,
    code: "proxy.prove",
    title: message("step.proxy.prove", { endpoint: withPort(input.address, input.port) }),
    preview: [],
    isReversible: true,
    input,
  };
}
