import { z } from "zod";
import { Id, PlainText } from "../primitives/scalar";
import { ProxyWay } from "../proxy/proxy";

/** Where clients reach the database: a member's own address, a VIP, a port of a proxy, or an address that somebody typed. */
export const EndpointRef = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("member"), memberId: Id }),
  z.strictObject({ kind: z.literal("vip"), vipId: Id }),
  z.strictObject({ kind: z.literal("proxy"), proxyId: Id, way: ProxyWay }),
  z.strictObject({
    kind: z.literal("custom"),
    address: PlainText.min(1, { error: "required" }).max(253),
    port: z.number().int().min(1).max(65_535),
  }),
]);
export type EndpointRef = z.infer<typeof EndpointRef>;

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
  ref: EndpointRef,
  way: EndpointWay,
  name: z.string(),
  address: z.string(),
  port: z.number().int(),
});
export type ClusterEndpoint = z.infer<typeof ClusterEndpoint>;
