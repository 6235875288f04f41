import { type HaproxyRequest, message, type ProxyDraft, type ProxyOf } from "@primacy/contract";
import type { PlannedStep, StepDraft } from "../../operation/planned-step";
import { type CommonProxyStep, planForget, planProve, planStore } from "../common-steps";
import { type HaproxyPlan, haproxyTimings, type ProxiedServer, planHaproxyConfig } from "./haproxy-config";
import { proxyFiles } from "./judge-file";
import { planKeepalivedConfig, type VrrpHost } from "./keepalived-config";

/** Whose acts they are. */
export interface HaproxyTarget {
  readonly proxyId: string;
  readonly clusterId: string;
  readonly hostId: string;
  readonly hostName: string;
}

/** Both files of one host; `programs`: with what each is tried. */
export interface HaproxyFilesInput extends HaproxyTarget {
  readonly texts: { readonly haproxy: string; readonly keepalived: string };
  readonly programs: { readonly haproxy: string; readonly keepalived: string };
}

/** A service of one host that is to run. */
export interface HaproxyServiceInput extends HaproxyTarget {
  readonly service: "haproxy" | "keepalived";
}

/** The agents that are to answer checks; a port of null: that are to answer none. */
export interface RoleCheckInput {
  readonly clusterId: string;
  readonly port: number | null;
  /** What was in force before, which comes back where the operation is undone. */
  readonly before: number | null;
  readonly hostIds: readonly string[];
}

/** The hosts on which everything stays from here on. */
export interface KeepInput {
  readonly proxyId: string;
  readonly clusterId: string;
  readonly hosts: readonly { readonly hostId: string; readonly name: string }[];
}

/** The steps of HAProxy with Keepalived, besides those that all proxies have. */
export type HaproxyStep =
  | PlannedStep<"haproxy.verify", HaproxyFilesInput>
  | PlannedStep<"haproxy.role_check", RoleCheckInput>
  | PlannedStep<"haproxy.write", HaproxyFilesInput>
  | PlannedStep<"haproxy.serve", HaproxyServiceInput>
  | PlannedStep<"haproxy.keep", KeepInput>
  | PlannedStep<"haproxy.stop", HaproxyServiceInput>
  | PlannedStep<"haproxy.restore", HaproxyTarget>;

type AnyStep = HaproxyStep | CommonProxyStep;

/** What an installation is planned from. */
export interface HaproxyInstallation {
  readonly proxyId: string;
  readonly clusterId: string;
  readonly clusterName: string;
  readonly request: HaproxyRequest;
  readonly hosts: readonly (VrrpHost & {
    /** Where its host is reached. */
    readonly address: string;
    readonly programs: HaproxyFilesInput["programs"];
  })[];
  readonly servers: readonly ProxiedServer[];
  /** The hosts of all members, and where they answer checks already. */
  readonly memberHostIds: readonly string[];
  readonly checkPortBefore: number | null;
}

/** Plans the installation: whatever fails, all that was done before is undone in reverse order. */
export function planHaproxy(from: HaproxyInstallation) {
  const { proxyId, clusterId, request, hosts, memberHostIds } = from;
  const files = hosts.map((host) => filesOf(from, host));
  const drafts: readonly StepDraft<AnyStep>[] = [
    planStore(draftOf(from)),
    ...files.map((input) => verifyStep(input)),
    roleCheckStep({
      clusterId,
      port: request.checkPort,
      before: from.checkPortBefore,
      hostIds: memberHostIds,
    }),
    ...files.map((input) => writeStep(input)),
    ...(["haproxy", "keepalived"] as const).flatMap((service) =>
      files.map((input) => serveStep({ ...targetOf(input), service })),
    ),
    planProve({ proxyId, clusterId, address: request.address, port: request.ports.write }),
    keepStep({ proxyId, clusterId, hosts: hosts.map(({ hostId, name }) => ({ hostId, name })) }),
  ];
  return {
    steps: number(drafts),
    consequences: [
      message("consequence.haproxy_files", {
        hosts: hosts.map(({ name }) => name).join(", "),
        files: Object.values(proxyFiles).join(", "),
      }),
      message("consequence.haproxy_checks", { port: request.checkPort }),
      message("consequence.haproxy_address", { address: request.address }),
    ],
  };
}

/** What a removal is planned from. */
export interface HaproxyRemoval {
  readonly proxy: ProxyOf<"haproxy">;
  readonly memberHostIds: readonly string[];
  /** Another proxy of the cluster asks for roles there as well. */
  readonly checkPortAfter: number | null;
}

/** Plans the removal: the address goes first, then HAProxy, and then the files. It can be ordered again where it failed. */
export function planHaproxyRemoval({ proxy, memberHostIds, checkPortAfter }: HaproxyRemoval) {
  const { id: proxyId, clusterId, hosts, address, checkPort } = proxy;
  const targets = hosts.map(({ hostId, name: hostName }) => ({ proxyId, clusterId, hostId, hostName }));
  const drafts: readonly StepDraft<AnyStep>[] = [
    ...(["keepalived", "haproxy"] as const).flatMap((service) =>
      targets.map((target) => stopStep({ ...target, service })),
    ),
    ...targets.map(restoreStep),
    ...(checkPortAfter === null
      ? [roleCheckStep({ clusterId, port: null, before: checkPort, hostIds: memberHostIds })]
      : []),
    planForget(proxyId),
  ];
  return {
    steps: number(drafts),
    consequences: [message("consequence.haproxy_removed", { address })],
  };
}

