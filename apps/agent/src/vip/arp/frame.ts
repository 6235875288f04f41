import { formatIpv4, formatMac, ipv4Bytes, macBytes } from "../../net/wire-bytes";

/** An ARP packet for Ethernet and IPv4. */
export interface ArpFrame {
  readonly operation: "request" | "reply";
  readonly destinationMac: string;
  readonly senderMac: string;
  readonly senderAddress: string;
  readonly targetMac: string;
  readonly targetAddress: string;
}

/** All stations on the segment. */
export const broadcastMac = "ff:ff:ff:ff:ff:ff";
/** A target that is not known. */
export const unknownMac = "00:00:00:00:00:00";
/** The sender of a probe: nobody's cache is changed by it. */
export const noAddress = "0.0.0.0";

const etherTypeArp = 0x0806;
const etherTypeIpv4 = 0x0800;
const minimumFrameLength = 60;
const arpFrameLength = 42;

/** Builds the Ethernet frame, padded to the minimum length that every switch accepts. */
export function buildArpFrame(frame: ArpFrame): Buffer {
  const buffer = Buffer.alloc(minimumFrameLength);
  buffer.set(macBytes(frame.destinationMac), 0);
  buffer.set(macBytes(frame.senderMac), 6);
  buffer.writeUInt16BE(etherTypeArp, 12);
  buffer.writeUInt16BE(1, 14);
  buffer.writeUInt16BE(etherTypeIpv4, 16);
  buffer.writeUInt8(6, 18);
  buffer.writeUInt8(4, 19);
  buffer.writeUInt16BE(frame.operation === "request" ? 1 : 2, 20);
  buffer.set(macBytes(frame.senderMac), 22);
  buffer.set(ipv4Bytes(frame.senderAddress), 28);
  buffer.set(macBytes(frame.targetMac), 32);
  buffer.set(ipv4Bytes(frame.targetAddress), 38);
  return buffer;
}

/** Who claims which address. `answeredMac` is whose request it answers; null for a request, which answers nobody. */
export interface ArpFrameClaim {
  readonly mac: string;
  readonly address: string;
  readonly answeredMac: string | null;
}

/** Reads who claims which address; null for anything that is not ARP for IPv4 on Ethernet. */
export function parseArpClaim(frame: Buffer): ArpFrameClaim | null {
  const isArp =
    frame.length >= arpFrameLength &&
    frame.readUInt16BE(12) === etherTypeArp &&
    frame.readUInt16BE(16) === etherTypeIpv4 &&
    frame.readUInt8(18) === 6 &&
    frame.readUInt8(19) === 4;
  if (!isArp) {
    return null;
  }
  return {
    mac: formatMac(frame.subarray(22)),
    address: formatIpv4(frame.subarray(28)),
    answeredMac: frame.readUInt16BE(20) === 2 ? formatMac(frame.subarray(32)) : null,
  };
}

/**
 * A classic BPF program that lets only ARP claims of the given addresses through: the kernel drops
 * the rest of a busy segment's ARP before it costs the agent anything.
 */
export function buildClaimFilter(addresses: readonly string[]): Buffer {
  const loadWord = 0x20;
  const jumpIfEqual = 0x15;
  const returnConstant = 0x06;
  const senderAddressOffset = 28;
  const last = addresses.length + 2;
  const program = Buffer.alloc((last + 1) * 8);
  const put = (position: number, code: number, jumpTrue: number, constant: number): void => {
    program.writeUInt16LE(code, position * 8);
    program.writeUInt8(jumpTrue, position * 8 + 2);
    program.writeUInt32LE(constant, position * 8 + 4);
  };
  put(0, loadWord, 0, senderAddressOffset);
  for (const [index, address] of addresses.entries()) {
    const position = index + 1;
    put(position, jumpIfEqual, last - position - 1, Buffer.from(ipv4Bytes(address)).readUInt32BE(0));
  }
  put(last - 1, returnConstant, 0, 0);
  put(last, returnConstant, 0, minimumFrameLength);
  return program;
}
