import { addressBytes, familyOf, formatAddress, hostPrefixLength } from "@primacy/contract";
import { planAddressLabel } from "@primacy/core/vip";
import { type Libc, SystemCallError } from "../../ffi/libc";
import { tellError } from "../../message/told-error";
import { formatMac } from "../../net/wire-bytes";
import { buildAttribute, type NetlinkMessage, parseAttributes } from "../netlink/message";
import { NetlinkSocket, watchNetlink } from "../netlink/socket";
import { addressMark, isOwnForm, keepsMark } from "./own-form";
import {
  type ActFailure,
  type AddressActuator,
  type InterfaceAddress,
  type KernelLink,
  type LeaseOutcome,
  type LeaseRequest,
  monotonicMs,
  type NetworkChange,
  type RemoveOutcome,
} from "./types";

const NETLINK_ROUTE = 0;
const RTM_NEWLINK = 16;
const RTM_DELLINK = 17;
const RTM_GETLINK = 18;
const RTM_NEWADDR = 20;
const RTM_DELADDR = 21;
const RTM_GETADDR = 22;
const NLM_F_REPLACE = 0x100;
const NLM_F_EXCL = 0x200;
const NLM_F_CREATE = 0x400;
const RTMGRP_LINK = 0x1;
const RTMGRP_IPV4_IFADDR = 0x10;
const RTMGRP_IPV6_IFADDR = 0x100;
const AF_UNSPEC = 0;
const AF_INET = 2;
const AF_INET6 = 10;
const IFA_ADDRESS = 1;
const IFA_LOCAL = 2;
const IFA_LABEL = 3;
const IFA_CACHEINFO = 6;
const IFA_FLAGS = 8;
const IFA_PROTO = 11;
/** Without the kernel's duplicate address detection, which would keep the address from being used for a second or two. */
const IFA_F_NODAD = 0x02;
/** A route to an address for itself alone is of no use. */
const IFA_F_NOPREFIXROUTE = 0x200;
const IFLA_ADDRESS = 1;
const IFLA_IFNAME = 3;
const IFLA_EXT_MASK = 29;
/** Counters of every interface, summed over every processor, are most of what a list of interfaces costs the kernel. */
const RTEXT_FILTER_SKIP_STATS = 8;
const IFF_UP = 0x1;
const IFF_LOWER_UP = 0x10000;
const infinity = 0xffffffff;
const addressMessageLength = 8;
const linkMessageLength = 16;

/** The address table over a netlink socket of its own: an act takes microseconds and is confirmed. */
export function createNetlinkActuator(libc: Libc): AddressActuator {
  const socket = new NetlinkSocket(libc, NETLINK_ROUTE);
  const withoutCounters = Buffer.alloc(4);
  withoutCounters.writeUInt32LE(RTEXT_FILTER_SKIP_STATS, 0);
  const linkRequest = [Buffer.alloc(linkMessageLength), buildAttribute(IFLA_EXT_MASK, withoutCounters)];
  let names: ReadonlyMap<number, string> = new Map();
  const canMark = keepsMark();
  const listLinks = (): KernelLink[] => {
    const links = socket
      .list("RTM_GETLINK", RTM_GETLINK, ...linkRequest)
      .filter((message) => message.type === RTM_NEWLINK)
      .map(parseLink);
    names = new Map(links.map((link) => [link.index, link.interfaceName]));
    return links;
  };
  const listAddresses = (): InterfaceAddress[] =>
    socket
      .list("RTM_GETADDR", RTM_GETADDR, addressMessage(AF_UNSPEC, 0, 0))
      .filter((message) => message.type === RTM_NEWADDR)
      .flatMap((message) => parseAddress(message, names, canMark) ?? []);
  const listAll = (): InterfaceAddress[] => {
    listLinks();
    return listAddresses();
  };
  const parts: ActuatorParts = { libc, socket, listAll };
  return {
    kind: "netlink",
    executeLease: async (request) => executeLease(parts, request),
    executeRemove: async (interfaceName, address, prefixLength) =>
      executeRemove(parts, { interfaceName, address, prefixLength }),
    listLinks: async () => listLinks(),
    listAddresses: async () => listAll(),
    listNetwork: async () => {
      const links = listLinks();
      return { links, addresses: listAddresses() };
    },
    watchChanges: (onChange) => watchChanges(libc, onChange),
    close: () => {
      socket.close();
    },
  };
}

