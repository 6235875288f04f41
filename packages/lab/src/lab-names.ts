import { canonicalAddress } from "@primacy/contract";
import { LabError } from "./errors";
import { type HostName, hostRoles } from "./roster";

/** Everything in the kernel that carries a lab's name, and every address of it, derived from name and subnet. */
export interface LabNames {
  readonly lab: string;
  /** First three bytes of the /24, such as `10.77.0`. */
  readonly network: string;
  readonly subnet: string;
  readonly prefixLength: 24;
  /** The IPv6 network beside it, a /64 of the unique local range whose first bytes are those of the IPv4 one. */
  readonly ipv6Subnet: string;
  readonly ipv6PrefixLength: 64;
  /** Address of the machine itself (and so of the console) in the lab. */
  readonly gateway: string;
  readonly ipv6Gateway: string;
  readonly broadcast: string;
  /** Address that Keepalived floats over the proxies. */
  readonly proxyVip: string;
  /** Namespace of the switch: the bridge and one port per host live there, out of reach of the machine's firewall. */
  readonly wireNamespace: string;
  readonly bridge: string;
  /** Interface in the machine's own namespace that carries `gateway`. */
  readonly consoleInterface: string;
  readonly cgroup: string;
  readonly namespaceOf: (host: HostName) => string;
  readonly addressOf: (host: HostName) => string;
  readonly ipv6Of: (host: HostName) => string;
  /** An IPv6 address of the lab whose end reads like the last byte of an IPv4 one. */
  readonly ipv6At: (lastByte: number) => string;
  readonly macOf: (host: HostName) => string;
}

const LAB_NAME = /^[a-z][a-z0-9]{0,7}$/;
const SUBNET = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.0\/24$/;

/**
 * Derives all names of a lab. Throws LabError `bad_option` listing every problem at once:
 * the name is 1 to 8 of a-z and 0-9 starting with a letter, the subnet an IPv4 /24 such as 10.77.0.0/24.
 */
export function getLabNames(lab: string, subnet: string): LabNames {
  const problems = checkLabNames(lab, subnet);
  if (problems.length > 0) throw new LabError("bad_option", `Refused: ${problems.join("; ")}.`);
  const bytes = bytesOf(subnet);
  const network = bytes.join(".");
  const ipv6At = (lastByte: number): string => canonicalAddress(`${ipv6Network(bytes)}::${lastByte}`);
  return {
    lab,
    network,
    subnet,
    prefixLength: 24,
    ipv6Subnet: `${canonicalAddress(`${ipv6Network(bytes)}::`)}/64`,
    ipv6PrefixLength: 64,
    gateway: `${network}.1`,
    ipv6Gateway: ipv6At(1),
    broadcast: `${network}.255`,
    proxyVip: `${network}.200`,
    wireNamespace: `pl-${lab}-wire`,
    bridge: "br0",
    consoleInterface: `pl-${lab}`,
    cgroup: `primacy-lab-${lab}`,
    namespaceOf: (host) => `pl-${lab}-${host}`,
    addressOf: (host) => `${network}.${hostRoles[host].lastByte}`,
    ipv6Of: (host) => ipv6At(hostRoles[host].lastByte),
    ipv6At,
    macOf: (host) => macFrom([...bytes, hostRoles[host].lastByte]),
  };
}

/** What is wrong with a lab's name and subnet; empty where both can be used. */
export function checkLabNames(lab: string, subnet: string): string[] {
  const bytes = bytesOf(subnet);
  return [
    ...(LAB_NAME.test(lab)
      ? []
      : [`the lab's name '${lab}' must be 1 to 8 of a-z and 0-9, starting with a letter`]),
    ...(bytes.length === 3 && bytes.every((byte) => byte <= 255)
      ? []
      : [`the subnet '${subnet}' must be an IPv4 network like 10.77.0.0/24`]),
  ];
}

function bytesOf(subnet: string): number[] {
  return SUBNET.exec(subnet)?.slice(1).map(Number) ?? [];
}

/** The /64 of a lab: a unique local prefix, then the three bytes of its IPv4 network. */
function ipv6Network([first = 0, second = 0, third = 0]: readonly number[]): string {
  return `fd50:${(first * 256 + second).toString(16)}:${third.toString(16)}:0`;
}

/** A locally administered address that names its IPv4 address, so that a capture reads by eye. */
function macFrom(bytes: readonly number[]): string {
  return `02:50:${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(":")}`;
}
