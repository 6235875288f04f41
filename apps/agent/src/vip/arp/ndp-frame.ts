import { addressBytes, formatAddress } from "@primacy/contract";
import { formatMac, macBytes } from "../../net/wire-bytes";
import type { ArpFrameClaim } from "./frame";

/** Who sends a neighbour discovery packet, from which of its addresses. */
export interface NdpSender {
  readonly mac: string;
  /** Null: from nowhere, as a host that has no address yet. The answer to such a question goes to all neighbours. */
  readonly address: string | null;
}

const etherTypeIpv6 = 0x86dd;
const icmpv6 = 58;
const neighbourSolicitation = 135;
const neighbourAdvertisement = 136;
const sourceLinkLayerAddress = 1;
const targetLinkLayerAddress = 2;
/** What the answer replaces is what the neighbours remember. */
const overrideFlag = 0x20;
const solicitedFlag = 0x40;
/** No router lets such a packet through with its hop limit intact: it comes from this segment. */
const hopLimit = 255;
const unspecified = "::";
const allNodes = "ff02::1";
const ethernetLength = 14;
const ipv6Length = 40;
const messageOffset = ethernetLength + ipv6Length;
const targetOffset = messageOffset + 8;
const optionsOffset = targetOffset + 16;
const sourceOffset = ethernetLength + 8;
const optionLength = 8;

/** Asks for the Ethernet address of `target`, to all who may have it. */
export function buildSolicitation(sender: NdpSender, target: string): Buffer {
  return buildFrame({
    senderMac: sender.mac,
    source: sender.address ?? unspecified,
    destination: solicitedNode(target),
    type: neighbourSolicitation,
    flags: 0,
    target,
    option: sender.address === null ? null : sourceLinkLayerAddress,
  });
}

/** Tells every neighbour, unasked, that `address` is at this Ethernet address from now on. */
export function buildAdvertisement(senderMac: string, address: string): Buffer {
  return buildFrame({
    senderMac,
    source: address,
    destination: allNodes,
    type: neighbourAdvertisement,
    flags: overrideFlag,
    target: address,
    option: targetLinkLayerAddress,
  });
}

/**
 * Reads who claims which address: who answers for it, whether asked or not, and who asks for another with it as its own.
 * Null for anything else.
 */
export function parseNdpClaim(frame: Buffer): ArpFrameClaim | null {
  const isNdp =
    frame.length >= optionsOffset &&
    frame.readUInt16BE(12) === etherTypeIpv6 &&
    frame.readUInt8(ethernetLength + 6) === icmpv6 &&
    frame.readUInt8(ethernetLength + 7) === hopLimit;
  if (!isNdp) return null;
  const type = frame.readUInt8(messageOffset);
  const etherSource = formatMac(frame.subarray(6));
  if (type === neighbourAdvertisement) {
    const isSolicited = (frame.readUInt8(messageOffset + 4) & solicitedFlag) !== 0;
    return {
      mac: findOption(frame, targetLinkLayerAddress) ?? etherSource,
      address: formatAddress([...frame.subarray(targetOffset, optionsOffset)]),
      answeredMac: isSolicited ? formatMac(frame.subarray(0)) : null,
    };
  }
  const source = formatAddress([...frame.subarray(sourceOffset, sourceOffset + 16)]);
  if (type !== neighbourSolicitation || source === unspecified) return null;
  return {
    mac: findOption(frame, sourceLinkLayerAddress) ?? etherSource,
    address: source,
    answeredMac: null,
  };
}

/**
 * A classic BPF program that lets claims of the given addresses through, by the last four bytes of each: what else ends
 * like them is told apart by who reads it.
 */
