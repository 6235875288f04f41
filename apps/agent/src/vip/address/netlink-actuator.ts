import { type Libc, SystemCallError } from "../../ffi/libc";
import { formatIpv4, formatMac, ipv4Bytes } from "../../net/ipv4";
import { buildAttribute, type NetlinkMessage, parseAttributes } from "../netlink/message";
import { NetlinkSocket, watchNetlink } from "../netlink/socket";
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
const NLM_F_CREATE = 0x400;
const RTMGRP_LINK = 0x1;
const RTMGRP_IPV4_IFADDR = 0x10;
const AF_INET = 2;
const IFA_ADDRESS = 1;
const IFA_LOCAL = 2;
const IFA_LABEL = 3;
const IFA_CACHEINFO = 6;
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
      .list("RTM_GETADDR", RTM_GETADDR, addressMessage(0, 0))
      .filter((message) => message.type === RTM_NEWADDR)
      .flatMap((message) => parseAddress(message, names) ?? []);
  return {
    kind: "netlink",
    executeLease: async (request) => executeLease(libc, socket, request),
    executeRemove: async (interfaceName, address, prefixLength) =>
      executeRemove(libc, socket, interfaceName, address, prefixLength),
    listLinks: async () => listLinks(),
    listAddresses: async () => {
      listLinks();
      return listAddresses();
    },
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

/** Runs without an await between the act and the check after it. */
function executeLease(libc: Libc, socket: NetlinkSocket, request: LeaseRequest): LeaseOutcome {
  try {
    const message = leaseMessage(libc, request);
    // The kernel creates a missing address even on a renewal, so a late renewal would bring it back.
    if (monotonicMs() > request.deadlineMs) {
      return { kind: "cancelled", finishedAtMs: monotonicMs() };
    }
    socket.execute("RTM_NEWADDR", RTM_NEWADDR, NLM_F_CREATE | NLM_F_REPLACE, ...message);
    const finishedAtMs = monotonicMs();
    if (finishedAtMs <= request.deadlineMs) {
      return { kind: "done", finishedAtMs };
    }
    const removed = executeRemove(libc, socket, request.interfaceName, request.address, 32);
    return removed.kind === "done" ? { kind: "late", finishedAtMs } : removed;
  } catch (error) {
    return describeFailure(error);
  }
}

function leaseMessage(libc: Libc, request: LeaseRequest): Buffer[] {
  const index = libc.findInterfaceIndex(request.interfaceName);
  if (index === null) {
    throw new SystemCallError(`if_nametoindex(${request.interfaceName})`, "ENODEV");
  }
  const address = ipv4Bytes(request.address);
  const lifetimes = Buffer.alloc(16);
  lifetimes.writeUInt32LE(request.leaseSeconds, 0);
  lifetimes.writeUInt32LE(request.leaseSeconds, 4);
  return [
    addressMessage(index, 32),
    buildAttribute(IFA_LOCAL, address),
    buildAttribute(IFA_ADDRESS, address),
    buildAttribute(IFA_LABEL, Buffer.from(`${request.label}\0`, "latin1")),
    buildAttribute(IFA_CACHEINFO, lifetimes),
  ];
}

function executeRemove(
  libc: Libc,
  socket: NetlinkSocket,
  interfaceName: string,
  address: string,
  prefixLength: number,
): RemoveOutcome {
  const index = libc.findInterfaceIndex(interfaceName);
  if (index === null) {
    return { kind: "done" };
  }
  try {
    const local = buildAttribute(IFA_LOCAL, ipv4Bytes(address));
    socket.execute("RTM_DELADDR", RTM_DELADDR, 0, addressMessage(index, prefixLength), local);
    return { kind: "done" };
  } catch (error) {
    const isAbsent = error instanceof SystemCallError && error.code === "EADDRNOTAVAIL";
    return isAbsent ? { kind: "done" } : describeFailure(error);
  }
}

function describeFailure(error: unknown): ActFailure {
  const code = error instanceof SystemCallError ? error.code : "EINVAL";
  return { kind: "failed", code, message: error instanceof Error ? error.message : String(error) };
}

function addressMessage(index: number, prefixLength: number): Buffer {
  const message = Buffer.alloc(addressMessageLength);
  message.writeUInt8(AF_INET, 0);
  message.writeUInt8(prefixLength, 1);
  message.writeUInt32LE(index, 4);
  return message;
}

function parseAddress(message: NetlinkMessage, names: ReadonlyMap<number, string>): InterfaceAddress | null {
  const attributes = parseAttributes(message.payload, addressMessageLength);
  const local = attributes.get(IFA_LOCAL) ?? attributes.get(IFA_ADDRESS);
  if (message.payload.readUInt8(0) !== AF_INET || local === undefined) {
    return null;
  }
  const validSeconds = attributes.get(IFA_CACHEINFO)?.readUInt32LE(4) ?? infinity;
  const index = message.payload.readUInt32LE(4);
  return {
    interfaceName: names.get(index) ?? `#${index}`,
    address: formatIpv4(local),
    prefixLength: message.payload.readUInt8(1),
    label: parseName(attributes.get(IFA_LABEL)),
    validSeconds: validSeconds === infinity ? null : validSeconds,
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

function watchChanges(libc: Libc, onChange: (change: NetworkChange) => void): () => void {
  const names = new Map<number, string>();
  return watchNetlink(
    libc,
    // Each renewal of a lease is announced as a new address, and nobody needs to be told of those.
    { protocol: NETLINK_ROUTE, groups: RTMGRP_LINK | RTMGRP_IPV4_IFADDR, ignoredType: RTM_NEWADDR },
    (message) => {
      if (message.type === RTM_NEWLINK) {
        const link = parseLink(message);
        names.set(link.index, link.interfaceName);
        onChange({ kind: "link-changed", link });
      } else if (message.type === RTM_DELLINK) {
        onChange({ kind: "resync" });
      } else if (message.type === RTM_DELADDR) {
        const parsed = parseAddress(message, names);
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
