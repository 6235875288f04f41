import type { AgentStatus, VipStatus } from "@primacy/contract/agent";

/** By what a host is known to hold an address: its kernel has it, or its agent says that it put it there. */
export type HoldingEvidence = "kernel" | "agent";

/**
 * By what a host holds `address`, as its agent's status says; null where it does not. `own` are the agent's words on the
 * VIP in question. The kernel counts for more: it has also what was put there by hand.
 */
export function findHoldingEvidence(
  status: Pick<AgentStatus, "nics">,
  own: readonly Pick<VipStatus, "isBound">[],
  address: string,
): HoldingEvidence | null {
  if (isInKernel(status, address)) return "kernel";
  return own.some((vip) => vip.isBound) ? "agent" : null;
}

/** True when an interface of the host has the address. */
export function isInKernel({ nics }: Pick<AgentStatus, "nics">, address: string): boolean {
  return nics.some((nic) => nic.addresses.some((one) => one.address === address));
}
