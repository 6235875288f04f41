import { message, type OperationStep, type ProxyCheck } from "@primacy/contract";
import { toPlan } from "@primacy/core/operation";
import { checkRouter, idleRouterConfig, planRouter, type RouterSnapshot } from "@primacy/core/proxy";
import { hostOf } from "../host/host.fixture";
import { calm } from "../topology/topology.fixture";
import { at, idOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { RouterPage } from "./router-page";

/**
 * The page that sets up a MySQL Router, in front of a console that does it at once; with `foreign` in the fragment somebody has
 * written the configuration of the host, and with `lab` the servers are a lab's.
 */
const has = (word: string): boolean => location.hash.includes(word);
const { clusterId } = calm;
const [proxyId, hostId] = [idOf(300), idOf(301)];
const ports = { write: 6_446, read: 6_447, split: 6_450 };
const hosts = [
  hostOf({ id: hostId, name: "px1", operator: { state: "running", openActions: 0, failedUndos: [] } }),
  hostOf({ id: idOf(302), name: "px2" }),
];
const members = ["db1", "db2", "db3"].map((name, n) => ({ name, serverUuid: idOf(310 + n) }));
const written = "[routing:ours]\nbind_port = 7001\ndestinations = 10.77.0.11:3306\n";

const snapshot: RouterSnapshot = {
  clusterName: "orders",
  host: {
    ...{ hostId, name: "px1", address: "192.0.2.21", operator: "running", busyPorts: [] },
    programs: [{ program: "mysqlrouter", path: "/usr/bin/mysqlrouter", version: "9.7.4", said: null }],
  },
  ports,
  ground: { home: null, service: null, file: null, config: has("foreign") ? written : idleRouterConfig },
  group: {
    kind: "found",
    primary: { name: "db1", address: "10.77.0.11", port: 3_306 },
    group: { groupName: idOf(91), members },
    onlineSecondaries: 2,
    isLab: has("lab"),
    metadata: has("lab")
      ? { kind: "absent" }
      : {
          kind: "present",
          version: { major: 2, minor: 2, patch: 0 },
          clusters: [{ id: "c", name: "orders", groupName: idOf(91) }],
          instances: members.map(({ name, serverUuid }) => ({
            clusterId: "c",
            serverUuid,
            endpoint: `${name}:3306`,
          })),
        },
  },
  servesAlready: null,
};

const report = checkRouter(snapshot);
const plan = toPlan(
  planRouter(
    {
      ...{ proxyId, clusterId, clusterName: "orders", hostId, hostName: "px1", hostAddress: "192.0.2.21" },
      ...{ program: "/usr/bin/mysqlrouter", ports, user: null, groupName: idOf(91) },
      primary: { address: "10.77.0.11", port: 3_306 },
      writesMetadata: has("lab"),
    },
    {
      ...{ id: proxyId, clusterId, kind: "router", address: null, ports },
      hosts: [{ hostId, name: "px1", address: "192.0.2.21" }],
    },
  ),
);
const checked: ProxyCheck = {
  report,
  plan: report.hasFailures ? { steps: [], consequences: [] } : plan,
  needsAccount: true,
};
const steps = plan.steps.map((step): OperationStep => {
  const ended = { attempt: 1, startedAt: at, finishedAt: at } as const;
  const detail =
    step.code === "router.prove_read"
      ? message("detail.router_proved", { endpoint: "192.0.2.21:6447", member: "db2", ms: 4 })
      : null;
  return { ...step, ...ended, state: "done", detail };
});
const check = operationOf(303, "proxy.check", { result: { ...checked } });
const install = operationOf(304, "proxy.install", {
  steps,
  result: { proxyId, leadsTo: "db1", connectMs: 3 },
});

function answer(method: string, path: string): object {
  if (path.endsWith("/topology")) return calm;
  if (path.endsWith("/hosts")) return { items: hosts, nextCursor: null };
  if (method === "GET") return path.endsWith(check.id) ? check : install;
  return { operation: path.endsWith("/check") ? check : install };
}

showBeforeConsole(
  (method, path) => ({ status: method === "GET" ? 200 : 202, body: answer(method, path) }),
  <RouterPage clusterId={clusterId} />,
);
