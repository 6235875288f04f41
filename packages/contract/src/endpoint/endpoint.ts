import { z } from "zod";
import { HostAddress, Port } from "../primitives/address";
import { Id } from "../primitives/scalar";
import { ProxyWay } from "../proxy/proxy";

const ownKinds = [
  z.strictObject({ kind: z.literal("member"), memberId: Id }),
  z.strictObject({ kind: z.literal("vip"), vipId: Id }),
  z.strictObject({ kind: z.literal("proxy"), proxyId: Id, way: ProxyWay }),
] as const;

/** Where clients reach the database: a member's own address, a VIP, a port of a proxy, or an address that somebody typed. */
export const EndpointRef = z.discriminatedUnion("kind", [
  ...ownKinds,
  z.strictObject({ kind: z.literal("custom"), address: HostAddress, port: Port }),
]);
export type EndpointRef = z.infer<typeof EndpointRef>;

/** The same as it was kept, whatever form addresses had then. */
const KeptRef = z.discriminatedUnion("kind", [
  ...ownKinds,
  z.strictObject({ kind: z.literal("custom"), address: z.string(), port: z.number().int() }),
]);

/** Which way an endpoint leads to the server: straight, through a VIP or a proxy, or as somebody says. */
export const EndpointWay = z.enum([
  "direct",
  "write_vip",
  "read_vip",
  "haproxy_write",
  "haproxy_read",
  "router_write",
  "router_read",
  "router_split",
  "custom",
]);
export type EndpointWay = z.infer<typeof EndpointWay>;

/** An endpoint with its address, and how people call it. */
export const ClusterEndpoint = z.object({
  ref: KeptRef,
  way: EndpointWay,
  name: z.string(),
  address: z.string(),
  port: z.number().int(),
});
export type ClusterEndpoint = z.infer<typeof ClusterEndpoint>;
