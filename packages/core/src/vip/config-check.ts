import {
  familyOf,
  findVipAddressProblem,
  hostPrefixLength,
  joinMessages,
  type Message,
  type MessageCode,
  message,
  paramsWith,
  problemDetail,
} from "@primacy/contract";
import { isVipLabel } from "./label";
import { checkTimings } from "./timings";
import type { VipConfig } from "./types";

/** One reason why a configuration must not be used; `field` is a dotted path into it. */
export interface VipConfigProblem {
  readonly field: string;
  readonly message: Message;
}

const NIC = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/;
const MAC = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/;

/** Lists every reason why a configuration must not be used; an agent with any of them is BLOCKED (config-invalid). */
export function checkVipConfig(config: VipConfig): readonly VipConfigProblem[] {
  return [
    ...checkTarget(config),
    ...checkPeers(config),
    ...checkTimings(config.timings).map((one) => ({ ...one, field: `timings.${one.field}` })),
  ];
}

/** All problems of a configuration, one sentence each, or null when it is usable. */
export function describeConfigProblem(config: VipConfig): Message | null {
  const problems = checkVipConfig(config);
  return problems.length === 0 ? null : joinMessages(problems.map((one) => one.message));
}

function problemOf(field: string, code: MessageCode): VipConfigProblem {
  return { field, message: message(code, { field }) };
}

function checkTarget({ target, guardedPorts }: VipConfig): VipConfigProblem[] {
  const problems: VipConfigProblem[] = [];
  const reason = findVipAddressProblem(target.address);
  if (reason !== null) {
    const field = "target.address";
    const params = paramsWith({ field }, { problem: problemDetail("", reason).message });
    problems.push({ field, message: message("config.address", params) });
  }
  // A VIP with the network's prefix that is deleted takes the host's own address with it.
  if (!isHostPrefix(target.address, target.prefixLength))
    problems.push(problemOf("target.prefixLength", "config.prefix_length"));
  if (!NIC.test(target.nic) || target.nic === "lo") problems.push(problemOf("target.nic", "config.nic"));
  if (!isVipLabel(target.label, target.nic)) problems.push(problemOf("target.label", "config.label"));
  if (guardedPorts.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535)) {
    problems.push(problemOf("guardedPorts", "config.ports"));
  }
  return problems;
}

/** Also of what is no address: that is said once. */
function isHostPrefix(address: string, prefixLength: number): boolean {
  return familyOf(address) === null || prefixLength === hostPrefixLength(address);
}

function checkPeers({ peers, selfHostId }: VipConfig): VipConfigProblem[] {
  const problems: VipConfigProblem[] = [];
  const ids = peers.map((peer) => peer.hostId);
  if (new Set(ids).size !== ids.length) problems.push(problemOf("peers", "config.peer_twice"));
  if (ids.includes(selfHostId)) problems.push(problemOf("peers", "config.peer_self"));
  for (const [index, peer] of peers.entries()) {
    if (peer.macs.some((mac) => !MAC.test(mac))) {
      problems.push(problemOf(`peers.${index}.macs`, "config.macs"));
    }
  }
  return problems;
}
