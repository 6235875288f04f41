import { message, type ProxyDraft, type ProxyService, proxyServiceTitles, withPort } from "@primacy/contract";
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

/** A service of one host, and how it is to be from here on. */
export interface ProxyServiceInput {
  readonly proxyId: string;
  readonly clusterId: string;
  readonly hostId: string;
  readonly hostName: string;
  readonly service: ProxyService;
  readonly state: "running" | "stopped";
}

/** Whether the record says that somebody has stopped the proxy: whoever ordered the operation. */
export interface NoteProxyInput {
  readonly proxyId: string;
  readonly state: "running" | "stopped";
}

/** The steps that proxies of all kinds have. */
export type CommonProxyStep =
  | PlannedStep<"proxy.service", ProxyServiceInput>
  | PlannedStep<"proxy.note", NoteProxyInput>
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

/** Starts or stops one service for good. */
export function planService(input: ProxyServiceInput): StepDraft<CommonProxyStep> {
  const { hostId, hostName, service, state } = input;
  const act = state === "running" ? "start" : "stop";
  return {
    code: "proxy.service",
    hostId,
    hostName,
    title: message(`step.proxy.service_${state}`, { host: hostName, service: proxyServiceTitles[service] }),
    preview: [{ kind: "command", text: `service ${service} ${act}` }],
    isReversible: true,
    input,
  };
}

/** Records that somebody has stopped the proxy, or that nobody has any more. */
export function planNote(input: NoteProxyInput): StepDraft<CommonProxyStep> {
  return {
    ...nowhere,
    code: "proxy.note",
    title: message(`step.proxy.note_${input.state}`),
    preview: [],
    isReversible: true,
    input,
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
