import { type AgentInstall, message, problemDetail, type Refusal, refuse } from "@primacy/contract";
import { installLayout } from "@primacy/contract/agent";
import type { PlannedOperation } from "../operation/planned-step";
import {
  arrange,
  type Beginning,
  certify,
  command,
  connect,
  type Draft,
  disableOperator,
  enableOperator,
  hello,
  observe,
  onHost,
  type PlannableHost,
  place,
  refuseWithoutAccess,
  start,
  step,
} from "./draft-steps";
import type { AgentRelease, HostStep } from "./steps";

type HostPlan = PlannedOperation<HostStep>;

/** The plan of a connection test: it only looks. Refused while SSH cannot be tried at all. */
export function planHostTest(host: PlannableHost): HostPlan | Refusal {
  return refuseWithoutAccess(host) ?? arrange([connect(host, false), observe(host, null)]);
}

/**
 * The plan of an installation. The same steps repair: each takes what is there as it is. The host operator is switched on
 * last, and only where that was asked for.
 */
export function planAgentInstall(
  host: PlannableHost,
  release: AgentRelease,
  { hostOperator }: AgentInstall,
): HostPlan | Refusal {
  const agent = renewalSteps(host, release, "start");
  return (
    refuseWithoutAccess(host) ??
    (hostOperator
      ? arrange(
          [...agent, ...enableOperator(host)],
          [message("consequence.operator_enable", { host: host.name })],
        )
      : arrange(agent))
  );
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

/**
 * The plan of a removal without trace. The host operator is looked for whatever is known of it: root may have switched it on
 * by hand. Refused while the host belongs to a cluster: every member needs its agent.
 */
export function planAgentRemove(host: PlannableHost, uses: readonly HostUse[]): HostPlan | Refusal {
  return (
    refuseAgentRemove(uses) ??
    refuseWithoutAccess(host) ??
    arrange([
      connect(host, true),
      // First of all: where it cannot undo something, the agent stays as it is, with its addresses.
      disableOperator(host),
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
