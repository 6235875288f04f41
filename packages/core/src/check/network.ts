import { familyOf, isNetworkAddress, isSameSubnet, networkAddress } from "@primacy/contract";
import type { HostObservation, KernelAddress, NicStatus } from "@primacy/contract/agent";
import type { CheckedMember } from "./snapshot";

/** The network that holds `address`, as `10.77.0.0/24` or `fd00::/64`. */
export function networkOf(address: string, prefixLength: number): string {
  return `${networkAddress(address, prefixLength)}/${prefixLength}`;
}

/** How the wire is asked for an address. */
export function protocolFor(address: string): "ARP" | "NDP" {
  return familyOf(address) === 6 ? "NDP" : "ARP";
}

/** The interface that the VIP would use on this host, and whether it was found rather than chosen. */
export interface ChosenNic {
  readonly name: string | null;
  readonly isDetected: boolean;
  readonly nic: NicStatus | null;
}

/** Whose interface it is: a member by its own address, and the host that it is on. */
export type NicOwner = Pick<CheckedMember, "hostId" | "name" | "address">;

/** Chooses the interface: what the request names for the host, else the one that carries the member's own address. */
export function chooseNic(
  nics: Readonly<Record<string, string>>,
  member: NicOwner,
  observation: HostObservation,
): ChosenNic {
  const named = member.hostId === null ? undefined : nics[member.hostId];
  const name = named ?? observation.detectedNic ?? findNicOf(observation, member.address);
  return {
    name,
    isDetected: named === undefined,
    nic: observation.nics.find((nic) => nic.name === name) ?? null,
  };
}

/** The name of the interface that carries `address`; null when none does. */
export function findNicOf(observation: HostObservation, address: string): string | null {
  return observation.nics.find((nic) => nic.addresses.some((one) => one.address === address))?.name ?? null;
}

/**
 * The addresses of an interface that connect it to a network in which the VIP may lie: of its family, with a prefix
 * shorter than that of a single address. A link-local address connects every interface to a network of its own.
 */
export function networkAddresses(nic: NicStatus, vipAddress: string): readonly KernelAddress[] {
  const family = familyOf(vipAddress);
  return nic.addresses.filter(
    (one) => familyOf(one.address) === family && isNetworkAddress(one) && !isLinkLocal(one.address),
  );
}

function isLinkLocal(address: string): boolean {
  return familyOf(address) === 6 && isSameSubnet(address, "fe80::", 10);
}

/** Interfaces of people's interest: everything but loopback. */
export function nicNames(observation: HostObservation): string {
  const names = observation.nics.map((nic) => nic.name).filter((name) => name !== "lo");
  return names.length === 0 ? "-" : names.join(", ");
}
