import { type Check, familyOf, isSameSubnet, type VipRequest } from "@primacy/contract";
import type { HostObservation, NicStatus } from "@primacy/contract/agent";
import { buildCheck, type Finding } from "./build-check";
import { ipv6Checks } from "./ipv6-rules";
import {
  type ChosenNic,
  chooseNic,
  type NicOwner,
  networkAddresses,
  networkOf,
  nicNames,
  protocolFor,
} from "./network";
import { routingChecks } from "./routing-rules";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";

/** What of a VIP its interface has to fit. */
export type NicRequest = Pick<VipRequest, "address" | "prefixLength" | "nics">;

/**
 * The checks of the interface that a host would hold the address on: that there is one, that it is up, that the address is of
 * its network, and what IPv6 needs beyond that.
 */
export function nicChecks(
  request: NicRequest,
  member: NicOwner,
  observation: HostObservation,
): readonly Check[] {
  const chosen = chooseNic(request.nics, member, observation);
  const found = buildCheck("nic", member, nicFinding(chosen, member, observation));
  if (chosen.nic === null) return [found];
  return [
    found,
    buildCheck("subnet", member, subnetFinding(request, chosen.nic)),
    ...(familyOf(request.address) === 6 ? ipv6Checks(member, observation, chosen.nic) : []),
  ];
}

/** The checks of one host's interface and of what it hears on the wire. */
export function networkChecks(
  snapshot: VipCheckSnapshot,
  member: CheckedMember,
  observation: HostObservation,
): readonly Check[] {
  const { request } = snapshot;
  const { nic } = chooseNic(request.nics, member, observation);
  return [
    ...nicChecks(request, member, observation),
    buildCheck("address_unused", member, wireFinding(snapshot, observation)),
    ...(nic === null || familyOf(request.address) === 6
      ? []
      : [
          ...arpAnswers(nic, observation).map((f) => buildCheck("arp_answers", member, f)),
          ...routingChecks(snapshot, member, observation, nic),
        ]),
  ];
}

function nicFinding(chosen: ChosenNic, member: NicOwner, observation: HostObservation): Finding {
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

function subnetFinding({ address, prefixLength }: NicRequest, nic: NicStatus): Finding {
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

function wireFinding(snapshot: VipCheckSnapshot, observation: HostObservation): Finding {
  const { address } = snapshot.request;
  const isOwn = snapshot.currentAddress === address;
  if (isOwn && holds(observation, address))
    return { result: "pass", evidence: "check.address_unused.pass_holder" };
  const asked = observation.arp.find((one) => one.address === address);
  if (asked === undefined || !asked.isAsked)
    return {
      result: "fail",
      evidence: "check.address_unused.fail_not_asked",
      remedy: "check.address_unused.remedy_not_asked",
      params: { reason: asked?.error ?? "-" },
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
function arpAnswers(nic: NicStatus, observation: HostObservation): readonly Finding[] {
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
