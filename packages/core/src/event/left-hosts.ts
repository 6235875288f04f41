import type { TopologyHost, TopologyVip, WireVerdict } from "@primacy/contract";

/** A picture, as far as it says which hosts belong to the cluster. */
interface Hosts {
  readonly hosts: readonly Pick<TopologyHost, "hostId">[];
}

/** The ids of the hosts that left the cluster between two pictures. Hosts beside the cluster are in neither. */
export function listLeft(previous: Hosts | null, next: Hosts): readonly string[] {
  const members = new Set(next.hosts.map((host) => host.hostId));
  return (previous?.hosts ?? []).flatMap(({ hostId }) =>
    hostId === null || members.has(hostId) ? [] : [hostId],
  );
}

/**
 * `next` without the marks of hosts that left the cluster since `previous`. Only an answer to such a host would end its
 * mark, and it asks no more: it would be deaf from the start when it comes back.
 */
export function forgetLeft<T extends Hosts & { readonly vips: readonly TopologyVip[] }>(
  previous: Hosts | null,
  next: T,
): T {
  const left = listLeft(previous, next);
  if (left.length === 0) return next;
  const vips = next.vips.map((vip) => ({ ...vip, wireVerdict: withoutDeaf(vip.wireVerdict, left) }));
  return { ...next, vips };
}

function withoutDeaf({ deafHostIds = [], ...verdict }: WireVerdict, left: readonly string[]): WireVerdict {
  const kept = deafHostIds.filter((hostId) => !left.includes(hostId));
  return kept.length === 0 ? verdict : { ...verdict, deafHostIds: kept };
}
