import { z } from "zod";

/** What the asker needs: `mac` and `from` are the asking host's own, `address` is asked for. */
export const WireAskerConfig = z.object({
  device: z.string(),
  mac: z.string(),
  from: z.string(),
  address: z.string(),
  everyMs: z.number().min(10),
});
export type WireAskerConfig = z.infer<typeof WireAskerConfig>;

/** One question on the wire, and the cards that answered it. */
export const WireRound = z.object({
  /** When the request was sent, CLOCK_MONOTONIC in ms. */
  askedMs: z.number(),
  /** Lower case, with colons. */
  macs: z.array(z.string()),
});
export type WireRound = z.infer<typeof WireRound>;

/** A question and its answers as one line tells them; null where it does not. */
export function parseRound(line: string): WireRound | null {
  try {
    return WireRound.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Ethernet, and ARP of IPv4 over it (RFC 826). */
const arpAt = 14;
const frameLength = arpAt + 28;
const arpOfIpv4 = [0, 1, 8, 0, 6, 4];
const reply = 2;

/** The frame of a broadcast ARP request. */
export function buildRequest({
  mac,
  from,
  address,
}: Pick<WireAskerConfig, "mac" | "from" | "address">): Buffer {
  const own = macBytes(mac);
  return Buffer.concat([
    Buffer.alloc(6, 0xff),
    own,
    Buffer.from([0x08, 0x06, ...arpOfIpv4, 0, 1]),
    own,
    ipv4Bytes(from),
    Buffer.alloc(6),
    ipv4Bytes(address),
  ]);
}

/**
 * The card that answers the asker in this frame that it has the address; null where the frame is nothing of the kind. What a
 * host announces to everybody as it takes the address is none: beside the answer of the one before it, they would seem two.
 */
export function findAnswer(
  frame: Buffer,
  { mac, from, address }: Pick<WireAskerConfig, "mac" | "from" | "address">,
): string | null {
  if (frame.length < frameLength || frame.readUInt16BE(12) !== 0x0806) return null;
  const own = macBytes(mac);
  const arp = frame.subarray(arpAt);
  const isReply =
    arp.subarray(0, 6).equals(Buffer.from(arpOfIpv4)) &&
    arp.readUInt16BE(6) === reply &&
    arp.subarray(14, 18).equals(ipv4Bytes(address));
  const isToAsker =
    frame.subarray(0, 6).equals(own) &&
    arp.subarray(18, 24).equals(own) &&
    arp.subarray(24, 28).equals(ipv4Bytes(from));
  return isReply && isToAsker
    ? [...arp.subarray(8, 14)].map((byte) => byte.toString(16).padStart(2, "0")).join(":")
    : null;
}

function macBytes(mac: string): Buffer {
  return Buffer.from(mac.replaceAll(":", ""), "hex");
}

function ipv4Bytes(address: string): Buffer {
  return Buffer.from(address.split(".").map(Number));
}
