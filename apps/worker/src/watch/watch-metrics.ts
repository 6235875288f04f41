import type { Topology } from "@primacy/contract";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** What the watch tells Prometheus. */
export interface WatchMetrics {
  /** Clusters that this worker watches now. */
  readonly clusters: Gauge;
  /** From the decision to make a picture until it is stored. */
  readonly pictureSeconds: Histogram;
  /** Events appended, by kind. */
  readonly events: Counter<"kind">;
  /** Samples of a cluster's members, by whether they were stored. */
  readonly samples: Counter<"outcome">;
  /** Machines that answer for a VIP; absent where nobody could ask. */
  readonly wireOwners: Gauge<"cluster" | "vip">;
  /** 1 where the one that answers is the host that holds the VIP by right. */
  readonly wireRightful: Gauge<"cluster" | "vip">;
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
    samples: new Counter({
      name: "primacy_member_samples_total",
      help: "Samples of all members of a cluster, by outcome: stored or lost.",
      labelNames: ["outcome"],
      registers,
    }),
    wireOwners: new Gauge({
      name: "primacy_vip_wire_owners",
      help: "Machines that answer for a VIP on the wire, by everybody who asks; absent where nobody could.",
      labelNames: ["cluster", "vip"],
      registers,
    }),
    wireRightful: new Gauge({
      name: "primacy_vip_wire_rightful",
      help: "1 while exactly one machine answers for a VIP and it holds it by right, else 0.",
      labelNames: ["cluster", "vip"],
      registers,
    }),
  };
}

/** The wire of one cluster's VIPs as gauges. What it set it takes away again, so that no other watcher is contradicted. */
export class WireGauge {
  #set: readonly { readonly cluster: string; readonly vip: string }[] = [];

  constructor(private readonly metrics: Pick<WatchMetrics, "wireOwners" | "wireRightful">) {}

  /** Shows what the newest picture says; a wire that is unknown is not shown at all. */
  set({ clusterName, vips }: Pick<Topology, "clusterName" | "vips">): void {
    const known = vips.flatMap(({ address, wireVerdict }) =>
      wireVerdict.state === "unknown" ? [] : [{ address, wireVerdict }],
    );
    const labels = known.map(({ address }) => ({ cluster: clusterName, vip: address }));
    const isGone = (one: { readonly cluster: string; readonly vip: string }): boolean =>
      !labels.some((other) => other.cluster === one.cluster && other.vip === one.vip);
    this.#remove(this.#set.filter(isGone));
    this.#set = labels;
    for (const { address, wireVerdict } of known) {
      const label = { cluster: clusterName, vip: address };
      this.metrics.wireOwners.set(label, wireVerdict.owners.length);
      this.metrics.wireRightful.set(label, wireVerdict.isRightful === true ? 1 : 0);
    }
  }

  /** Shows nothing any more. */
  clear(): void {
    this.#remove(this.#set);
    this.#set = [];
  }

  #remove(labels: readonly { readonly cluster: string; readonly vip: string }[]): void {
    for (const { cluster, vip } of labels) {
      this.metrics.wireOwners.remove({ cluster, vip });
      this.metrics.wireRightful.remove({ cluster, vip });
    }
  }
}
