import { message } from "@primacy/contract";
import { type ListedEndpoint, listAuthorities, listEndpoints } from "@primacy/core/endpoint";
import { proberLaneAt } from "@primacy/core/prober";
import type { WatchLease } from "@primacy/db";
import { endpointOf, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { findOwnAuthority } from "../endpoint/router-authority";
import type { MetByClients } from "../incident";
import type { ServerAccount } from "../mysql/connect-server";
import { type AttemptOutcome, attemptOnce } from "./attempt-once";
import { LeftRows } from "./left-rows";
import { removeRows } from "./remove-rows";
import { type ProbedEndpoint, StandingProber } from "./standing-prober";

/** What is met is stored this often. */
const storeEveryMs = 5_000;
/** What is switched is followed this soon, and tried again where that failed. */
const againAfterMs = 1_000;

/** What clients were told so long before an incident shows how it was then. */
const leadMs = 10_000;

/** What an attempt needs besides its place; read when the cluster is. */
interface Access {
  readonly account: ServerAccount | null;
  readonly endpoints: readonly ListedEndpoint[];
  readonly authorities: ReadonlyMap<string, readonly (string | null)[]>;
}

/**
 * Plays the standing probers of one cluster under the lease of its watch, from the console's own place, and stores what they meet. While no worker
 * watches the cluster, nobody tries: that time counts as not observed. One that is switched off leaves no row.
 */
export class ProberWatch {
  readonly #stopping = new AbortController();
  readonly #probers = new Map<string, StandingProber>();
  readonly #rows: LeftRows;
  #access: Access = { account: null, endpoints: [], authorities: new Map() };
  #listedFor: LoadedCluster | null = null;
  #isClosed = false;
  #triedAtMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;

  constructor(
    private readonly worker: WorkerContext,
    private readonly lease: WatchLease,
  ) {
    const { clusterId } = lease;
    this.#rows = new LeftRows(
      (ids, signal) => removeRows(worker, clusterId, ids, signal),
      (err) => worker.log.warn({ clusterId, err }, "rows of probers not deleted"),
    );
  }

  /** Plays those that are on, and stores where it is time to; returns at once. */
  tick(loaded: LoadedCluster): void {
    this.#rows.tick();
    if (this.#running !== null) return;
    const nowMs = performance.now();
    const isNews = loaded !== this.#listedFor;
    if (nowMs - this.#triedAtMs < (isNews ? againAfterMs : storeEveryMs)) return;
    this.#triedAtMs = nowMs;
    this.#running = (isNews ? this.#list(loaded).then(() => this.#store()) : this.#store())
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.worker.log.warn({ clusterId: this.lease.clusterId, err: error }, "probers not followed");
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** What the clients of each prober met in a time of this process's monotonic clock, and what they were told around it. */
  readClients(fromMs: number, toMs: number): MetByClients {
    const probers = [...this.#probers.values()];
    return {
      clients: probers.flatMap((prober) => prober.findOutage(fromMs, toMs) ?? []),
      probed: probers.map((prober) => prober.listRuns(fromMs - leadMs, toMs)),
    };
  }

  /** Ends all attempts, and stores what they met. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#rows.stop();
    await Promise.all([...this.#probers.values()].map((prober) => prober.stop()));
    await this.#store().catch((error: unknown) =>
      this.worker.log.warn({ clusterId: this.lease.clusterId, err: error }, "probers not stored"),
    );
  }

  async #list(loaded: LoadedCluster): Promise<void> {
    const { db, actor } = this.worker;
    const { clusterId } = this.lease;
    if (!this.#isClosed) {
      await db.transact(actor, (unit) => unit.probers.closeOutages(this.lease));
      // The watcher before may have ended before a row was gone.
      this.#rows.leave(await db.probers.listOff(clusterId));
    }
    this.#isClosed = true;
    const stored = await db.probers.listOn(clusterId);
    this.#access = stored.length === 0 ? this.#access : await this.#readAccess(loaded);
    const wanted = await this.#followLanes(stored);
    for (const [id, prober] of this.#probers) {
      const isPlayed = wanted.some((one) => one.id === id && one.lane === prober.endpoint.lane);
      if (isPlayed) continue;
      await prober.stop();
      await this.#store();
      this.#probers.delete(id);
      this.#rows.leave([id]);
    }
    for (const one of wanted) {
      // One that only reads has no row, or one from when it wrote.
      if (one.lane === "write") this.#rows.keep(one.id);
      if (!this.#probers.has(one.id) && !this.#stopping.signal.aborted)
        this.#probers.set(
          one.id,
          new StandingProber(
            one,
            (endpoint, signal) => this.#attempt(endpoint, signal),
            () => this.worker.now().getTime(),
          ),
        );
    }
    this.#listedFor = loaded;
  }

  /** What somebody once switched on does what the endpoint that is there now is for; one whose endpoint is gone does what it did. */
  async #followLanes(stored: readonly ProbedEndpoint[]): Promise<readonly ProbedEndpoint[]> {
    const wanted = stored.map((one) => ({
      ...one,
      lane: proberLaneAt(this.#access.endpoints, one) ?? one.lane,
    }));
    const changed = wanted.filter((one, at) => one.lane !== stored[at]?.lane);
    if (changed.length > 0)
      await this.worker.db.transact(this.worker.actor, async (unit) => {
        for (const { id, lane } of changed) await unit.probers.changeLane(this.lease, id, lane);
      });
    return wanted;
  }

  async #readAccess({ cluster, vips }: LoadedCluster): Promise<Access> {
    const { db } = this.worker;
    const account = await db.clusters.findCredential(cluster.id, "verify");
    const listed = listEndpoints({
      members: cluster.members,
      vips,
      proxies: await db.proxies.listByCluster(cluster.id),
      custom: await db.endpoints.listCustom(cluster.id),
    });
    const members = cluster.members.map((member) => endpointOf(member).authority);
    const authorities = await Promise.all(
      listed.map(async (endpoint) => {
        const own = await findOwnAuthority(this.worker, endpoint);
        return [`${endpoint.address} ${endpoint.port}`, listAuthorities(endpoint, own, members)] as const;
      }),
    );
    return { account, endpoints: listed, authorities: new Map(authorities) };
  }

  async #attempt(endpoint: ProbedEndpoint, signal: AbortSignal): Promise<AttemptOutcome> {
    const { account, authorities } = this.#access;
    if (account === null) return { kind: "obstacle", reason: message("prober.no_account") };
    const { id, address, port, lane } = endpoint;
    const known = authorities.get(`${address} ${port}`) ?? [];
    try {
      const way = { lane, place: { address, port }, account, authorities: known };
      return await attemptOnce(way, id, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.worker.log.error({ clusterId: this.lease.clusterId, proberId: id, err: error }, "attempt broke");
      return { kind: "obstacle", reason: message("prober.broken") };
    }
  }

  async #store(): Promise<void> {
    const probers = [...this.#probers.values()];
    if (probers.length === 0) return;
    const caught = probers.map((prober) => ({ prober, met: prober.take() }));
    try {
      await this.worker.db.transact(this.worker.actor, (unit) =>
        unit.probers.record(
          this.lease,
          caught.map(({ met }) => met),
        ),
      );
    } catch (error) {
      for (const { prober, met } of caught) prober.giveBack(met);
      throw error;
    }
  }
}
