import { networkInterfaces } from "node:os";

/** True where this machine has `address` itself: what it sends there never leaves it. */
export function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((cards) => cards?.some((one) => one.address === address));
}
