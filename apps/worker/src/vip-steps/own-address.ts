import { networkInterfaces } from "node:os";
import { canonicalAddress } from "@primacy/contract";

/** True where this machine has `address` itself: what it sends there never leaves it. */
export function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((cards) =>
    cards?.some((one) => canonicalAddress(one.address) === address),
  );
}