interface ActuatorParts {
  readonly libc: Libc;
  readonly socket: NetlinkSocket;
  readonly listAll: () => InterfaceAddress[];
}

interface Placed {
  readonly interfaceName: string;
  readonly address: string;
  readonly prefixLength: number;
}

/** Runs without an await between the act and the check after it. */
function executeLease(parts: ActuatorParts, request: LeaseRequest): LeaseOutcome {
  try {
    const message = leaseMessage(parts.libc, request);
    const flags = NLM_F_CREATE | chooseFlag(parts, request);
    // The kernel creates a missing address even on a renewal, so a late renewal would bring it back.
    if (monotonicMs() > request.deadlineMs) {
      return { kind: "cancelled", finishedAtMs: monotonicMs() };
    }
    parts.socket.execute("RTM_NEWADDR", RTM_NEWADDR, flags, ...message);
    const finishedAtMs = monotonicMs();
    if (finishedAtMs <= request.deadlineMs) {
      return { kind: "done", finishedAtMs };
    }
    const prefixLength = hostPrefixLength(request.address);
    const removed = executeRemove(parts, { ...request, prefixLength });
    return removed.kind === "done" ? { kind: "late", finishedAtMs } : removed;
  } catch (error) {
    return describeFailure(error);
  }
}

/**
 * The kernel takes an IPv6 address for the same whatever its prefix, lifetime and flags, and an IPv4 address of one prefix
 * whatever its label, and would make a lease of one that somebody put there for good. So what is there has to be the agent's
 * own, and what is not there must not come meanwhile.
 */
function chooseFlag(parts: ActuatorParts, { interfaceName, address }: LeaseRequest): number {
  switch (findStanding(parts, { interfaceName, address, prefixLength: hostPrefixLength(address) })) {
    case "absent":
      return NLM_F_EXCL;
    case "own":
      return NLM_F_REPLACE;
    case "foreign":
      throw new SystemCallError(`RTM_NEWADDR ${address} on ${interfaceName}`, "EEXIST");
  }
}

function findStanding({ listAll }: ActuatorParts, placed: Placed): "absent" | "own" | "foreign" {
  const { interfaceName, address, prefixLength } = placed;
  const held = listAll().find(
    (one) =>
      one.interfaceName === interfaceName &&
      one.address === address &&
      (familyOf(address) === 6 || one.prefixLength === prefixLength),
  );
  if (held === undefined) return "absent";
  return held.label === planAddressLabel(interfaceName, address) ? "own" : "foreign";
}

function leaseMessage(libc: Libc, request: LeaseRequest): Buffer[] {
  const index = libc.findInterfaceIndex(request.interfaceName);
  if (index === null) {
    throw new SystemCallError(`if_nametoindex(${request.interfaceName})`, "ENODEV");
  }
  const address = Buffer.from(addressBytes(request.address));
  const isIpv6 = familyOf(request.address) === 6;
  const lifetimes = Buffer.alloc(16);
  // An IPv6 address that is not preferred is never the source of the host's own connections, which would else choose it.
  lifetimes.writeUInt32LE(isIpv6 ? 0 : request.leaseSeconds, 0);
  lifetimes.writeUInt32LE(request.leaseSeconds, 4);
  const flags = Buffer.alloc(4);
  flags.writeUInt32LE(IFA_F_NODAD | IFA_F_NOPREFIXROUTE, 0);
  return [
    addressMessage(isIpv6 ? AF_INET6 : AF_INET, index, hostPrefixLength(request.address)),
    buildAttribute(IFA_LOCAL, address),
    buildAttribute(IFA_ADDRESS, address),
    ...(isIpv6
      ? [buildAttribute(IFA_FLAGS, flags), buildAttribute(IFA_PROTO, Buffer.from([addressMark]))]
      : [buildAttribute(IFA_LABEL, Buffer.from(`${request.label}\0`, "latin1"))]),
    buildAttribute(IFA_CACHEINFO, lifetimes),
  ];
}

