import {
  familyOf,
  hostPrefixLength,
  isPrefixOf,
  isSameSubnet,
  lastAddress,
  networkAddress,
  withPort,
} from "@primacy/contract";
import type { Finding } from "./build-check";
import { networkOf } from "./network";
import type { VipCheckSnapshot } from "./snapshot";
import type { VipCheck, VipSubject } from "./vip-needs";

const reservedRanges: readonly (readonly [base: string, prefixLength: number])[] = [
  ["0.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** The checks of the address that need no host: is it usable, and does nobody known have it. */
export const addressChecks: readonly VipCheck[] = [
  { code: "address_usable", scope: "cluster", isOfAddress: true, needs: "nothing", judge: usable },
  { code: "address_not_host", scope: "cluster", isOfAddress: true, needs: "nothing", judge: notHost },
  { code: "address_not_vip", scope: "cluster", isOfAddress: true, needs: "nothing", judge: notVip },
  { code: "address_not_gateway", scope: "cluster", isOfAddress: true, needs: "nothing", judge: notGateway },
  { code: "hosts_distinct", scope: "cluster", needs: "nothing", judge: hostsDistinct },
];

function usable({ request: { address, prefixLength } }: VipSubject): Finding {
  const remedy = "check.address_usable.remedy";
  if (!isPrefixOf(address, prefixLength)) {
    const params = { address, prefixLength };
    return { result: "fail", evidence: "check.address_usable.fail_prefix", remedy, params };
  }
  const reserved = reservedRanges.find(([base, bits]) => isSameSubnet(address, base, bits));
  if (reserved !== undefined) {
    const params = { address, range: reserved.join("/") };
    return { result: "fail", evidence: "check.address_usable.fail_reserved", remedy, params };
  }
  const params = { address, network: networkOf(address, prefixLength) };
  const isIpv6 = familyOf(address) === 6;
  // The two longest prefixes have neither a network nor a broadcast address, nor one of all their routers.
  const hasOwn = prefixLength <= hostPrefixLength(address) - 2;
  if (hasOwn && address === networkAddress(address, prefixLength)) {
    const evidence = isIpv6 ? "check.address_usable.fail_anycast" : "check.address_usable.fail_network";
    return { result: "fail", evidence, remedy, params };
  }
  if (hasOwn && !isIpv6 && address === lastAddress(address, prefixLength))
    return { result: "fail", evidence: "check.address_usable.fail_broadcast", remedy, params };
  return { result: "pass", evidence: "check.address_usable.pass", params };
}

function notHost({ snapshot }: VipSubject): Finding {
  const { address } = snapshot.request;
  const owner = ownersOf(snapshot, address)[0];
  if (owner === undefined)
    return { result: "pass", evidence: "check.address_not_host.pass", params: { address } };
  return {
    result: "fail",
    evidence: "check.address_not_host.fail",
    remedy: "check.address_not_host.remedy",
    params: { address, owner },
  };
}

function ownersOf(snapshot: VipCheckSnapshot, address: string): readonly string[] {
  // A leased copy of this very VIP on its holder is no owner.
  const isOwnVip = (prefixLength: number): boolean =>
    snapshot.currentAddress === address && prefixLength === hostPrefixLength(address);
  const members = snapshot.members.flatMap((member) => {
    if (member.address === address || member.agentAddress === address) return [member.name];
    if (member.sight.kind !== "observed") return [];
    return member.sight.observation.nics
      .filter((nic) => nic.addresses.some((one) => one.address === address && !isOwnVip(one.prefixLength)))
      .map((nic) => `${member.name} (${nic.name})`);
  });
  const others = snapshot.otherAddresses.filter((one) => one.address === address).map((one) => one.owner);
  return [...members, ...others];
}

function notVip({ snapshot }: VipSubject): Finding {
  const { address } = snapshot.request;
  const other = snapshot.otherVips.find((one) => one.address === address);
  if (other === undefined)
    return { result: "pass", evidence: "check.address_not_vip.pass", params: { address } };
  return {
    result: "fail",
    evidence: "check.address_not_vip.fail",
    remedy: "check.address_not_vip.remedy",
    params: { address, cluster: other.clusterName },
  };
}

function notGateway({ snapshot }: VipSubject): Finding {
  const { address } = snapshot.request;
  const hosts = snapshot.members.filter(
    ({ sight }) => sight.kind === "observed" && sight.observation.gateways.includes(address),
  );
  if (hosts.length === 0)
    return { result: "pass", evidence: "check.address_not_gateway.pass", params: { address } };
  return {
    result: "fail",
    evidence: "check.address_not_gateway.fail",
    remedy: "check.address_not_gateway.remedy",
    params: { address, hosts: hosts.map((host) => host.name).join(", ") },
  };
}

function hostsDistinct({ snapshot: { members } }: VipSubject): Finding {
  const remedy = "check.hosts_distinct.remedy";
  const unmatched = members.filter((member) => member.hostId === null);
  if (unmatched.length > 0) {
    const params = { members: unmatched.map((member) => member.address).join(", ") };
    return { result: "fail", evidence: "check.hosts_distinct.fail_unmatched", remedy, params };
  }
  for (const member of members) {
    const sharing = members.filter((one) => one.hostId === member.hostId);
    if (sharing.length < 2) continue;
    const params = {
      members: sharing.map((one) => withPort(one.address, one.port)).join(", "),
      host: member.name,
    };
    return { result: "fail", evidence: "check.hosts_distinct.fail", remedy, params };
  }
  return { result: "pass", evidence: "check.hosts_distinct.pass", params: { count: members.length } };
}
