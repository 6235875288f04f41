import { familyOf, findVipAddressProblem, hostPrefixLength } from "@primacy/contract";
import { isVipLabel } from "./label";
import { checkTimings } from "./timings";
import type { VipConfig } from "./types";

/** One reason why a configuration must not be used; `field` is a dotted path into it. */
export interface VipConfigProblem {
  readonly field: string;
  readonly message: string;
}

const NIC = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/;
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
  const reason = findVipAddressProblem(target.address);
  if (reason !== null) problems.push({ field: "target.address", message: `no address of a VIP: ${reason}` });
  // A VIP with the network's prefix that is deleted takes the host's own address with it.
  if (!isHostPrefix(target.address, target.prefixLength))
    problems.push({ field: "target.prefixLength", message: "must be 32, or 128 of an IPv6 address" });
  if (!NIC.test(target.nic) || target.nic === "lo")
    problems.push({ field: "target.nic", message: "not a usable interface name" });
  if (!isVipLabel(target.label, target.nic))
    problems.push({ field: "target.label", message: "must be <nic>:pv<key>, at most 15 characters" });
  if (guardedPorts.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535)) {
    problems.push({ field: "guardedPorts", message: "ports are whole numbers from 1 to 65535" });
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
