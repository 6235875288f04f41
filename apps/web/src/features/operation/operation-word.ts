import type { OperationKind } from "@primacy/contract";

/** The word for each kind of operation, under `operation.kind` of the messages. */
export const operationWord = {
  "host.test": "hostTest",
  "agent.install": "agentInstall",
  "agent.upgrade": "agentUpgrade",
  "agent.repair": "agentRepair",
  "agent.remove": "agentRemove",
  "cluster.discover": "clusterDiscover",
  "cluster.register": "clusterRegister",
  "cluster.refresh": "clusterRefresh",
  "cluster.remove": "clusterRemove",
  "vip.check": "vipCheck",
  "vip.apply": "vipApply",
  "vip.change": "vipChange",
  "vip.remove": "vipRemove",
  "vip.release": "vipRelease",
  "vip.resume": "vipResume",
  "switchover.check": "switchoverCheck",
  switchover: "switchover",
} as const satisfies Record<OperationKind, string>;
