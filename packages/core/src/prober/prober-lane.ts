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

/** What a prober at a place does by the endpoints that are there now: of two the one that writes shows more. Null: none is there. */
export function proberLaneAt(
  endpoints: readonly (Parameters<typeof proberLaneOf>[0] & Place)[],
  { address, port }: Place,
): ProberLane | null {
  const here = endpoints.filter((one) => one.address === address && one.port === port).map(proberLaneOf);
  return here.includes("write") ? "write" : (here[0] ?? null);
}

interface Place {
  readonly address: string;
  readonly port: number;
}
