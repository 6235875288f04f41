import { isVipLabel } from "./label";
import { checkTimings } from "./timings";
import type { VipConfig } from "./types";

/** One reason why a configuration must not be used; `field` is a dotted path into it. */
export interface VipConfigProblem {
  readonly field: string;
  readonly message: string;
}

const NIC = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/;
const OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${OCTET}(\\.${OCTET}){3}$`);
const MAC = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/;

/** Lists every reason why a configuration must not be used; an agent with any of them is BLOCKED (config-invalid). */
export function checkVipConfig(config: VipConfig): readonly VipConfigProblem[] {
  return [
    ...checkTarget(config),
    ...checkPeers(config),
    ...checkTimings(config.timings).map(({ field, message }) => ({ field: `timings.${field}`, message })),
  ];
}

/** All problems of a configuration in one line, or null when it is usable. */
export function describeConfigProblem(config: VipConfig): string | null {
  const problems = checkVipConfig(config);
  return problems.length === 0
    ? null
    : problems.map(({ field, message }) => `${field}: ${message}`).join("; ");
}

function checkTarget({ target, guardedPorts }: VipConfig): VipConfigProblem[] {
  const problems: VipConfigProblem[] = [];
  if (!IPV4.test(target.address))
    problems.push({ field: "target.address", message: "not a dotted IPv4 address" });
  // A VIP with the network's prefix that is deleted takes the host's own address with it.
  if (target.prefixLength !== 32) problems.push({ field: "target.prefixLength", message: "must be 32" });
  if (!NIC.test(target.nic) || target.nic === "lo")
    problems.push({ field: "target.nic", message: "not a usable interface name" });
  if (!isVipLabel(target.label, target.nic))
    problems.push({ field: "target.label", message: "must be <nic>:pv<key>, at most 15 characters" });
  if (guardedPorts.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535)) {
    problems.push({ field: "guardedPorts", message: "ports are whole numbers from 1 to 65535" });
  }
  return problems;
}

function checkPeers({ peers, selfHostId }: VipConfig): VipConfigProblem[] {
  const problems: VipConfigProblem[] = [];
  const ids = peers.map((peer) => peer.hostId);
  if (new Set(ids).size !== ids.length) problems.push({ field: "peers", message: "a host is listed twice" });
  if (ids.includes(selfHostId))
    problems.push({ field: "peers", message: "this host is listed as its own peer" });
  for (const [index, peer] of peers.entries()) {
    if (peer.macs.some((mac) => !MAC.test(mac))) {
      problems.push({
        field: `peers.${index}.macs`,
        message: "MAC addresses are lower case and colon separated",
      });
    }
  }
  return problems;
}
