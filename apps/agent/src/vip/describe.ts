import { type Message, message, messageWith, quote } from "@primacy/contract";
import {
  type BlockCode,
  computeReleaseAfterMs,
  type NotPrimaryReason,
  type ReleaseReason,
  type VipExplanation,
  type VipReason,
  type VipState,
} from "@primacy/core/vip";

/** Names of peers for people, by host id. */
export type HostNames = ReadonlyMap<string, string>;

const refusals = {
  "still-primary": "reason.peer_holds",
  "foreign-address": "reason.peer_foreign",
  "not-a-peer": "reason.peer_unaware",
} as const;

/** Every reason that stands between this host and the address, or why it holds it, in the catalogue's words. */
export function describeReasons(state: VipState, explanation: VipExplanation, names: HostNames): Message[] {
  if (explanation.holds) {
    const macs = explanation.contestedBy.join(", ");
    const holding = message(isAssigned(state) ? "reason.holding_assigned" : "reason.holding");
    return [holding, ...(macs === "" ? [] : [message("reason.contested", { macs })])];
  }
  const waiting = explanation.reasons.filter((reason) => reason.code === "waiting-for-peer");
  const rest = explanation.reasons
    .filter((reason) => reason.code !== "waiting-for-peer")
    .sort((one, other) => rankOf(one) - rankOf(other));
  const texts = rest.map((reason) => describeReason(state, reason, names));
  if (waiting.length > 0) {
    const hosts = waiting.map((reason) => names.get(reason.peer) ?? reason.peer).join(", ");
    const waitMs = Math.round(Math.max(...waiting.map((reason) => reason.remainingMs)));
    texts.push(message("reason.waiting_for_peers", { hosts, waitMs }));
  }
  return texts.filter((text, position) => texts.findIndex((other) => other.text === text.text) === position);
}

/** What needs a person comes first: much of the rest only follows from it. */
function rankOf(reason: VipReason): number {
  const order: readonly VipReason["code"][] = [
    "stopped",
    "releasing",
    "blocked",
    "stranger",
    "maintenance",
    "paused",
  ];
  const rank = order.indexOf(reason.code);
  return rank === -1 ? order.length : rank;
}

function describeReason(
  state: VipState,
  reason: Exclude<VipReason, { code: "waiting-for-peer" }>,
  names: HostNames,
): Message {
  const limitMs = state.config.timings.evidenceMaxAgeMs;
  switch (reason.code) {
    case "starting":
      return message("reason.starting");
    case "not-primary":
      return describeNotPrimary(state, reason, reason.cause, limitMs);
    case "not-assigned":
      return message("reason.not_assigned");
    case "role-unknown":
      return message("reason.database_down");
    case "no-evidence":
      return reason.lastFailure === "connection-lost"
        ? message("reason.database_down")
        : describeNoEvidence(state, limitMs);
    case "evidence-too-old":
    case "probes-stuck":
      return describeNoEvidence(state, limitMs);
    case "peer-refuses":
      return message(refusals[reason.reason], { host: names.get(reason.peer) ?? reason.peer });
    case "cooldown":
      return message("reason.cooldown");
    case "wire-not-checked":
      return message("reason.wire_unknown");
    case "stranger":
      return message("reason.stranger", { macs: reason.macs.join(", ") });
    case "action-in-flight":
      return message("reason.taking");
    case "releasing":
      return describeRelease(state, reason.reason, reason.detail);
    case "blocked":
      return describeBlock(state, reason.block, reason.detail);
    case "maintenance":
      return message("reason.maintenance");
    case "paused":
      return message("reason.paused");
    case "not-a-full-member":
      return message("reason.joining");
    case "stopped":
      return message("reason.shutdown");
  }
}

/** What the probe was told, in the words of that moment. */
function describeDenial(state: VipState): Message {
  const { denial = null } = state.probe.lastFailure ?? {};
  const observed = denial?.observed ?? state.role?.observation ?? { role: "unknown", memberState: "unknown" };
  return describeNotPrimary(state, observed, denial?.reason ?? null, state.config.timings.releaseAfterMs);
}

/** Whether the right to the address is an assignment, not the role. */
function isAssigned({ config }: VipState): boolean {
  return config.right === "assigned";
}

function describeNoEvidence(state: VipState, limitMs: number): Message {
  return message(isAssigned(state) ? "reason.no_assignment" : "reason.no_evidence", { limitMs });
}

function describeNotPrimary(
  state: VipState,
  { role, memberState }: { readonly role: string; readonly memberState: string },
  cause: NotPrimaryReason | null,
  limitMs: number,
): Message {
  switch (cause) {
    case "super-read-only":
      return message("reason.not_writable", { variable: "super_read_only" });
    case "offline-mode":
      return isAssigned(state)
        ? message("reason.offline_mode")
        : message("reason.not_writable", { variable: "offline_mode" });
    case "not-assigned":
      return message("reason.not_assigned");
    case "multi-primary":
      return message("reason.multi_primary");
    case "mode-unknown":
      return message("reason.mode_unknown");
    case "stopping":
      return message("reason.stopping");
    case "changed-during-probe":
      return describeNoEvidence(state, limitMs);
    case "not-online":
    case "not-primary":
    case null:
      return isAssigned(state)
        ? message("reason.not_online", { state: memberState })
        : message("reason.not_primary", { role, state: memberState });
  }
}

/** Why the address is being released. */
export function describeRelease(
  state: VipState,
  reason: ReleaseReason,
  detail: Message | null = null,
): Message {
  const { nic } = state.config.target;
  const limitMs = computeReleaseAfterMs(state.config.timings);
  switch (reason) {
    case "found-at-start":
      return message("reason.starting");
    case "not-primary":
      return describeDenial(state);
    case "multi-primary":
      return message("reason.multi_primary");
    case "mysql-lost":
      return message("reason.database_down");
    case "evidence-expired":
      return describeNoEvidence(state, limitMs);
    case "carrier-lost":
      return message("reason.nic_down", { nic });
    case "peer-request":
      return message(isAssigned(state) ? "reason.peer_assigned" : "reason.peer_primary");
    case "late-action":
    case "stale-action":
      return message("reason.late_act");
    case "stray-address":
      return message("reason.stray_address");
    case "action-failed":
      return describeAct(detail);
    case "blocked":
      return describeConfig(state.configProblem ?? detail);
    case "flapping":
      return message("reason.flapping");
    case "config-changed":
      return message("reason.reconfigured");
    case "maintenance":
      return message("reason.maintenance");
    case "operator":
      return message("reason.operator_release");
    case "stop":
      return message("reason.shutdown");
  }
}

/** Why this host must not have the address until the cause is gone. */
export function describeBlock(state: VipState, code: BlockCode, detail: Message | null): Message {
  const { nic } = state.config.target;
  switch (code) {
    case "multi-primary":
      return message("reason.multi_primary");
    case "link-down":
      return message("reason.nic_down", { nic });
    case "nic-missing":
      return message("reason.nic_missing", { nic });
    case "config-invalid":
      return describeConfig(detail);
    case "foreign-address":
      return message("reason.foreign_address");
    case "flapping":
      return message("reason.flapping");
    case "actuator":
      return describeAct(detail);
  }
}

function describeAct(error: Message | null): Message {
  return messageWith("reason.act_failed", {}, { error: error ?? message("act.failed") });
}

function describeConfig(detail: Message | null): Message {
  return messageWith("reason.config_invalid", {}, { detail: detail ?? quote("-") });
}
