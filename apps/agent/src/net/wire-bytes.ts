import { isIpv4 } from "@primacy/contract";

/** The four bytes of a strict dotted quad. Throws RangeError on anything else: callers have validated it. */
export function ipv4Bytes(text: string): Uint8Array {
  if (!isIpv4(text)) {
    throw new RangeError(`not an IPv4 address: ${JSON.stringify(text.slice(0, 40))}`);
  }
  return Uint8Array.from(text.split("."), Number);
}

/** Formats the first four bytes as a dotted quad. */
export function formatIpv4(bytes: Uint8Array): string {
  return bytes.subarray(0, 4).join(".");
}

/** The six bytes of a MAC address with colons. Throws RangeError on anything else. */
export function macBytes(text: string): Uint8Array {
  if (!/^[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}$/.test(text)) {
    throw new RangeError(`not a MAC address: ${JSON.stringify(text.slice(0, 40))}`);
  }
  return Uint8Array.from(text.split(":"), (part) => Number.parseInt(part, 16));
}

/** Formats the first six bytes as a lower-case MAC address with colons. */
export function formatMac(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, 6), (byte) => byte.toString(16).padStart(2, "0")).join(":");
}
