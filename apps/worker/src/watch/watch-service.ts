import { DatabaseError, type Notification, type WatchLease } from "@primacy/db";
import type { WorkerContext, WorkerService } from "../context";
import { ClusterWatch } from "./cluster-watch";
import { createWatchMetrics, type WatchMetrics } from "./watch-metrics";

/** How the service shares clusters with other workers; the defaults are for production. */
export interface WatchOptions {
  readonly leaseSeconds: number;
  readonly renewEveryMs: number;
  readonly claimEveryMs: number;
  readonly maxClusters: number;
}

const defaults: WatchOptions = {
  leaseSeconds: 10,
  renewEveryMs: 3_000,
  claimEveryMs: 2_000,
  maxClusters: 100,
};

/**
 * Watches every cluster that no other worker watches. A cluster whose watcher dies is taken over when its lease ends;
 * one whose watcher stops, at once.
 */
export class WatchService implements WorkerService {
  readonly name = "watch";
  readonly #watches = new Map<string, ClusterWatch>();
  readonly #options: WatchOptions;
  readonly #metrics: WatchMetrics;
  #claimer: NodeJS.Timeout | undefined;
  #renewer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | null = null;
  #unsubscribe: (() => void) | undefined;
  #isStopping = false;
  #stopped: Promise<void> | undefined;

  constructor(
    private readonly worker: WorkerContext,
    options: Partial<WatchOptions> = {},
  ) {
    this.#options = { ...defaults, ...options };
    this.#metrics = createWatchMetrics(worker.metrics);
  }

  async start(): Promise<void> {
    this.#unsubscribe = this.worker.notifications.subscribe({
      onNotification: (notification) => this.#hear(notification),
      onGap: () => this.#reloadAll(),
    });
    this.#claimer = setInterval(() => this.#claimSoon(), this.#options.claimEveryMs);
    this.#renewer = setInterval(() => void this.#renewAll(), this.#options.renewEveryMs);
    this.#claimSoon();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #stopAll(): Promise<void> {
    this.#isStopping = true;
    this.#unsubscribe?.();
    clearInterval(this.#claimer);
    clearInterval(this.#renewer);
    await this.#claiming;
    await Promise.all([...this.#watches.values()].map((watch) => this.#end(watch, true)));
  }

  #hear(notification: Notification): void {
    if (notification.kind === "cluster") {
      const watch = this.#watches.get(notification.clusterId);
      if (watch === undefined) this.#claimSoon();
      else watch.reload();
    }
    if (notification.kind === "host")
      for (const watch of this.#watches.values()) if (watch.hasHost(notification.hostId)) watch.reload();
  }

  #reloadAll(): void {
    for (const watch of this.#watches.values()) watch.reload();
    this.#claimSoon();
  }

  #claimSoon(): void {
    if (this.#isStopping) return;
    this.#claiming ??= this.#claim()
      .catch((error: unknown) => this.worker.log.warn({ err: error }, "clusters not claimed"))
      .finally(() => {
        this.#claiming = null;
      });
  }

  async #claim(): Promise<void> {
    const { db, actor, owner, log } = this.worker;
    const { leaseSeconds, maxClusters } = this.#options;
    const limit = maxClusters - this.#watches.size;
    if (limit <= 0) return;
    const leases = await db.transact(actor, (unit) => unit.watches.claim(owner, leaseSeconds, limit));
    for (const lease of leases) {
      log.info({ clusterId: lease.clusterId, generation: lease.generation }, "watching");
      const earlier = this.#watches.get(lease.clusterId);
      if (earlier !== undefined) await this.#end(earlier, false);
      const watch = new ClusterWatch(this.worker, lease, this.#metrics, (error) =>
        this.#judgeLoss(lease, error),
      );
      this.#watches.set(lease.clusterId, watch);
      this.#metrics.clusters.set(this.#watches.size);
      watch.start();
    }
  }

  async #renewAll(): Promise<void> {
    const { db, actor } = this.worker;
    await Promise.all(
      [...this.#watches.values()].map((watch) =>
        db
          .transact(actor, (unit) => unit.watches.renew(watch.lease, this.#options.leaseSeconds))
          .catch((error: unknown) => this.#judgeLoss(watch.lease, error)),
      ),
    );
  }

  /** A lease that passed to another, or a cluster that is gone, ends the watch; anything else is tried again. */
  #judgeLoss(lease: WatchLease, error: unknown): void {
    const code = error instanceof DatabaseError ? error.code : "unexpected";
    const facts = { clusterId: lease.clusterId, code, err: error };
    if (code !== "lease_lost" && code !== "not_found") {
      this.worker.log.warn(facts, "picture not stored");
      return;
    }
    this.worker.log.info(facts, "watch ends");
    const watch = this.#watches.get(lease.clusterId);
    if (watch?.lease.generation === lease.generation) void this.#end(watch, false);
  }

  async #end(watch: ClusterWatch, isLeaseGivenBack: boolean): Promise<void> {
    if (this.#watches.get(watch.lease.clusterId) === watch) this.#watches.delete(watch.lease.clusterId);
    this.#metrics.clusters.set(this.#watches.size);
    await watch.stop();
    if (!isLeaseGivenBack) return;
    const { db, actor, log } = this.worker;
    await db
      .transact(actor, (unit) => unit.watches.release(watch.lease))
      .catch((error: unknown) => log.warn({ err: error }, "watch not given back"));
  }
}
