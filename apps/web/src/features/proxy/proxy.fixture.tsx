import {
  type CheckedPlan,
  type ClusterProxy,
  HaproxyRequest,
  message,
  type ProxyHealth,
} from "@primacy/contract";
import { toPlan } from "@primacy/core/operation";
import { checkHaproxy, type HaproxySnapshot, planHaproxy } from "@primacy/core/proxy";
import { unlistedWays } from "../endpoint/endpoint.fixture";
import { hostOf } from "../host/host.fixture";
import { calm } from "../topology/topology.fixture";
import { at, clusterOf, idOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { HaproxyPage } from "./haproxy-page";
import { ProxiesPage } from "./proxies-page";

/** The page of proxies (`#list`, `#stopped`, `#again`, `#empty`) and that of a new one (`#new`, `#refused`), in front of a console that does all at once. */
const { clusterId } = calm;
const [page] = location.hash.slice(1).split("&");
const [px1, px2] = [
  hostOf({ id: idOf(31), name: "px1", clusterIds: [] }),
  hostOf({ id: idOf(32), name: "px2", clusterIds: [] }),
];

const proxy: ClusterProxy = {
  id: idOf(95),
  clusterId,
  kind: "haproxy",
  hosts: [
    { hostId: px1.id, name: "px1", address: "10.77.0.21" },
    { hostId: px2.id, name: "px2", address: "10.77.0.22" },
  ],
  address: "10.77.0.110",
  prefixLength: 24,
  ports: { write: 3307, read: 3308, split: null },
  virtualRouterId: 60,
  checkPort: 7434,
  createdAt: at,
};
const isStopped = page === "stopped";
/** Somebody has stopped it, and it serves all the same. */
const isAgain = page === "again";
const isList = page === "list" || isStopped || isAgain;
const stopped: ClusterProxy = { ...proxy, stopped: { by: "ann", at } };
const router: ClusterProxy = {
  ...({ id: idOf(720), clusterId, createdAt: at, kind: "router", address: null } as const),
  hosts: [{ hostId: px1.id, name: "px1", address: "10.86.0.21" }],
  ports: { write: 6446, read: 6447, split: 6450 },
};
const refusedEverywhere = {
  leadsTo: null,
  isRight: false,
  connectMs: null,
  reason: message("why.connection_refused"),
};
const health: ProxyHealth = {
  ways: [
    {
      way: "write",
      address: "10.77.0.110",
      port: 3307,
      leadsTo: "db1",
      isRight: true,
      connectMs: 3.4,
      reason: null,
    },
    {
      way: "read",
      address: "10.77.0.110",
      port: 3308,
      leadsTo: null,
      isRight: false,
      connectMs: null,
      reason: message("why.connection_refused"),
    },
  ],
  hosts: [
    { hostId: px1.id, name: "px1", isServing: true, reason: null, holdsAddress: true },
    {
      hostId: px2.id,
      name: "px2",
      isServing: false,
      reason: message("why.connection_refused"),
      holdsAddress: false,
    },
  ],
};

const silence: ProxyHealth = {
  ways: health.ways.map((way) => ({ ...way, ...refusedEverywhere })),
  hosts: health.hosts.map((host) => ({
    ...host,
    ...{ isServing: false, holdsAddress: false, reason: message("why.connection_refused") },
  })),
};

const request = HaproxyRequest.parse({
  kind: "haproxy",
  hostIds: [px1.id, px2.id],
  address: "10.77.0.110",
  prefixLength: 24,
  virtualRouterId: 60,
});
const programs = [
  { program: "haproxy", path: "/usr/sbin/haproxy", version: "3.2.26-1", said: null },
  { program: "keepalived", path: "/usr/sbin/keepalived", version: "2.3.4", said: null },
] as const;
const written = "listen orders\n  bind *:3306\n  server a 10.77.0.11:3306\n";

function sightOf({ id, name }: typeof px1, isBad: boolean): HaproxySnapshot["hosts"][number] {
  return {
    hostId: id,
    name,
    operator: "running",
    programs: isBad ? [programs[0], { ...programs[1], path: null }] : programs,
    busyPorts: [],
    placement: {
      kind: "placed",
      nic: "eth0",
      source: name === "px1" ? "10.77.0.21" : "10.77.0.22",
      prefixLength: 24,
    },
    files: [
      { file: "haproxy", text: isBad ? written : "defaults\n  mode tcp\n" },
      { file: "keepalived", text: null },
    ],
    arp: [],
    ownAddresses: [],
  };
}
const snapshot: HaproxySnapshot = {
  request,
  hosts: [sightOf(px1, false), sightOf(px2, page === "refused")],
  members: calm.hosts.map(({ hostId, name }) => ({ hostId, name, agent: "able", isPortBusy: false })),
  primary: "db1",
  vipOf: null,
  proxies: [],
  takenRouterIds: [],
  checkPort: null,
};
const report = checkHaproxy(snapshot);
const planned = planHaproxy({
  proxyId: idOf(96),
  clusterId,
  clusterName: "orders",
  request,
  hosts: [px1, px2].map(({ id, name }, n) => ({
    hostId: id,
    name,
    nic: "eth0",
    source: `10.77.0.2${n + 1}`,
    address: `10.77.0.2${n + 1}`,
    programs: { haproxy: "/usr/sbin/haproxy", keepalived: "/usr/sbin/keepalived" },
  })),
  servers: [{ name: "db1", address: "10.77.0.11", port: 3306, checkAddress: "10.77.0.11" }],
  memberHostIds: calm.hosts.flatMap(({ hostId }) => hostId ?? []),
  checkPortBefore: null,
});
const checked: CheckedPlan = {
  report,
  plan: report.hasFailures ? { steps: [], consequences: [] } : toPlan(planned),
};

const check = operationOf(97, "proxy.check", { result: { ...checked } });
const look = operationOf(98, "proxy.look", { result: { ...(isStopped ? silence : health) } });
const order = operationOf(99, "proxy.install", {});
const removal = operationOf(100, "proxy.remove", {});

function answer(method: string, path: string): object {
  if (method === "DELETE") return { operation: removal };
  if (method === "POST")
    return { operation: path.endsWith("/check") ? check : path.endsWith("/look") ? look : order };
  if (path.endsWith("/endpoints")) return { items: isStopped ? unlistedWays : [] };
  if (path.endsWith("/proxies"))
    return {
      items: isStopped ? [stopped, router] : isAgain ? [stopped] : isList ? [proxy] : [],
      freeVirtualRouterId: isList ? 61 : 60,
    };
  if (path.endsWith("/use")) return { probed: ["10.77.0.110:3307"], awaited: ["nightly", "weekly"] };
  if (path.endsWith("/topology")) return calm;
  if (path.includes("/operations/")) return path.endsWith(check.id) ? check : look;
  if (path.includes("/hosts")) return { items: [px1, px2], nextCursor: null };
  return clusterOf(["db1", "db2", "db3"]);
}

showBeforeConsole(
  (method, path) => ({ status: method === "GET" ? 200 : 202, body: answer(method, path) }),
  isList || page === "empty" ? <ProxiesPage clusterId={clusterId} /> : <HaproxyPage clusterId={clusterId} />,
);
