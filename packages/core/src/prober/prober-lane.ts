import type { EndpointPurpose, EndpointWay, ProberLane } from "@primacy/contract";

const lanes: Readonly<Record<EndpointWay, ProberLane>> = {
  // No member takes writes for good.
  direct: "read",
  write_vip: "write",
  read_vip: "read",
  haproxy_write: "write",
  haproxy_read: "read",
  router_write: "write",
  router_read: "read",
  router_split: "write",
  custom: "write",
};

/** What a standing prober does at an endpoint: it writes where clients write, and else only reads. */
export function proberLaneOf({
  way,
  purpose,
}: {
  readonly way: EndpointWay;
  readonly purpose: EndpointPurpose;
}): ProberLane {
  return way === "custom" && purpose === "read" ? "read" : lanes[way];
}