function executeRemove(parts: ActuatorParts, placed: Placed): RemoveOutcome {
  const { interfaceName, address, prefixLength } = placed;
  const index = parts.libc.findInterfaceIndex(interfaceName);
  if (index === null) {
    return { kind: "done" };
  }
  try {
    const isIpv6 = familyOf(address) === 6;
    if (findStanding(parts, placed) === "foreign") {
      throw new SystemCallError(`RTM_DELADDR ${address} on ${interfaceName}`, "EEXIST");
    }
    const local = buildAttribute(IFA_LOCAL, Buffer.from(addressBytes(address)));
    const message = addressMessage(isIpv6 ? AF_INET6 : AF_INET, index, prefixLength);
    parts.socket.execute("RTM_DELADDR", RTM_DELADDR, 0, message, local);
    return { kind: "done" };
  } catch (error) {
    const isAbsent = error instanceof SystemCallError && error.code === "EADDRNOTAVAIL";
    return isAbsent ? { kind: "done" } : describeFailure(error);
  }
}

function describeFailure(error: unknown): ActFailure {
  const code = error instanceof SystemCallError ? error.code : "EINVAL";
  return { kind: "failed", code, reason: tellError(error) };
}

function addressMessage(family: number, index: number, prefixLength: number): Buffer {
  const message = Buffer.alloc(addressMessageLength);
  message.writeUInt8(family, 0);
  message.writeUInt8(prefixLength, 1);
  message.writeUInt32LE(index, 4);
  return message;
}

function parseAddress(
  message: NetlinkMessage,
  names: ReadonlyMap<number, string>,
  canMark: boolean,
): InterfaceAddress | null {
  const attributes = parseAttributes(message.payload, addressMessageLength);
  const local = attributes.get(IFA_LOCAL) ?? attributes.get(IFA_ADDRESS);
  const family = message.payload.readUInt8(0);
  if ((family !== AF_INET && family !== AF_INET6) || local === undefined) {
    return null;
  }
  const valid = attributes.get(IFA_CACHEINFO)?.readUInt32LE(4) ?? infinity;
  const index = message.payload.readUInt32LE(4);
  const interfaceName = names.get(index) ?? `#${index}`;
  const address = formatAddress([...local]);
  const prefixLength = message.payload.readUInt8(1);
  const validSeconds = valid === infinity ? null : valid;
  const isWithoutDad = ((attributes.get(IFA_FLAGS)?.readUInt32LE(0) ?? 0) & IFA_F_NODAD) !== 0;
  const mark = attributes.get(IFA_PROTO)?.readUInt8(0) ?? null;
  const isOwn = isOwnForm({ prefixLength, validSeconds, isWithoutDad, mark }, canMark);
  const ipv6Label = isOwn ? planAddressLabel(interfaceName, address) : null;
  return {
    interfaceName,
    address,
    prefixLength,
    label: family === AF_INET ? parseName(attributes.get(IFA_LABEL)) : ipv6Label,
    validSeconds,
  };
}

function parseLink(message: NetlinkMessage): KernelLink {
  const attributes = parseAttributes(message.payload, linkMessageLength);
  const flags = message.payload.readUInt32LE(8);
  const index = message.payload.readInt32LE(4);
  const mac = attributes.get(IFLA_ADDRESS);
  return {
    interfaceName: parseName(attributes.get(IFLA_IFNAME)) ?? `#${index}`,
    index,
    mac: mac?.length === 6 ? formatMac(mac) : null,
    isUp: (flags & IFF_UP) !== 0,
    hasCarrier: (flags & IFF_LOWER_UP) !== 0,
  };
}

function parseName(value: Buffer | undefined): string | null {
  return value === undefined ? null : value.toString("latin1").replace(/\0.*$/s, "");
}

const watchedGroups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR;

function watchChanges(libc: Libc, onChange: (change: NetworkChange) => void): () => void {
  const names = new Map<number, string>();
  return watchNetlink(
    libc,
    // Each renewal of a lease is announced as a new address, and nobody needs to be told of those.
    { protocol: NETLINK_ROUTE, groups: watchedGroups, ignoredType: RTM_NEWADDR },
    (message) => {
      if (message.type === RTM_NEWLINK) {
        const link = parseLink(message);
        names.set(link.index, link.interfaceName);
        onChange({ kind: "link-changed", link });
      } else if (message.type === RTM_DELLINK) {
        onChange({ kind: "resync" });
      } else if (message.type === RTM_DELADDR) {
        const parsed = parseAddress(message, names, true);
        if (parsed !== null) {
          const interfaceName = parsed.interfaceName.startsWith("#") ? null : parsed.interfaceName;
          onChange({ kind: "address-removed", address: parsed.address, interfaceName });
        }
      }
    },
    () => {
      onChange({ kind: "resync" });
    },
  );
}
