import { readFile } from "node:fs/promises";
import { formatAddress, message } from "@primacy/contract";
import type {
  AddressHelperView,
  ArpObservation,
  HostObservation,
  NicStatus,
  ObserveRequest,
} from "@primacy/contract/agent";
import { findCommand } from "../command/run-command";
import { findLibc } from "../ffi/libc";
import type { MysqlSettings } from "../mysql/session";
import { findNicTowards } from "../probe/neighbour-watch";
import type { HostNetwork } from "../vip/address/types";
import type { ArpPort } from "../vip/arp/types";
import { findArpNic } from "../vip/execute/executor";
import { findPlugin } from "./find-vip-managers";
import { readRemembered } from "./neighbour-table";
import { observeDetails } from "./observe-details";
import { readVariables } from "./read-variables";
import { resolveNames } from "./resolve-names";

const arpWindowMs = 600;
/** Which ports the kernel gives to connections of the host's own. */
const portSysctls = ["ip_local_port_range", "ip_local_reserved_ports"] as const;
const sysctlNames = ["arp_ignore", "arp_announce", "arp_notify", "rp_filter", "promote_secondaries"] as const;

/** What an observation needs of the agent. */
export interface ObservationParts {
  readonly network: HostNetwork;
  readonly arp: ArpPort | null;
  readonly mysql: MysqlSettings | null;
  /** An address of this host on the members' network: the server's, or the agent's own. */
  readonly ownAddress: string;
  /** The names and addresses by which the group knows its members. */
  readonly memberHosts: readonly string[];
  /** What the process that touches addresses sees, which is root's. */
  readonly look: AddressHelperView;
}

/** Looks at everything that the checks of a host judge. Nothing is changed; what cannot be seen is said to be so. */
export async function observeHost(
  request: ObserveRequest,
  parts: ObservationParts,
): Promise<HostObservation> {
  const detectedNic = findOwnNic(parts.network, parts.ownAddress);
  const nic = request.nic ?? detectedNic;
  // Before anybody asks: what is remembered then comes from others' traffic.
  const remembered = await readRemembered(request.addresses);
  const ask = (address: string): Promise<ArpObservation | null> => askFor(parts, nic, address);
  const gateways = await readGateways();
  const { capabilities, managers, configured } = parts.look;
  const reading = readVariables(parts.mysql, configured);
  const [variables, arp, sysctls, resolved, details] = await Promise.all([
    reading,
    Promise.all(request.addresses.map(ask)),
    readSysctls(nic),
    resolveNames(parts.memberHosts),
    observeDetails(request, {
      network: parts.network,
      nicName: nic,
      gateways,
      remembered,
      dataFolder: reading.then(({ datadir }) => datadir ?? null),
      ask,
    }),
  ]);
  return {
    nics: listNics(parts.network),
    detectedNic,
    arp: arp.flatMap((answer) => answer ?? []),
    capabilities,
    tools: {
      ip: findCommand("ip") !== null,
      ss: findCommand("ss") !== null,
      nft: findCommand("nft") !== null,
      arping: findCommand("arping") !== null,
      hasNetlink: findLibc() !== null,
    },
    managers: [...managers, ...findPlugin(variables)],
    sysctls,
    variables,
    gateways,
    resolved,
    details,
  };
}

/** Interfaces with their addresses, as the protocol shows them. */
export function listNics({ links, addresses }: HostNetwork): NicStatus[] {
  return links.map((link) => ({
    name: link.interfaceName,
    mac: link.mac,
    isUp: link.isUp,
    hasCarrier: link.hasCarrier,
    addresses: addresses
      .filter((held) => held.interfaceName === link.interfaceName)
      .map(({ address, prefixLength, label, validSeconds }) => ({
        address,
        prefixLength,
        label,
        validSeconds,
      })),
  }));
}

function findOwnNic(network: HostNetwork, ownAddress: string): string | null {
  const own = network.addresses.find((held) => held.address === ownAddress && held.interfaceName !== "lo");
  return own?.interfaceName ?? findNicTowards(network, ownAddress);
}

async function askFor(
  { network, arp }: ObservationParts,
  nicName: string | null,
  address: string,
): Promise<ArpObservation | null> {
  if (nicName === null) {
    return null;
  }
  const nic = findArpNic(network, nicName, address);
  const base = { address, nic: nicName, macs: [] };
  if (nic === null || arp === null) {
    const error = message(nic === null ? "act.no_nic" : "act.no_arp", { nic: nicName });
    return { ...base, isAsked: false, error, durationMs: 0 };
  }
  const answer = await arp.ask(nic, address, arpWindowMs);
  return answer.kind === "asked"
    ? { ...base, isAsked: true, error: null, macs: [...answer.macs], durationMs: answer.durationMs }
    : { ...base, isAsked: false, error: answer.reason, durationMs: answer.durationMs };
}

async function readSysctls(nic: string | null): Promise<Record<string, string>> {
  const scopes = nic === null ? ["all"] : ["all", nic];
  const names = [
    ...portSysctls.map((name) => `ipv4/${name}`),
    ...scopes.flatMap((scope) => sysctlNames.map((name) => `ipv4/conf/${scope}/${name}`)),
    ...scopes.map((scope) => `ipv6/conf/${scope}/disable_ipv6`),
  ];
  const values = await Promise.all(
    names.map(async (name): Promise<[string, string][]> => {
      const text = await readFile(`/proc/sys/net/${name}`, "utf8").catch(() => null);
      return text === null ? [] : [[`net.${name.replaceAll("/", ".")}`, text.trim()]];
    }),
  );
  return Object.fromEntries(values.flat());
}

/** The default gateways of both families, those of IPv6 mostly by link-local addresses. */
export async function readGateways(): Promise<string[]> {
  return [...(await readIpv4Gateways()), ...(await readIpv6Gateways())];
}

/** The main table's addresses are hexadecimal in host order: little-endian on x86-64. */
async function readIpv4Gateways(): Promise<string[]> {
  const table = await readFile("/proc/self/net/route", "utf8").catch(() => "");
  const gateways = table.split("\n").flatMap((line) => {
    const [, destination, gateway] = line.split("\t");
    const isDefault = destination === "00000000" && gateway !== undefined && gateway !== "00000000";
    return isDefault ? [Buffer.from(gateway, "hex").reverse().join(".")] : [];
  });
  return [...new Set(gateways)];
}

/** Destination, its prefix length, source, its prefix length, next hop, …: hexadecimal in network order. */
async function readIpv6Gateways(): Promise<string[]> {
  const table = await readFile("/proc/self/net/ipv6_route", "utf8").catch(() => "");
  const gateways = table.split("\n").flatMap((line) => {
    const [destination, length, , , gateway] = line.trim().split(/\s+/);
    const isDefault =
      /^0+$/.test(destination ?? "") && length === "00" && /^[0-9a-f]{32}$/.test(gateway ?? "");
    return isDefault && !/^0+$/.test(gateway ?? "")
      ? [formatAddress([...Buffer.from(gateway ?? "", "hex")])]
      : [];
  });
  return [...new Set(gateways)];
}