/** Distributes over the union, as a plain map would not. */
function number(drafts: readonly StepDraft<AnyStep>[]): AnyStep[] {
  return drafts.map((draft, ordinal) => ({ ...draft, ordinal }));
}

function draftOf({ proxyId: id, clusterId, request, hosts }: HaproxyInstallation): ProxyDraft {
  const { kind, address, prefixLength, ports, virtualRouterId, checkPort } = request;
  return {
    id,
    clusterId,
    kind,
    hosts: hosts.map(({ hostId, name, address: at }) => ({ hostId, name, address: at })),
    address,
    prefixLength,
    ports: { ...ports, split: null },
    virtualRouterId,
    checkPort,
    timings: haproxyTimings,
  };
}

function filesOf(from: HaproxyInstallation, host: HaproxyInstallation["hosts"][number]): HaproxyFilesInput {
  const { proxyId, clusterId, request, hosts, servers } = from;
  const { address, prefixLength, ports, checkPort, virtualRouterId } = request;
  const plan: HaproxyPlan = { proxyId, clusterId, address, ports, checkPort, servers };
  return {
    proxyId,
    clusterId,
    hostId: host.hostId,
    hostName: host.name,
    programs: host.programs,
    texts: {
      haproxy: planHaproxyConfig(plan),
      keepalived: planKeepalivedConfig({ proxyId, address, prefixLength, virtualRouterId, hosts }, host),
    },
  };
}

function targetOf({ proxyId, clusterId, hostId, hostName }: HaproxyTarget): HaproxyTarget {
  return { proxyId, clusterId, hostId, hostName };
}

/** The commands that try both texts, each given it as its standard input. */
export function verifyCommands({ programs }: Pick<HaproxyFilesInput, "programs">) {
  return {
    haproxy: [programs.haproxy, "-c", "-f", "/dev/stdin"],
    keepalived: [programs.keepalived, "-t", "-f", "/dev/stdin"],
  } as const;
}

function verifyStep(input: HaproxyFilesInput): StepDraft<HaproxyStep> {
  const { hostId, hostName } = input;
  return {
    code: "haproxy.verify",
    hostId,
    hostName,
    title: message("step.haproxy.verify", { host: hostName }),
    preview: Object.values(verifyCommands(input)).map((argv) => ({ kind: "command", text: argv.join(" ") })),
    isReversible: true,
    input,
  };
}

function roleCheckStep(input: RoleCheckInput): StepDraft<HaproxyStep> {
  const title =
    input.port === null
      ? message("step.haproxy.role_check_off")
      : message("step.haproxy.role_check", { port: input.port });
  return {
    code: "haproxy.role_check",
    hostId: null,
    hostName: null,
    title,
    preview: [],
    isReversible: true,
    input,
  };
}

function writeStep(input: HaproxyFilesInput): StepDraft<HaproxyStep> {
  const { hostId, hostName, texts } = input;
  return {
    code: "haproxy.write",
    hostId,
    hostName,
    title: message("step.haproxy.write", { host: hostName }),
    preview: (["haproxy", "keepalived"] as const).map((file) => ({
      kind: "document",
      text: `${proxyFiles[file]}\n\n${texts[file]}`,
    })),
    isReversible: true,
    input,
  };
}

function serveStep(input: HaproxyServiceInput): StepDraft<HaproxyStep> {
  const { hostId, hostName, service } = input;
  return {
    code: "haproxy.serve",
    hostId,
    hostName,
    title: message("step.haproxy.serve", { host: hostName, service }),
    preview: [{ kind: "command", text: `service ${service} restart` }],
    isReversible: true,
    input,
  };
}

function keepStep(input: KeepInput): StepDraft<HaproxyStep> {
  return {
    code: "haproxy.keep",
    hostId: null,
    hostName: null,
    title: message("step.haproxy.keep"),
    preview: [],
    isReversible: true,
    input,
  };
}

function stopStep(input: HaproxyServiceInput): StepDraft<HaproxyStep> {
  const { hostId, hostName, service } = input;
  return {
    code: "haproxy.stop",
    hostId,
    hostName,
    title: message("step.haproxy.stop", { host: hostName, service }),
    preview: [{ kind: "command", text: `service ${service} stop` }],
    isReversible: false,
    input,
  };
}

function restoreStep(input: HaproxyTarget): StepDraft<HaproxyStep> {
  const { hostId, hostName } = input;
  return {
    code: "haproxy.restore",
    hostId,
    hostName,
    title: message("step.haproxy.restore", { host: hostName }),
    preview: Object.values(proxyFiles).map((text) => ({ kind: "document", text })),
    isReversible: false,
    input,
  };
}
