import { type Check, isSameSubnet, paramsWith, quote } from "@primacy/contract";
import type { HostObservation } from "@primacy/contract/agent";
import type { Finding } from "./build-check";
import { ipv6Checks, isForIpv4 } from "./ipv6-rules";
import { chooseNic, type NicOwner, networkAddresses, networkOf, nicNames, protocolFor } from "./network";
import { routingChecks } from "./routing-rules";
import { runCheck } from "./run-checks";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";
import {
  type MemberSubject,
  type NicCheck,
  type NicGiven,
  type NicRequest,
  type NicSubject,
  nicNeeds,
  type Observed,
  type VipCheck,
} from "./vip-needs";

/**
 * The checks of the interface that a host would hold the address on: that there is one, that it is up, that the address is of
 * its network, and what IPv6 needs beyond that.
 */
const ofNic: readonly NicCheck[] = [
  { code: "nic", scope: "member", needs: "agent", judge: nicFinding },
  { code: "subnet", scope: "member", isOfAddress: true, needs: "nic", judge: subnetFinding },
  ...ipv6Checks,
];

/** The checks of one host's interface and of what it hears on the wire. */
export const networkChecks: readonly VipCheck[] = [
  ...ofNic,
  { code: "address_unused", scope: "member", isOfAddress: true, needs: "agent", judge: wireFinding },
  {
    code: "arp_answers",
    scope: "member",
    needs: "nic",
    applies: isForIpv4,
    isQuiet: true,
    judge: arpAnswers,
  },
  ...routingChecks,
];

/** Makes the checks of the interface of one host that was observed. It need not be a member's host yet. */
export function nicChecks(
  request: NicRequest,
  member: NicOwner,
  observation: HostObservation,
): readonly Check[] {
  const needs = nicNeeds(observation);
  return ofNic.flatMap((check) => runCheck(check, { request, member }, needs, member));
}

function nicFinding({ request, member, observation }: NicSubject & Observed): Finding {
  const chosen = chooseNic(request.nics, member, observation);
  const remedy = "check.nic.remedy";
  const nics = nicNames(observation);
  if (chosen.name === null) {
    const params = { address: member.address, nics };
    return { result: "fail", evidence: "check.nic.fail_undetected", remedy, params };
  }
  const params = { nic: chosen.name, nics };
  if (chosen.nic === null) return { result: "fail", evidence: "check.nic.fail_missing", remedy, params };
  if (!chosen.nic.isUp) return { result: "fail", evidence: "check.nic.fail_down", remedy, params };
  if (!chosen.nic.hasCarrier)
    return { result: "fail", evidence: "check.nic.fail_no_carrier", remedy, params };
  const addresses = chosen.nic.addresses.map((one) => `${one.address}/${one.prefixLength}`).join(", ");
  return {
    result: "pass",
    evidence: chosen.isDetected ? "check.nic.pass_detected" : "check.nic.pass",
    params: { nic: chosen.name, mac: chosen.nic.mac ?? "-", addresses: addresses === "" ? "-" : addresses },
  };
}

function subnetFinding({ request, nic }: NicSubject & NicGiven["nic"]): Finding {
  const { address, prefixLength } = request;
  const own = networkAddresses(nic, address);
  const remedy = "check.subnet.remedy";
  const around = own.find((one) => isSameSubnet(one.address, address, one.prefixLength));
  const networks = own.map((one) => networkOf(one.address, one.prefixLength)).join(", ");
  if (around === undefined) {
    const params = { address, nic: nic.name, networks: networks === "" ? "-" : networks };
    return { result: "fail", evidence: "check.subnet.fail_outside", remedy, params };
  }
  const network = networkOf(around.address, around.prefixLength);
  if (around.prefixLength !== prefixLength) {
    const params = { nic: nic.name, network, prefixLength };
    return { result: "fail", evidence: "check.subnet.fail_prefix", remedy, params };
  }
  const params = { address, network, nic: nic.name, own: around.address };
  return { result: "pass", evidence: "check.subnet.pass", params };
}

function wireFinding({ snapshot, request, observation }: MemberSubject & Observed): Finding {
  const { address } = request;
  const isOwn = snapshot.currentAddress === address;
  if (isOwn && holds(observation, address))
    return { result: "pass", evidence: "check.address_unused.pass_holder" };
  const asked = observation.arp.find((one) => one.address === address);
  if (asked === undefined || !asked.isAsked)
    return {
      result: "fail",
      evidence: "check.address_unused.fail_not_asked",
      remedy: "check.address_unused.remedy_not_asked",
      params: paramsWith({}, { reason: asked?.error ?? quote("-") }),
    };
  const params = {
    protocol: protocolFor(address),
    nic: asked.nic,
    durationMs: Math.round(asked.durationMs),
    macs: asked.macs.join(", "),
    mac: asked.macs[0] ?? "-",
  };
  if (asked.macs.length === 0) return { result: "pass", evidence: "check.address_unused.pass", params };
  const owners = asked.macs.map((mac) => ownerOf(snapshot, mac));
  const [owner] = owners;
  const isOneHost = owner !== null && owner !== undefined && owners.every((one) => one === owner);
  if (isOwn && isOneHost && holdsByMember(owner, address))
    return {
      result: "pass",
      evidence: "check.address_unused.pass_own",
      params: { ...params, host: owner.name },
    };
  const remedy = "check.address_unused.remedy";
  return isOneHost
    ? {
        result: "fail",
        evidence: "check.address_unused.fail_member",
        remedy,
        params: { ...params, host: owner.name },
      }
    : { result: "fail", evidence: "check.address_unused.fail", remedy, params };
}

function ownerOf(snapshot: VipCheckSnapshot, mac: string): CheckedMember | null {
  const owner = snapshot.members.find(
    ({ sight }) => sight.kind === "observed" && sight.observation.nics.some((nic) => nic.mac === mac),
  );
  return owner ?? null;
}

function holds(observation: HostObservation, address: string): boolean {
  return observation.nics.some((nic) => nic.addresses.some((one) => one.address === address));
}

function holdsByMember(member: CheckedMember, address: string): boolean {
  return member.sight.kind === "observed" && holds(member.sight.observation, address);
}

/** The kernel uses the greater of the two settings. */
function arpAnswers({ observation, nic }: NicGiven["nic"]): readonly Finding[] {
  const settings = ["all", nic.name].flatMap((scope) => {
    const text = observation.sysctls[`net.ipv4.conf.${scope}.arp_ignore`];
    return text === undefined ? [] : [Number(text)];
  });
  if (settings.length === 0) return [];
  const value = Math.max(...settings);
  const params = { value, nic: nic.name };
  const remedy = "check.arp_answers.remedy";
  if (value <= 1) return [{ result: "pass", evidence: "check.arp_answers.pass", params }];
  return value === 2
    ? [{ result: "warn", evidence: "check.arp_answers.warn", remedy, params }]
    : [{ result: "fail", evidence: "check.arp_answers.fail", remedy, params }];
}
