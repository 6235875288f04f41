import {
  type AddressMigration,
  type CheckedPlan,
  defaultVipTimings,
  type MigrationProof,
  message,
  type OperationStep,
  VipRequest,
} from "@primacy/contract";
import { toPlan } from "@primacy/core/operation";
import { planVipApply, planVipRemove, toVip, type WantedCluster } from "@primacy/core/plan";
import {
  checkToKeepalived,
  checkToVip,
  type MigrationHost,
  planToKeepalived,
  planToVip,
  type ToVipSnapshot,
} from "@primacy/core/proxy";
import { calm } from "../../topology/topology.fixture";
import { at, clusterOf, idOf, operationOf, showBeforeConsole } from "../../vip/console-page.fixture";
import { ProxiesPage } from "../proxies-page";
import { MigrationBackPage, MigrationPage } from "./migration-page";

/**
 * The page of a migration to a VIP (`#new`, `#refused`) and of the way back (`#back`), and the page of proxies with one that was done
 * (`#list`), in front of a console that does all at once.
 */
const { clusterId } = calm;
const [page] = location.hash.slice(1).split("&");
const address = "10.77.0.100";
const names = ["db1", "db2", "db3"];
const place = { migrationId: idOf(70), clusterId, address, port: 3306 };
const gap = { gapMs: 1_240, errorMs: 108, everyMs: 50, writes: 164, failed: 22 };
const written = `vrrp_instance db {
  interface eth0
  unicast_peer {
    10.77.0.11
    10.77.0.12
    10.77.0.13
  }
  virtual_ipaddress {
    ${address}/24
  }
}
`;

function hostOf(name: string, n: number): MigrationHost {
  const isHaproxy = page === "refused";
  return {
    hostId: idOf(n),
    name,
    operator: "running",
    isPrimary: n === 0,
    holds: n === 0 && !isHaproxy,
    ownAddresses: [`10.77.0.1${n + 1}`],
    keepalived: { kind: "read", text: isHaproxy ? null : written, service: isHaproxy ? null : "running" },
  };
}

const snapshot: ToVipSnapshot = {
  request: { to: "vip", address, port: 3306 },
  hosts: names.map(hostOf),
  primary: { name: "db1", port: 3306 },
  way:
    page === "refused"
      ? { kind: "reached", member: "db1", isPrimary: true, from: "10.77.0.21", directFrom: "10.77.0.1" }
      : { kind: "reached", member: "db1", isPrimary: true, from: "10.77.0.1", directFrom: "10.77.0.1" },
};
const nics = Object.fromEntries(names.map((_, n) => [idOf(n), "eth0"]));
const request = VipRequest.parse({ address, prefixLength: 24, nics });
const vip = { ...toVip(request), id: idOf(92), clusterId };

function wanted(vips: WantedCluster["vips"]): WantedCluster {
  return {
    clusterId,
    clusterName: "orders",
    epoch: 4,
    hosts: names.map((name, n) => ({
      hostId: idOf(n),
      askedOf: null,
      name,
      agentAddress: `10.77.0.1${n + 1}`,
      agentPort: 7433,
      macs: [],
      member: {
        ...{ memberId: idOf(n), serverUuid: idOf(n), address: `10.77.0.1${n + 1}`, port: 3306 },
        ...{ adminAddress: null, adminPort: null },
      },
    })),
    vips,
    timings: defaultVipTimings,
  };
}

const planFrom = (vips: WantedCluster["vips"]) => ({
  wanted: wanted(vips),
  primaryName: "db1",
  heldEpoch: 4,
});
const hosts = names.map((name, n) => ({ hostId: idOf(n), name, sha256: "a", isRunning: true }));
const isBack = page === "back";
const report = isBack
  ? checkToKeepalived({
      address,
      primary: { name: "db1", port: 3306 },
      hosts: hosts.map(({ hostId, name }) => ({
        ...{ hostId, name, operator: "running", sha256: "a", parkedSha256: "a" },
        keepalived: { kind: "read", text: "", service: "stopped" },
      })),
    })
  : checkToVip(snapshot);
const planned = isBack
  ? planToKeepalived({
      ...place,
      ...{ recordId: idOf(71), hosts, advertSeconds: 1 },
      removal: planVipRemove(planFrom([vip]), vip),
    })
  : planToVip({ ...place, hosts, primary: "db1", nics, vip: planVipApply(planFrom([]), request) });
const plan = toPlan(planned);
const checked: CheckedPlan = { report, plan: report.hasFailures ? { steps: [], consequences: [] } : plan };
const steps = plan.steps.map((step): OperationStep => {
  const { gapMs, errorMs, writes, failed } = gap;
  const detail =
    step.code === "migration.measure"
      ? message("detail.migration_gap", { gapMs, errorMs, writes, failed })
      : null;
  return { ...step, attempt: 1, startedAt: at, finishedAt: at, state: "done", detail };
});
const result: MigrationProof = { to: isBack ? "keepalived" : "vip", address, leadsTo: "db1", gap };
const record: AddressMigration = {
  ...{ id: idOf(71), clusterId, address, port: 3306, gap, createdAt: at },
  hosts: hosts.map(({ hostId, name }) => ({ hostId, name })),
};
const check = operationOf(97, "migration.check", { result: { ...checked } });
const order = operationOf(99, "migration.run", { steps, result: { ...result } });

function answer(method: string, path: string): object {
  if (method === "POST") return { operation: path.endsWith("/check") ? check : order };
  if (path.endsWith("/proxies")) return { items: [], freeVirtualRouterId: 60 };
  if (path.endsWith("/migrations")) return { items: [record] };
  if (path.endsWith("/topology")) return calm;
  if (path.includes("/operations/")) return path.endsWith(check.id) ? check : order;
  return clusterOf(names);
}

function Shown() {
  if (page === "list") return <ProxiesPage clusterId={clusterId} />;
  return isBack ? (
    <MigrationBackPage clusterId={clusterId} address={address} />
  ) : (
    <MigrationPage clusterId={clusterId} />
  );
}

showBeforeConsole(
  (method, path) => ({ status: method === "GET" ? 200 : 202, body: answer(method, path) }),
  <Shown />,
);
