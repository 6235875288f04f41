import type { AgentVip } from "@primacy/contract/agent";

/** What the script that releases addresses needs of one. */
export type ReleasableVip = Pick<AgentVip, "address" | "nic" | "ports" | "onRelease">;

/**
 * One line for each VIP: address, interface, ports by comma, and `leave` where connections are let be. What the supervisor's
 * script can read.
 */
export function planReleaseList(vips: readonly ReleasableVip[]): string {
  return vips
    .map(({ address, nic, ports, onRelease }) => {
      const line = [address, nic, ports.join(","), ...(onRelease === "leave" ? [onRelease] : [])];
      return `${line.join(" ")}\n`;
    })
    .join("");
}
