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
