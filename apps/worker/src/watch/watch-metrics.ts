import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** What the watch tells Prometheus. */
export interface WatchMetrics {
  /** Clusters that this worker watches now. */
  readonly clusters: Gauge;
  /** From the decision to make a picture until it is stored. */
  readonly pictureSeconds: Histogram;
  /** Events appended, by kind. */
  readonly events: Counter<"kind">;
}

/** Registers them; once per registry. */
export function createWatchMetrics(registry: Registry): WatchMetrics {
  const registers = [registry];
  return {
    clusters: new Gauge({
      name: "primacy_watched_clusters",
      help: "Clusters that this worker watches.",
      registers,
    }),
    pictureSeconds: new Histogram({
      name: "primacy_topology_store_seconds",
      help: "Time to assemble and store one picture of a cluster.",
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    events: new Counter({
      name: "primacy_cluster_events_total",
      help: "Events of clusters that this worker noticed.",
      labelNames: ["kind"],
      registers,
    }),
  };
}
