import { z } from "zod";
import { AdministratorAccount } from "../fix/fix";
import { Message } from "../message/schema";
import { CheckedPlan } from "../operation/checked-plan";
import { HostAddress, NicName, Port, PrefixLength, VipAddress } from "../primitives/address";
import { Id, Instant, PlainText } from "../primitives/scalar";
import { ProxyTimings } from "../vip/vip";

/** What stands between clients and the servers, on hosts of its own or beside them. */
export const ProxyKind = z.enum(["haproxy", "router"]);
export type ProxyKind = z.infer<typeof ProxyKind>;

/** Where agents say over HTTP which role their server has, unless somebody chooses another port. */
export const defaultRoleCheckPort = 7_434;

/** The VRRP group of two or more Keepalived, which has to be unique in their network. */
export const VirtualRouterId = z.number().int().min(1).max(255);

/** The ports of HAProxy: every host has the same. */
export const HaproxyPorts = z.strictObject({
  write: Port.default(3_307),
  read: Port.default(3_308),
});

/** HAProxy on two or more hosts, with an address that one of their Keepalived holds. */
export const HaproxyRequest = z.strictObject({
  kind: z.literal("haproxy"),
  /** The first one is preferred while none holds the address. */
  hostIds: z.array(Id).min(2, { error: "proxy_two_hosts" }).max(8),
  address: VipAddress,
  prefixLength: PrefixLength,
  ports: HaproxyPorts.prefault({}),
  virtualRouterId: VirtualRouterId,
  /** Interface per host; what is absent is found by the address. */
  nics: z.record(Id, NicName).default({}),
  /** Where the agents of the members answer HAProxy's checks. */
  checkPort: Port.default(defaultRoleCheckPort),
});
export type HaproxyRequest = z.infer<typeof HaproxyRequest>;

/** The ports of MySQL Router; `split` sends reads and writes of one connection to different servers. */
export const RouterPorts = z.strictObject({
  write: Port.default(6_446),
  read: Port.default(6_447),
  split: Port.nullable().default(6_450),
});

/** MySQL Router on one host. */
export const RouterRequest = z.strictObject({
  kind: z.literal("router"),
  hostIds: z.array(Id).length(1),
  ports: RouterPorts.prefault({}),
});
export type RouterRequest = z.infer<typeof RouterRequest>;

/** What is asked for, by kind. */
export const ProxyRequest = z.discriminatedUnion("kind", [HaproxyRequest, RouterRequest]);
export type ProxyRequest = z.infer<typeof ProxyRequest>;

/** Asks what setting up a proxy would do, and what stands against it. */
export const ProxyQuestion = z.strictObject({ proxy: ProxyRequest });
export type ProxyQuestion = z.infer<typeof ProxyQuestion>;

/** What a check of a proxy found. */
export const ProxyCheck = CheckedPlan.extend({
  /** The order has to bring an administrator's account: it takes one, and none is kept. */
  needsAccount: z.boolean().optional(),
});
export type ProxyCheck = z.infer<typeof ProxyCheck>;

/**
 * Orders it: hosts get other configurations, so that it repeats the cluster's name in `confirm`. The account of a MySQL Router takes
 * an administrator of the servers: without `administrator` the one that was kept is used.
 */
export const ProxyOrder = ProxyQuestion.extend({
  confirm: PlainText,
  administrator: AdministratorAccount.optional(),
});
export type ProxyOrder = z.infer<typeof ProxyOrder>;

/** Who stopped a proxy on purpose, and when. */
export const ProxyStop = z.object({ by: z.string(), at: Instant });
export type ProxyStop = z.infer<typeof ProxyStop>;

const common = {
  id: Id,
  clusterId: Id,
  /** In the order of the request, with the names and addresses that they had then. */
  hosts: z.array(z.object({ hostId: Id, name: z.string(), address: HostAddress })).min(1),
  /** How it finds the primary, by the configuration that Primacy wrote; absent: not known, as of one that an earlier release set up. */
  timings: ProxyTimings.optional(),
  /** Absent: nobody has stopped it. */
  stopped: ProxyStop.optional(),
  createdAt: Instant,
};

/** A proxy that this console has set up. `address`: what Keepalived holds; null: clients use that of the host. */
export const ClusterProxy = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("haproxy"),
    address: VipAddress,
    prefixLength: PrefixLength,
    ports: z.object({ write: Port, read: Port, split: z.null() }),
    virtualRouterId: VirtualRouterId,
    checkPort: Port,
  }),
  z.object({
    ...common,
    kind: z.literal("router"),
    address: z.null(),
    ports: z.object({ write: Port, read: Port, split: Port.nullable() }),
  }),
]);
export type ClusterProxy = z.infer<typeof ClusterProxy>;

const [StoredHaproxy, StoredRouter] = ClusterProxy.options;

/** A proxy that is about to be set up. */
export const ProxyDraft = z.discriminatedUnion("kind", [
  StoredHaproxy.omit({ createdAt: true, stopped: true }),
  StoredRouter.omit({ createdAt: true, stopped: true }),
]);
export type ProxyDraft = z.infer<typeof ProxyDraft>;

/** What of the console itself comes through a proxy, which a stop of it hurts. */
export const ProxyUse = z.object({
  /** The places of it through which a prober writes. */
  probed: z.array(z.string()),
  /** The names of benchmarks that wait, and of series of drills, that will come through it. */
  awaited: z.array(z.string()),
});
export type ProxyUse = z.infer<typeof ProxyUse>;

/** A proxy of one kind, and what is asked for to get one. */
export type ProxyOf<K extends ProxyKind> = Extract<ClusterProxy, { kind: K }>;
export type ProxyRequestOf<K extends ProxyKind> = Extract<ProxyRequest, { kind: K }>;

/** How a way through a proxy is called in an endpoint. */
export const ProxyWay = z.enum(["write", "read", "split"]);
export type ProxyWay = z.infer<typeof ProxyWay>;

/** Where a port of a proxy leads now, as the console found by connecting. */
export const ProxyWayHealth = z.object({
  way: ProxyWay,
  address: HostAddress,
  port: Port,
  /** The member that answered; null: none did, for `reason`. */
  leadsTo: z.string().nullable(),
  /** It leads where it should: to the primary, or for reads to any member. */
  isRight: z.boolean(),
  connectMs: z.number().nullable(),
  reason: Message.nullable(),
});
export type ProxyWayHealth = z.infer<typeof ProxyWayHealth>;

/** How one host of a proxy does. */
export const ProxyHostHealth = z.object({
  hostId: Id,
  name: z.string(),
  /** Its own write port leads to the primary. */
  isServing: z.boolean(),
  reason: Message.nullable(),
  /** The address that moves is on it; null: there is none, or its agent does not answer. */
  holdsAddress: z.boolean().nullable(),
});
export type ProxyHostHealth = z.infer<typeof ProxyHostHealth>;

/** How a proxy does, by every port and every host of it. */
export const ProxyHealth = z.object({ ways: z.array(ProxyWayHealth), hosts: z.array(ProxyHostHealth) });
export type ProxyHealth = z.infer<typeof ProxyHealth>;

/** What an installation ends with: the proxy, and the member that its write port led to. */
export const ProxyProof = z.object({
  proxyId: Id,
  leadsTo: z.string(),
  connectMs: z.number(),
});
export type ProxyProof = z.infer<typeof ProxyProof>;
