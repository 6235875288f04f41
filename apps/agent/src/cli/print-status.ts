import type { Message } from "@primacy/contract";
import type {
  AgentStatus,
  HostActionRecord,
  HostOperatorSummary,
  OperatorKey,
  VipStatus,
} from "@primacy/contract/agent";
import type { VipWhy } from "../control/control-api";

/** What an agent says, of its host's first cluster and of the others, as sentences for a terminal. */
export function formatStatus(status: AgentStatus & { readonly others?: readonly AgentStatus[] }): string {
  const warnings = [status, ...(status.others ?? [])].flatMap((one) => one.warnings.map(({ text }) => text));
  const lines = [
    `Agent ${status.agentVersion}, host ${status.hostId}.`,
    ...describeCluster(status),
    ...(status.others ?? []).flatMap(describeCluster),
    ...describeOperator(status.operator),
    // What is of the host is said of each cluster.
    ...[...new Set(warnings)].map((text) => `Warning: ${text}`),
  ];
  return `${lines.join("\n")}\n`;
}

function describeCluster(status: AgentStatus): string[] {
  const { mysql } = status;
  return [
    status.clusterId === null
      ? "It belongs to no cluster yet."
      : `It belongs to cluster ${status.clusterId}, configuration epoch ${status.epoch}.`,
    describeServer(status),
    ...(mysql.error === null ? [] : [`  ${mysql.error.text}`]),
    ...status.vips.map(describeVip),
    ...(status.clusterId !== null && status.vips.length === 0 ? ["No address is configured."] : []),
  ];
}

function describeOperator(operator: HostOperatorSummary | undefined): string[] {
  if (operator === undefined) return [];
  const { state, openActions, failedUndos } = operator;
  const words = {
    off: "The host operator is off.",
    silent: "Warning: The host operator is on, but does not answer. See 'primacy-operator status'.",
    running:
      openActions === 0
        ? "The host operator is on, with no action in force."
        : `The host operator is on, with ${openActions} action${openActions === 1 ? "" : "s"} in force.`,
  };
  return [words[state], ...failedUndos.flatMap(formatFailedUndo)];
}

/** An act that could not be undone, and what root does about it. */
export function formatFailedUndo({ target, reason, byHand, settle }: HostActionRecord): string[] {
  return [
    `Warning: The action on ${target} could not be undone. ${reason?.text ?? ""}`.trim(),
    ...byHand.map((command) => `  to undo it by hand: ${command}`),
    `  to leave it as it is: ${settle}`,
  ];
}

/** Whose signatures count, and what of the file is no key. */
export function formatKeys(
  file: string,
  { keys, problems }: { readonly keys: readonly OperatorKey[]; readonly problems: readonly Message[] },
): string {
  const lines =
    keys.length === 0
      ? [`No order counts on this host: ${file} has no key.`]
      : keys.map(({ fingerprint, comment }) => `${fingerprint} ${comment}`.trim());
  return `${[...lines, ...problems.map((problem) => `Warning: ${problem.text}`)].join("\n")}\n`;
}

function describeServer({ mysql }: AgentStatus): string {
  switch (mysql.reach) {
    case "up":
      return `The MySQL server is ${mysql.memberState ?? "in no group"}${mysql.memberRole === null ? "" : `, ${mysql.memberRole}`}.`;
    case "down":
      return "The MySQL server does not answer.";
    case "denied":
      return "The MySQL server refuses the agent's account.";
    case "unconfigured":
      return "The agent has not been told how to reach its MySQL server.";
  }
}

function describeVip(vip: VipStatus): string {
  const held = vip.isBound ? `held here, on ${vip.nic}` : "not on this host";
  const drained = vip.draining === undefined ? "" : " New connections are refused: it is being drained.";
  return `${vip.address}: ${held} (${vip.state}).${drained} ${vip.reasons.map((reason) => reason.text).join(" ")}`;
}

/** Why each address is, or is not, on this host, and how that came about. */
export function formatWhy(vips: readonly VipWhy[]): string {
  return vips.length === 0
    ? "No address is configured here.\n"
    : vips.map((vip) => `${describeWhy(vip).join("\n")}\n`).join("\n");
}

function describeWhy(vip: VipWhy): string[] {
  const words = {
    R1: "said so",
    R2: "had not been heard by any server of the group for long enough",
    R3: `had ${vip.proofWaitMs} ms to lose it`,
    R4: "was off, as an operator signed",
  };
  const proofs = vip.proofs.map(({ host, proof }) => `${host} ${words[proof]}`);
  const age = vip.evidenceAgeMs === null ? null : Math.round(vip.evidenceAgeMs);
  return [
    `${vip.address} is ${vip.isHolding ? "held" : "not held"} by this host (${vip.state}).`,
    ...vip.reasons.map((reason) => `  because: ${reason}`),
    ...(age === null ? [] : [`  last proof of the right to it: ${age} ms ago`]),
    ...(proofs.length === 0 ? [] : [`  nobody else held it when it was last taken: ${proofs.join("; ")}`]),
    ...(vip.history.length === 0 ? [] : ["  history:"]),
    ...vip.history.map(
      ({ agoMs, from, to, reason }) => `    ${(agoMs / 1000).toFixed(1)} s ago: ${from} -> ${to}. ${reason}`,
    ),
  ];
}
