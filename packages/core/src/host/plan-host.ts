import {
  type Host,
  type Message,
  message,
  type PlanStep,
  problemDetail,
  type Refusal,
  refuse,
  withPort,
} from "@primacy/contract";
import { installLayout } from "@primacy/contract/agent";
import type { PlannedOperation, StepDraft } from "../operation/planned-step";
import type { AgentRelease, HostStep } from "./steps";

/** The parts of a host that plans depend on. */
export type PlannableHost = Pick<
  Host,
  "id" | "name" | "hasCredential" | "hostKey" | "clusterIds" | "agentAddress" | "agentPort"
>;

type HostPlan = PlannedOperation<HostStep>;
type Draft = StepDraft<HostStep>;
/** Whether an agent runs that can hand its addresses over. */
type Beginning = "start" | "handover";

/** The plan of a connection test: it only looks. Refused while SSH cannot be tried at all. */
export function planHostTest(host: PlannableHost): HostPlan | Refusal {
  return refuseWithoutAccess(host) ?? arrange([connect(host, false), observe(host, null)]);
}

/** The plan of an installation. The same steps repair: each takes what is there as it is. */
export function planAgentInstall(host: PlannableHost, release: AgentRelease): HostPlan | Refusal {
  return refuseWithoutAccess(host) ?? arrange(renewalSteps(host, release, "start"));
}

function renewalSteps(host: PlannableHost, release: AgentRelease, beginning: Beginning): Draft[] {
  return [
    connect(host, true),
    observe(host, release),
    place(host, release),
    certify(host),
    start(host, beginning),
    hello(host),
  ];
}

/** The plan of an upgrade: key and certificate stay, and so does a held address where the agents can hand it over. */
export function planAgentUpgrade(host: PlannableHost, release: AgentRelease): HostPlan | Refusal {
  return (
    refuseWithoutAccess(host) ??
    arrange(
      [
        connect(host, true),
        observe(host, release),
        place(host, release),
        start(host, "handover"),
        hello(host),
      ],
      [message("consequence.agent_restart", { host: host.name })],
    )
  );
}

/** The plan of a repair: everything anew, with a new certificate. */
export function planAgentRepair(host: PlannableHost, release: AgentRelease): HostPlan | Refusal {
  return (
    refuseWithoutAccess(host) ??
    arrange(renewalSteps(host, release, "handover"), [
      message("consequence.agent_restart", { host: host.name }),
    ])
  );
}

/** A cluster that a host is a member of, and the addresses of its VIPs. */
export interface HostUse {
  readonly clusterName: string;
  readonly vipAddresses: readonly string[];
}

/** Refuses to remove the agent of a cluster's member, with every reason; null where the host is in no cluster. */
export function refuseAgentRemove(uses: readonly HostUse[]): Refusal | null {
  if (uses.length === 0) return null;
  const reasons = uses.flatMap(({ clusterName, vipAddresses }) => [
    clusterName,
    ...vipAddresses.map((address) => `VIP ${address}`),
  ]);
  return refuse(
    "in_use",
    reasons.map((what) => problemDetail("", "in_use", { what })),
    { what: reasons.join(", ") },
  );
}

/** The plan of a removal without trace. Refused while the host belongs to a cluster: every member needs its agent. */
export function planAgentRemove(host: PlannableHost, uses: readonly HostUse[]): HostPlan | Refusal {
  return (
    refuseAgentRemove(uses) ??
    refuseWithoutAccess(host) ??
    arrange([
      connect(host, true),
      step(
        host,
        "agent.release",
        [command(`${installLayout.executable} release --stay`)],
        false,
        onHost(host),
      ),
      step(host, "agent.stop", [command(`${installLayout.supervisor} stop`)], false, onHost(host)),
      step(
        host,
        "agent.delete",
        [
          command(
            `rm -rf ${[
              installLayout.programFolder,
              installLayout.configFolder,
              installLayout.stateFolder,
              installLayout.runFolder,
              installLayout.commandLink,
            ].join(" ")}`,
          ),
          command(`userdel ${installLayout.agentUser}`),
        ],
        false,
        onHost(host),
      ),
      step(host, "agent.verify_gone", [], true, onHost(host)),
    ])
  );
}

function refuseWithoutAccess(host: PlannableHost): Refusal | null {
  if (host.hostKey === null) return refuse("host_key_unknown", [], { host: host.name, fingerprint: "?" });
  return host.hasCredential ? null : refuse("credentials_missing", [], { what: host.name });
}

function connect(host: PlannableHost, needsRoot: boolean): Draft {
  return step(host, "host.connect", [], true, { ...onHost(host), needsRoot });
}

function observe(host: PlannableHost, release: AgentRelease | null): Draft {
  return step(host, "host.observe", [], true, { ...onHost(host), release });
}

function place(host: PlannableHost, release: AgentRelease): Draft {
  const folder = `${installLayout.releasesFolder}/${shortName(release)}`;
  const preview = [
    command(`tar -xzf primacy-agent.tar.gz -C ${folder}`),
    command(`ln -sfn ${folder} ${installLayout.currentLink}`),
    command(`ln -sfn ${installLayout.executable} ${installLayout.commandLink}`),
  ];
  return step(host, "agent.place", preview, true, { ...onHost(host), release });
}

function certify(host: PlannableHost): Draft {
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

function start(host: PlannableHost, beginning: Beginning): Draft {
  const preview = [
    command(`${installLayout.supervisor} ${beginning}`),
    // The supervisor does that where there is none yet.
    command(`useradd --system ${installLayout.agentUser}`),
  ];
  return step(host, "agent.start", preview, true, onHost(host));
}

function hello(host: PlannableHost): Draft {
  const preview = [
    { kind: "network" as const, text: `GET https://${withPort(host.agentAddress, host.agentPort)}/hello` },
  ];
  return step(host, "agent.hello", preview, true, onHost(host));
}

/** The name of a release's folder on the host. */
export function shortName(release: AgentRelease): string {
  return release.sha256.slice(0, 16);
}

function onHost(host: PlannableHost): { hostId: string } {
  return { hostId: host.id };
}

function command(text: string): PlanStep["preview"][number] {
  return { kind: "command", text };
}

function step<C extends HostStep["code"]>(
  host: PlannableHost,
  code: C,
  preview: PlanStep["preview"],
  isReversible: boolean,
  input: Extract<HostStep, { code: C }>["input"],
): StepDraft<Extract<HostStep, { code: C }>>;
function step(
  host: PlannableHost,
  code: HostStep["code"],
  preview: PlanStep["preview"],
  isReversible: boolean,
  input: unknown,
): unknown {
  const title = message(`step.${code}`, { host: host.name });
  return { code, hostId: host.id, hostName: host.name, title, preview, isReversible, input };
}

function arrange(drafts: readonly Draft[], consequences: readonly Message[] = []): HostPlan {
  return { steps: drafts.map((draft, ordinal) => ({ ...draft, ordinal })), consequences };
}
