import type { KernelObservation, LinkState, VipTarget } from "@primacy/core/vip";
import type { InterfaceAddress, KernelLink } from "../address/types";

/** What the kernel has for a VIP: ours is a /32 or /128 with our mark on our interface, anything else with that address is foreign. */
export function judgeKernel(addresses: readonly InterfaceAddress[], target: VipTarget): KernelObservation {
  const present = addresses.filter((held) => held.address === target.address);
  const own = present.find(
    (held) =>
      held.interfaceName === target.nic &&
      held.label === target.label &&
      held.prefixLength === target.prefixLength,
  );
  if (own !== undefined) {
    return { kind: "own", expiresInMs: own.validSeconds === null ? null : own.validSeconds * 1000 };
  }
  const [foreign] = present;
  return foreign === undefined
    ? { kind: "absent" }
    : {
        kind: "foreign",
        detail: `${foreign.address}/${foreign.prefixLength} on ${foreign.interfaceName}, label ${foreign.label ?? "none"}`,
      };
}

/** The state of the interface that a VIP is configured on. */
export function judgeLink(links: readonly KernelLink[], nic: string): LinkState {
  const link = links.find((candidate) => candidate.interfaceName === nic);
  if (link === undefined) {
    return "missing";
  }
  if (!link.isUp) {
    return "down";
  }
  return link.hasCarrier ? "up" : "no-carrier";
}
