import {
  type Host,
  type Message,
  message,
  type PlanStep,
  type Refusal,
  refuse,
  withPort,
} from "@primacy/contract";
import { agentCommands, installLayout } from "@primacy/contract/agent";
import type { PlannedOperation, StepDraft } from "../operation/planned-step";
import type { AgentRelease, HostStep } from "./steps";

/** The parts of a host that plans depend on. */
export type PlannableHost = Pick<
  Host,
  "id" | "name" | "hasCredential" | "hostKey" | "clusterIds" | "agentAddress" | "agentPort" | "operator"
>;

/** A step before it has its number. */
export type Draft = StepDraft<HostStep>;

/** Whether an agent runs that can hand its addresses over. */
export type Beginning = "start" | "handover";

/** Refuses while SSH cannot be tried at all; null where it can. */
export function refuseWithoutAccess(host: PlannableHost): Refusal | null {
  if (host.hostKey === null) return refuse("host_key_unknown", [], { host: host.name, fingerprint: "?" });
  return host.hasCredential ? null : refuse("credentials_missing", [], { what: host.name });
}

/** Signs in. */
export function connect(host: PlannableHost, needsRoot: boolean): Draft {
  return step(host, "host.connect", [], true, { ...onHost(host), needsRoot });
}

/** Looks at the host. */
export function observe(host: PlannableHost, release: AgentRelease | null): Draft {
  return step(host, "host.observe", [], true, { ...onHost(host), release });
}

/** Copies the agent. */
export function place(host: PlannableHost, release: AgentRelease): Draft {
  const folder = `${installLayout.releasesFolder}/${shortName(release)}`;
  const preview = [
    command(`tar -xzf primacy-agent.tar.gz -C ${folder}`),
    command(`ln -sfn ${folder} ${installLayout.currentLink}`),
    command(`ln -sfn ${installLayout.executable} ${installLayout.commandLink}`),
  ];
  return step(host, "agent.place", preview, true, { ...onHost(host), release });
}

/** Makes key and certificate. */
export function certify(host: PlannableHost): Draft {
  const files = [
    installLayout.keyFile,
    installLayout.certificateFile,
    installLayout.authorityFile,
    installLayout.bootstrapFile,
  ];
  const preview = [
    command(`${installLayout.executable} csr ${host.name}`),
    ...files.map((text) => ({ kind: "document" as const, text })),
  ];
  return step(host, "agent.certify", preview, true, onHost(host));
}

/** Starts the agent, or hands over to it; the host operator, where it is switched on, is started again after that. */
export function start(host: PlannableHost, beginning: Beginning): Draft {
  const preview = [
    command(`${installLayout.supervisor} ${beginning}`),
    // The supervisor does that where there is none yet.
    command(`useradd --system ${installLayout.agentUser}`),
    // After the handover, so that no address waits for it.
    ...(isOperatorOn(host) ? [command(agentCommands.restartOperator.join(" "))] : []),
  ];
  return step(host, "agent.start", preview, true, onHost(host));
}

function isOperatorOn({ operator }: PlannableHost): boolean {
  return operator !== null && operator.state !== "off";
}

/** Waits for the answer of the agent. */
export function hello(host: PlannableHost): Draft {
  return step(host, "agent.hello", helloPreview(host), true, onHost(host));
}

/** How the agent is asked. */
export function helloPreview(host: PlannableHost): PlanStep["preview"] {
  return [{ kind: "network", text: `GET https://${withPort(host.agentAddress, host.agentPort)}/hello` }];
}

/** Switches the host operator on, and waits until it answers. */
export function enableOperator(host: PlannableHost): Draft[] {
  const preview = [
    command(agentCommands.enableOperator.join(" ")),
    { kind: "document" as const, text: installLayout.operatorSwitch },
  ];
  return [
    step(host, "operator.enable", preview, true, onHost(host)),
    step(host, "operator.verify_running", helloPreview(host), true, onHost(host)),
  ];
}

/** Undoes what the host operator has in force, and switches it off. */
export function disableOperator(host: PlannableHost): Draft {
  const preview = [command(agentCommands.disableOperator.join(" "))];
  return step(host, "operator.disable", preview, false, onHost(host));
}

/** The name of a release's folder on the host. */
export function shortName(release: AgentRelease): string {
  return release.sha256.slice(0, 16);
}

/** The input of a step that needs the host alone. */
export function onHost(host: PlannableHost): { hostId: string } {
  return { hostId: host.id };
}

/** A command as a preview shows it. */
export function command(text: string): PlanStep["preview"][number] {
  return { kind: "command", text };
}

/** A step of one host, with the title of its code. */
export function step<C extends HostStep["code"]>(
  host: PlannableHost,
  code: C,
  preview: PlanStep["preview"],
  isReversible: boolean,
  input: Extract<HostStep, { code: C }>["input"],
): StepDraft<Extract<HostStep, { code: C }>>;
export function step(
  host: PlannableHost,
  code: HostStep["code"],
  preview: PlanStep["preview"],
  isReversible: boolean,
  input: unknown,
): unknown {
  const title = message(`step.${code}`, { host: host.name });
  return { code, hostId: host.id, hostName: host.name, title, preview, isReversible, input };
}

/** Numbers the steps in their order. */
export function arrange(
  drafts: readonly Draft[],
  consequences: readonly Message[] = [],
): PlannedOperation<HostStep> {
  return { steps: drafts.map((draft, ordinal) => ({ ...draft, ordinal })), consequences };
}
