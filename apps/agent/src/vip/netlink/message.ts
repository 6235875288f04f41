/** One parsed netlink message: its type, flags, sequence number and payload. */
export interface NetlinkMessage {
  readonly type: number;
  readonly flags: number;
  readonly sequence: number;
  readonly payload: Buffer;
}

const headerLength = 16;
const attributeHeaderLength = 4;

/** Builds one netlink message. The kernel's structures are in host order: little-endian on x86-64. */
export function buildMessage(type: number, flags: number, sequence: number, ...parts: Uint8Array[]): Buffer {
  const header = Buffer.alloc(headerLength);
  const length = parts.reduce((sum, part) => sum + align(part.length), headerLength);
  header.writeUInt32LE(length, 0);
  header.writeUInt16LE(type, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt32LE(sequence, 8);
  return Buffer.concat([header, ...parts.map(pad)], length);
}

/** Builds one attribute (type, value), padded to four bytes. */
export function buildAttribute(type: number, value: Uint8Array): Buffer {
  const header = Buffer.alloc(attributeHeaderLength);
  header.writeUInt16LE(attributeHeaderLength + value.length, 0);
  header.writeUInt16LE(type, 2);
  return Buffer.concat([header, pad(value)]);
}

/** Splits a datagram into messages. A truncated tail is dropped rather than misread. */
export function parseMessages(datagram: Buffer): NetlinkMessage[] {
  const messages: NetlinkMessage[] = [];
  let offset = 0;
  while (offset + headerLength <= datagram.length) {
    const length = datagram.readUInt32LE(offset);
    if (length < headerLength || offset + length > datagram.length) {
      break;
    }
    messages.push({
      type: datagram.readUInt16LE(offset + 4),
      flags: datagram.readUInt16LE(offset + 6),
      sequence: datagram.readUInt32LE(offset + 8),
      payload: datagram.subarray(offset + headerLength, offset + length),
    });
    offset += align(length);
  }
  return messages;
}

/** Reads the attributes that follow a payload's fixed part, by type. */
export function parseAttributes(payload: Buffer, from: number): Map<number, Buffer> {
  const attributes = new Map<number, Buffer>();
  let offset = align(from);
  while (offset + attributeHeaderLength <= payload.length) {
    const length = payload.readUInt16LE(offset);
    if (length < attributeHeaderLength || offset + length > payload.length) {
      break;
    }
    const type = payload.readUInt16LE(offset + 2) & 0x3fff;
    attributes.set(type, payload.subarray(offset + attributeHeaderLength, offset + length));
    offset += align(length);
  }
  return attributes;
}

function align(length: number): number {
  return (length + 3) & ~3;
}

function pad(part: Uint8Array): Uint8Array {
  if (part.length === align(part.length)) {
    return part;
  }
  const padded = new Uint8Array(align(part.length));
  padded.set(part);
  return padded;
}