export function buildNdpFilter(addresses: readonly string[]): Buffer {
  const [loadWord, loadByte, jumpIfEqual, jumpAlways, returnConstant] = [0x20, 0x30, 0x15, 0x05, 0x06];
  const listAt = 8;
  const rejectAt = listAt + addresses.length;
  const acceptAt = rejectAt + 1;
  const program = Buffer.alloc((acceptAt + 1) * 8);
  const put = (position: number, code: number, constant: number, onTrue = 0, onFalse = 0): void => {
    program.writeUInt16LE(code, position * 8);
    program.writeUInt8(onTrue, position * 8 + 2);
    program.writeUInt8(onFalse, position * 8 + 3);
    program.writeUInt32LE(constant, position * 8 + 4);
  };
  put(0, loadByte, ethernetLength + 6);
  put(1, jumpIfEqual, icmpv6, 0, rejectAt - 2);
  put(2, loadByte, messageOffset);
  put(3, jumpIfEqual, neighbourAdvertisement, 0, 2);
  put(4, loadWord, targetOffset + 12);
  put(5, jumpAlways, listAt - 6);
  put(6, jumpIfEqual, neighbourSolicitation, 0, rejectAt - 7);
  put(7, loadWord, sourceOffset + 12);
  for (const [index, address] of addresses.entries()) {
    const position = listAt + index;
    put(position, jumpIfEqual, Buffer.from(addressBytes(address)).readUInt32BE(12), acceptAt - position - 1);
  }
  put(rejectAt, returnConstant, 0);
  put(acceptAt, returnConstant, maxFrameLength);
  return program;
}

/** As much of a frame as is read: the longest that is of use, with options that are not. */
const maxFrameLength = 200;

interface FrameParts {
  readonly senderMac: string;
  readonly source: string;
  readonly destination: string;
  readonly type: number;
  readonly flags: number;
  readonly target: string;
  /** Which of the two options carries the sender's Ethernet address. */
  readonly option: number | null;
}

function buildFrame(parts: FrameParts): Buffer {
  const frame = Buffer.alloc(optionsOffset + (parts.option === null ? 0 : optionLength));
  const destination = addressBytes(parts.destination);
  // Multicast addresses of IPv6 have an Ethernet address each, made of their last four bytes.
  frame.set([0x33, 0x33, ...destination.slice(12)], 0);
  frame.set(macBytes(parts.senderMac), 6);
  frame.writeUInt16BE(etherTypeIpv6, 12);
  frame.writeUInt8(6 << 4, ethernetLength);
  frame.writeUInt16BE(frame.length - messageOffset, ethernetLength + 4);
  frame.writeUInt8(icmpv6, ethernetLength + 6);
  frame.writeUInt8(hopLimit, ethernetLength + 7);
  frame.set(addressBytes(parts.source), sourceOffset);
  frame.set(destination, sourceOffset + 16);
  frame.writeUInt8(parts.type, messageOffset);
  frame.writeUInt8(parts.flags, messageOffset + 4);
  frame.set(addressBytes(parts.target), targetOffset);
  if (parts.option !== null) {
    frame.set([parts.option, 1, ...macBytes(parts.senderMac)], optionsOffset);
  }
  frame.writeUInt16BE(checksum(frame), messageOffset + 2);
  return frame;
}

/** The one's complement sum over both addresses, the length, the protocol and the message. */
function checksum(frame: Buffer): number {
  let sum = frame.length - messageOffset + icmpv6;
  for (let offset = sourceOffset; offset + 1 < frame.length; offset += 2) {
    sum += frame.readUInt16BE(offset);
  }
  while (sum > 0xffff) {
    sum = (sum & 0xffff) + (sum >>> 16);
  }
  return ~sum & 0xffff;
}

/** The multicast group that everybody is in whose address ends like this one. */
function solicitedNode(target: string): string {
  return formatAddress([...addressBytes("ff02::1:ff00:0").slice(0, 13), ...addressBytes(target).slice(13)]);
}

function findOption(frame: Buffer, wanted: number): string | null {
  for (let offset = optionsOffset; offset + optionLength <= frame.length; ) {
    const length = frame.readUInt8(offset + 1) * 8;
    if (length === 0) return null;
    if (frame.readUInt8(offset) === wanted) return formatMac(frame.subarray(offset + 2));
    offset += length;
  }
  return null;
}
