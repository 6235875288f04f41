import {
  type EndpointHealth,
  type EndpointServer,
  type MeasuredEndpoint,
  message,
  type ProxyWay,
} from "@primacy/contract";
import { calm } from "../topology/topology.fixture";
import { idOf } from "../vip/console-page.fixture";

const members = calm.hosts.flatMap(({ name, members: [member] }) =>
  member === undefined ? [] : [{ ...member, name }],
);

/** A member of the calm picture as it answered: db1 is the primary. */
export function serverOf(name: string, changes: Partial<EndpointServer> = {}): EndpointServer {
  const member = members.find((one) => one.name === name);
  return {
    memberId: member?.memberId ?? null,
    name,
    serverUuid: member?.serverUuid ?? idOf(799),
    hostName: `${name}.example`,
    role: member?.role ?? null,
    isReadOnly: member?.role !== "PRIMARY",
    isAway: false,
    through: null,
    ageMs: 2_400,
    ...changes,
  };
}

/** An endpoint that leads right. */
export function right(
  servers: readonly EndpointServer[],
  changes: Partial<EndpointHealth> = {},
): EndpointHealth {
  return {
    state: "right",
    tone: "ok",
    servers: [...servers],
    loginMs: 6.4,
    ageMs: 2_400,
    isStale: false,
    finding: null,
    advice: null,
    metadata: null,
    ...changes,
  };
}

function silent(port: number): EndpointHealth {
  const params = { address: "10.86.0.21", port, reason: "connection_refused" };
  const finding = message("failure.mysql_unreachable", params);
  return right([], { state: "silent", tone: "failed", loginMs: null, finding });
}

/** Somebody answers there, and no CA of a member verifies who. */
function unverified(endpoint: string, advice: "certificate" | "own_certificate"): EndpointHealth {
  return right([], {
    state: "unverified",
    tone: "warning",
    loginMs: null,
    finding: message("endpoint.unverified", { endpoint, reason: "self-signed certificate" }),
    advice: message(`endpoint.advice.${advice}`, { address: endpoint }),
  });
}

/** An endpoint of a member, with how it is. */
export function directOf(name: string, health: EndpointHealth = right([serverOf(name)])): MeasuredEndpoint {
  const { memberId = idOf(700), address = "", port = 3306 } = members.find((one) => one.name === name) ?? {};
  const ref = { kind: "member", memberId } as const;
  return { ref, way: "direct", name, address, port, purpose: "any", customId: null, health };
}

/** A port of HAProxy at 10.86.0.110, which px1 holds. */
export function haproxyOf(way: Exclude<ProxyWay, "split">, health: EndpointHealth, n = 0): MeasuredEndpoint {
  return {
    ref: { kind: "proxy", proxyId: idOf(710 + n), way },
    way: `haproxy_${way}`,
    name: `10.86.0.11${n}`,
    address: `10.86.0.11${n}`,
    port: way === "write" ? 3307 : 3308,
    purpose: way,
    customId: null,
    health,
  };
}

const routerPorts = { write: 6446, read: 6447, split: 6450 } as const;

/** A port of MySQL Router on px1. */
export function routerOf(way: ProxyWay, health: EndpointHealth, n = 0): MeasuredEndpoint {
  return {
    ref: { kind: "proxy", proxyId: idOf(720 + n), way },
    way: `router_${way}`,
    name: `px${n + 1}`,
    address: `10.86.0.2${n + 1}`,
    port: routerPorts[way],
    purpose: way === "split" ? "both" : way,
    customId: null,
    health,
  };
}

const through = { through: "px1" };
const reading = [serverOf("db2", through), serverOf("db3", { ...through, ageMs: 17_400 })];
const vip: MeasuredEndpoint = {
  ref: { kind: "vip", vipId: calm.vips[0]?.vipId ?? idOf(92) },
  way: "write_vip",
  name: "10.86.0.100",
  address: "10.86.0.100",
  port: 3306,
  purpose: "write",
  customId: null,
  health: right([serverOf("db1")]),
};
const custom: MeasuredEndpoint = {
  ref: { kind: "custom", address: "mysql.example.com", port: 3306 },
  way: "custom",
  name: "load balancer",
  address: "mysql.example.com",
  port: 3306,
  purpose: "write",
  customId: idOf(730),
  health: right([], { state: "unknown", tone: "unknown", loginMs: null, ageMs: null }),
};

/** Everything that the calm picture has, each way leading where it should. */
export const ways: readonly MeasuredEndpoint[] = [
  directOf("db1"),
  directOf("db2"),
  directOf("db3"),
  vip,
  haproxyOf("write", right([serverOf("db1", through)])),
  haproxyOf("read", right(reading)),
  routerOf("write", right([serverOf("db1", through)])),
  routerOf("read", right(reading)),
  routerOf("split", right([serverOf("db2", through)])),
  custom,
];

/** Two proxies of each kind. */
export const manyWays: readonly MeasuredEndpoint[] = [
  ...ways.filter(({ way }) => way !== "custom"),
  haproxyOf("write", right([serverOf("db1", { through: "px2" })]), 1),
  haproxyOf("read", right([serverOf("db3", { through: "px2" })]), 1),
  routerOf("write", right([serverOf("db1", { through: "px2" })]), 1),
  routerOf("read", right([serverOf("db2", { through: "px2" })]), 1),
];

/** HAProxy leads writes to db2, a secondary, and MySQL Router is dead. */
export const wrongWays: readonly MeasuredEndpoint[] = [
  directOf("db1"),
  directOf("db2"),
  directOf("db3"),
  vip,
  haproxyOf(
    "write",
    right([serverOf("db2", through)], {
      state: "wrong",
      tone: "failed",
      finding: message("endpoint.secondary", { endpoint: "10.86.0.110:3307", server: "db2" }),
      advice: message("endpoint.advice.haproxy"),
    }),
  ),
  haproxyOf("read", right(reading)),
  routerOf("write", silent(6446)),
  routerOf("read", silent(6447)),
];

/** MySQL Router leads right, and its metadata lacks db3. */
export const unlistedWays: readonly MeasuredEndpoint[] = ways.map((way) => {
  if (!way.way.startsWith("router_")) return way;
  const params = { cluster: "orders", unlisted: "db3", gone: "" };
  const finding = message("endpoint.metadata_unlisted", params);
  const advice = message("endpoint.advice.metadata_rescan");
  return { ...way, health: { ...way.health, metadata: { tone: "warning", finding, advice } } };
});

/** The certificate of db2 was renewed, and a load balancer ends TLS itself. */
export const unverifiedWays: readonly MeasuredEndpoint[] = ways.map((way) => {
  if (way.name === "db2") return { ...way, health: unverified("10.86.0.12:3306", "certificate") };
  if (way.way !== "custom") return way;
  return { ...way, health: unverified("mysql.example.com:3306", "own_certificate") };
});
