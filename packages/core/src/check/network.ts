import { ipv4ToNumber, isIpv4 } from "@primacy/contract";
import type { HostObservation, KernelAddress, NicStatus } from "@primacy/contract/agent";
import type { CheckedMember } from "./snapshot";

/** The IPv4 network that holds `address`, as `10.77.0.0/24`. */
export function networkOf(address: string, prefixLength: number): string {
  return `${formatIpv4(networkNumber(address, prefixLength))}/${prefixLength}`;
}

/** The first address of the network that holds `address`, as a number. */
export function networkNumber(address: string, prefixLength: number): number {
  const size = 2 ** (32 - prefixLength);
  return Math.floor(ipv4ToNumber(address) / size) * size;
}

/** The last address of the network that holds `address`, as a number. */
export function broadcastNumber(address: string, prefixLength: number): number {
  return networkNumber(address, prefixLength) + 2 ** (32 - prefixLength) - 1;
}

/** The dotted quad of an unsigned 32-bit number. */
export function formatIpv4(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
}

/** The interface that the VIP would use on this host, and whether it was found rather than chosen. */
export interface ChosenNic {
  readonly name: string | null;
  readonly isDetected: boolean;
  readonly nic: NicStatus | null;
}

/** Chooses the interface: what the request names for the host, else the one that carries the member's own address. */
export function chooseNic(
  nics: Readonly<Record<string, string>>,
  member: CheckedMember,
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

/** The IPv4 addresses of an interface that connect it to a network: those with a prefix shorter than /32. */
export function networkAddresses(nic: NicStatus): readonly KernelAddress[] {
  return nic.addresses.filter((one) => isIpv4(one.address) && one.prefixLength < 32);
}

/** Interfaces of people's interest: everything but loopback. */
export function nicNames(observation: HostObservation): string {
  const names = observation.nics.map((nic) => nic.name).filter((name) => name !== "lo");
  return names.length === 0 ? "-" : names.join(", ");
}
