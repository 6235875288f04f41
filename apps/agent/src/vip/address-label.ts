import { ipv4ToNumber } from "@primacy/contract";
import { planVipLabel } from "@primacy/core/vip";

/**
 * The kernel label of a VIP on an interface. By the address alone: another VIP that comes or goes must not rename, and so
 * move, this one. Throws TypeError for what is no IPv4 address.
 */
export function labelOf(nic: string, address: string): string {
  return planVipLabel(nic, ipv4ToNumber(address).toString(36));
}
