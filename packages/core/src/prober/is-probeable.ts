import type { EndpointWay } from "@primacy/contract";

const writing: ReadonlySet<EndpointWay> = new Set<EndpointWay>([
  "write_vip",
  "haproxy_write",
  "router_write",
  "router_split",
  "custom",
]);

/** Whether clients write through such a way, so that a standing prober may: a member's own address is none that follows the primary. */
export function isProbeable(way: EndpointWay): boolean {
  return writing.has(way);
}
