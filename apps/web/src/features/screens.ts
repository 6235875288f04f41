import type { OperationKind } from "@primacy/contract";
import type { EndpointName } from "@primacy/contract/api";
import { articleMessages } from "./benchmark/article/messages";
import { benchmarkMessages } from "./benchmark/messages";
import { drillMessages } from "./drill/messages";
import { drillSeriesTexts } from "./drill-series/messages";
import { endpointMessages } from "./endpoint/messages";
import { incidentPageTexts } from "./incident/messages";
import { proberPageTexts } from "./prober/messages";
import { proxyMessages } from "./proxy/messages";
import { migrationTexts } from "./proxy/migration/messages";
import { routerMessages } from "./proxy/router/messages";
import { restartMessages } from "./restart/messages";
import { variablesTexts } from "./variables/messages";

/** An operation on a cluster that has a page of its own, where it is checked, ordered and followed. */
export interface ClusterOrder {
  readonly kind: OperationKind;
  /** The call of the API that orders it: whom that refuses is not offered the page. */
  readonly calls: EndpointName;
  /** Below the address of the cluster. */
  readonly path: string;
}

/** What the palette offers for each cluster, in this order. */
export const clusterOrders: readonly ClusterOrder[] = [
  { kind: "switchover", calls: "switchOver", path: "/switchover" },
  { kind: "restart", calls: "restartCluster", path: "/restart" },
  { kind: "recovery", calls: "recoverCluster", path: "/recovery" },
  { kind: "benchmark", calls: "startBenchmark", path: "/benchmarks/new" },
  { kind: "drill", calls: "startDrill", path: "/drills/new" },
  { kind: "proxy.install", calls: "installProxy", path: "/proxies/haproxy" },
  { kind: "migration.run", calls: "migrateAddress", path: "/proxies/keepalived" },
];

/** A page of a cluster that has a tab, and that the palette offers. */
export interface ClusterTab {
  /** Its address below that of the cluster, and the English word that finds it; `topology` is the cluster's own address. */
  readonly id: string;
  /** Its name among all texts: the feature's own, which are below. */
  readonly title: string;
  /** The call of the API that the page needs: whom that refuses is not offered it. */
  readonly calls: EndpointName;
}

/** The tabs of a cluster, in this order. */
export const clusterTabs = [
  { id: "topology", title: "cluster.tab.topology", calls: "getTopology" },
  { id: "members", title: "cluster.tab.members", calls: "getTopology" },
  { id: "variables", title: "variables.title", calls: "getVariables" },
  { id: "vip", title: "cluster.tab.vip", calls: "listVips" },
  { id: "proxies", title: "proxy.title", calls: "listProxies" },
  { id: "benchmarks", title: "benchmark.title", calls: "listBenchmarks" },
  { id: "drills", title: "drill.tab", calls: "listDrills" },
  { id: "incidents", title: "incident.title", calls: "listIncidents" },
  { id: "events", title: "cluster.tab.events", calls: "listEvents" },
] as const satisfies readonly ClusterTab[];

/** Where the text of a tab stands: one that no language has does not compile where it is read. */
export type ClusterTabTitle = (typeof clusterTabs)[number]["title"];

/** The address of a tab's page. */
export function addressOfTab(clusterId: string, { id }: Pick<ClusterTab, "id">): string {
  return id === "topology" ? `/clusters/${clusterId}` : `/clusters/${clusterId}/${id}`;
}

/** The texts of features that have theirs in their own folder. */
export const featureTexts = {
  en: {
    article: articleMessages.en,
    benchmark: benchmarkMessages.en,
    drill: drillMessages.en,
    drillSeries: drillSeriesTexts.en,
    endpoint: endpointMessages.en,
    incident: incidentPageTexts.en,
    migration: migrationTexts.en,
    prober: proberPageTexts.en,
    proxy: proxyMessages.en,
    restart: restartMessages.en,
    router: routerMessages.en,
    variables: variablesTexts.en,
  },
  zh: {
    article: articleMessages.zh,
    benchmark: benchmarkMessages.zh,
    drill: drillMessages.zh,
    drillSeries: drillSeriesTexts.zh,
    endpoint: endpointMessages.zh,
    incident: incidentPageTexts.zh,
    migration: migrationTexts.zh,
    prober: proberPageTexts.zh,
    proxy: proxyMessages.zh,
    restart: restartMessages.zh,
    router: routerMessages.zh,
    variables: variablesTexts.zh,
  },
};
