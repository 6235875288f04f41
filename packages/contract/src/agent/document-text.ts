import type { AgentDocument } from "./document";

/**
 * What all agents of a cluster must agree on, as one text: VIPs and timings of one epoch. Its hash is the `documentHash`
 * of an agent, and agent and console make it of the same text. What belongs to one host (its interface, its server, its
 * peers, its part in a pause) is left out, so that the hashes of two hosts compare.
 */
export function documentText(
  document: Pick<AgentDocument, "clusterId" | "epoch" | "timings" | "vips">,
): string {
  return JSON.stringify({
    clusterId: document.clusterId,
    epoch: document.epoch,
    timings: Object.entries(document.timings).sort(),
    vips: document.vips
      .map((vip) => [
        vip.vipId,
        vip.kind,
        vip.address,
        vip.prefixLength,
        [...vip.ports].sort(),
        // Only what differs from the default: agents of the release before hold the hash of this text.
        ...(vip.onRelease === "leave" ? [vip.onRelease] : []),
        ...(vip.reads === undefined ? [] : [vip.reads.policy, vip.reads.maxLagSeconds]),
        ...(vip.reads?.preferredHostId === undefined ? [] : [vip.reads.preferredHostId]),
      ])
      .sort(),
  });
}
