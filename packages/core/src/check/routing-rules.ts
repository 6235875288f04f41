import { isIpv4, isSameSubnet } from "@primacy/contract";
import type { HostObservation, NicStatus } from "@primacy/contract/agent";
import type { Finding } from "./build-check";
import { isForIpv4 } from "./ipv6-rules";
import { networkAddresses } from "./network";
import type { NicGiven, NicSubject, VipCheck } from "./vip-needs";

/** The checks of how packets to and from an IPv4 address find their way on a host with several interfaces. */
export const routingChecks: readonly VipCheck[] = [
  {
    code: "arp_flux",
    scope: "member",
    needs: "nic",
    applies: isForIpv4,
    isQuiet: true,
    judge: arpFlux,
  },
  {
    code: "reverse_path",
    scope: "member",
    needs: "nic",
    applies: isForIpv4,
    isQuiet: true,
    judge: reversePath,
  },
];

/** Linux answers ARP for any of its addresses on any interface: neighbours may take the wrong one for the VIP's. */
function arpFlux({ request, observation, nic }: NicSubject & NicGiven["nic"]): Finding {
  const { address } = request;
  const others = observation.nics.filter(
    (one) =>
      one.name !== nic.name &&
      one.isUp &&
      networkAddresses(one, address).some((held) => isSameSubnet(held.address, address, held.prefixLength)),
  );
  const params = { nic: nic.name, others: others.map((one) => one.name).join(", "), address };
  if (others.length === 0) return { result: "pass", evidence: "check.arp_flux.pass", params };
  return (greatest(observation, nic, "arp_ignore") ?? 0) > 0
    ? { result: "pass", evidence: "check.arp_flux.pass_ignored", params }
    : { result: "warn", evidence: "check.arp_flux.warn", remedy: "check.arp_flux.remedy", params };
}

/** Strict filtering drops what comes in where answers would not go out. */
function reversePath({ observation, nic }: NicGiven["nic"]): readonly Finding[] {
  const value = greatest(observation, nic, "rp_filter");
  if (value === null) return [];
  const isOnNic = (gateway: string): boolean =>
    networkAddresses(nic, gateway).some((held) => isSameSubnet(held.address, gateway, held.prefixLength));
  // The kernel filters so for IPv4 alone.
  const gateways = observation.gateways.filter(isIpv4);
  const isElsewhere = gateways.length > 0 && !gateways.some(isOnNic);
  const params = { value, nic: nic.name, gateways: gateways.join(", ") };
  return value === 1 && isElsewhere
    ? [{ result: "warn", evidence: "check.reverse_path.warn", remedy: "check.reverse_path.remedy", params }]
    : [{ result: "pass", evidence: "check.reverse_path.pass", params }];
}

/** The kernel uses the greater of the setting for all and the one of the interface. */
function greatest(observation: HostObservation, nic: NicStatus, name: string): number | null {
  const values = ["all", nic.name].flatMap((scope) => {
    const text = observation.sysctls[`net.ipv4.conf.${scope}.${name}`];
    return text === undefined ? [] : [Number(text)];
  });
  return values.length === 0 ? null : Math.max(...values);
}
