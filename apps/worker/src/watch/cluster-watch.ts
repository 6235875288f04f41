import type { Topology } from "@primacy/contract";
import {
  type ComparedTopology,
  isSamePicture,
  memoryOf,
  recallMemory,
  rememberConditions,
  tellChanges,
} from "@primacy/core/event";
import type { HeldDocument } from "@primacy/core/plan";
import { assembleTopology, type ServerSight, type SshReach, staleAfterMs } from "@primacy/core/topology";
import type { WatchLease } from "@primacy/db";
import type { AgentTarget } from "../agent-client/agent-client";
import { agentOf, endpointOf, type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { IncidentWatch } from "../incident";
import { AgentStreams } from "../observe/agent-streams";
import { ObservationCache } from "../observe/observation-cache";
import { ProberWatch } from "../prober";
import { buildSnapshot } from "../topology/build-snapshot";
import { recordTopology } from "../topology/record-topology";
import { parseMemory } from "../topology/topology-memory";
import { EndpointWatch } from "./endpoint-watch";
import { FailoverSettings } from "./failover-settings";
import { MemberSampler } from "./member-sampler";
import { ObserverWatch } from "./observer-watch";
import { PluginWatch } from "./plugin-watch";
import { ServerPoll } from "./server-poll";
import { askSshPort } from "./ssh-reach";
import { Upkeep } from "./upkeep";
import { type WatchMetrics, WireGauge } from "./watch-metrics";

/** Changes within this time make one picture. */
const coalesceMs = 25;
/** A picture is stored at least so often, for its age says that somebody watches. */
const atLeastEveryMs = 1_000;
const tickMs = 250;
const askEveryMs = 2_000;

/**
 * Watches one cluster under a lease: follows its agents' streams, asks for itself where they are silent, and stores a
 * picture within milliseconds of each change. What waits to be told is stored with the picture; everything else that it
 * keeps is made anew by the next watcher.
 */
export class ClusterWatch {
  readonly #sights = new ObservationCache();
  readonly #poll = new ServerPoll();
  readonly #settings: FailoverSettings;
  readonly #plugin: PluginWatch;
  readonly #stopping = new AbortController();
  readonly #streams: AgentStreams;
  readonly #upkeep: Upkeep;
  readonly #observers: ObserverWatch;
  readonly #wire: WireGauge;
  readonly #sampler: MemberSampler;
  readonly #endpoints: EndpointWatch;
  readonly #probers: ProberWatch;
  readonly #incidents: IncidentWatch;
  readonly #ssh = new Map<string, SshReach>();
  /** What agents of another protocol, which no stream tells of, say of themselves. */
  readonly #unread = new Map<string, HeldDocument>();
  readonly #servers = new Map<string, ServerSight>();
  #loaded: LoadedCluster | null = null;
  #previous: Topology | null = null;
  /** What events are told against: the previous picture, with what was last known of each host. */
  #known: ComparedTopology | null = null;
  #recordedAtMs = Number.NEGATIVE_INFINITY;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #isLookWanted = false;
  #isReloadWanted = true;
  #soon: NodeJS.Timeout | undefined;
  #ticker: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #asking: Promise<void> | null = null;
  #stopped: Promise<void> | undefined;

  constructor(
    private readonly worker: WorkerContext,
    readonly lease: WatchLease,
    private readonly metrics: WatchMetrics,
    private readonly onLost: (error: unknown) => void,
  ) {
    this.#probers = new ProberWatch(worker, lease);
    this.#incidents = new IncidentWatch(worker, lease, (fromMs, toMs) =>
      this.#probers.readClients(fromMs, toMs),
    );
    const sights: Pick<ObservationCache, "take"> = {
      take: (hostId, status, arrival) => {
        this.#sights.take(hostId, status, arrival);
        this.#incidents.take(hostId, status);
      },
    };
    this.#streams = new AgentStreams(worker, this.lease.clusterId, sights, () => this.lookSoon(coalesceMs));
    this.#upkeep = new Upkeep(worker, lease.clusterId, this.#sights);
    this.#settings = new FailoverSettings(worker, lease.clusterId, this.#sights);
    this.#plugin = new PluginWatch(worker, lease.clusterId, this.#sights, () => this.lookSoon(coalesceMs));
    this.#observers = new ObserverWatch(worker, lease.clusterId, this.#sights, () => {
      this.#keepSights();
      this.lookSoon(coalesceMs);
    });
    this.#wire = new WireGauge(metrics);
    this.#endpoints = new EndpointWatch(worker, lease);
    this.#sampler = new MemberSampler(worker, lease.clusterId, metrics, () => this.#sights.takeLooks());
  }

  /** Begins to watch. */
  start(): void {
    this.#ticker = setInterval(() => this.#tick(), tickMs);
    this.lookSoon(0);
  }

  /** Ends the watch; resolves when nothing of it runs any more. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** The registration or what is wanted has changed. */
  reload(): void {
    this.#isReloadWanted = true;
    this.#observers.refresh();
    this.lookSoon(0);
  }

  /** True when a host of this name belongs to the cluster, as far as it is known. */
  hasHost(hostId: string): boolean {
    return this.#loaded?.hosts.some((host) => host.id === hostId) ?? false;
  }

  /** Makes a picture soon, and one more when something comes in while it is made. */
  lookSoon(delayMs: number): void {
    this.#isLookWanted = true;
    if (this.#soon !== undefined || this.#looking !== null || this.#stopping.signal.aborted) return;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      this.#looking = this.#lookWhileWanted().finally(() => {
        this.#looking = null;
        if (this.#isLookWanted) this.lookSoon(coalesceMs);
      });
    }, delayMs);
  }

  async #stopAll(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#soon);
    clearInterval(this.#ticker);
    await Promise.allSettled([
      this.#looking,
      this.#asking,
      this.#streams.stop(),
      this.#observers.stop(),
      this.#upkeep.stop(),
      this.#sampler.stop(),
      this.#settings.stop(),
      this.#plugin.stop(),
      this.#endpoints.stop(),
      this.#incidents.stop(),
      this.#probers.stop(),
    ]);
    this.#poll.close();
    this.#wire.clear();
  }

  #tick(): void {
    const nowMs = performance.now();
    if (nowMs - this.#recordedAtMs >= atLeastEveryMs) this.lookSoon(0);
    if (nowMs - this.#askedAtMs >= askEveryMs && this.#asking === null && this.#loaded !== null) {
      this.#askedAtMs = nowMs;
      this.#asking = this.#askForItself(this.#loaded).finally(() => {
        this.#asking = null;
      });
    }
    if (this.#loaded === null) return;
    this.#settings.tick(this.#loaded);
    this.#plugin.tick(this.#loaded);
    this.#upkeep.tick(this.#loaded, [...this.#unread.values()]);
    this.#observers.tick(this.#loaded);
    this.#endpoints.tick(this.#loaded, this.#previous);
    this.#incidents.tick(this.#loaded);
    this.#probers.tick(this.#loaded);
  }

  async #lookWhileWanted(): Promise<void> {
    this.#isLookWanted = false;
    try {
      if (this.#isReloadWanted) await this.#load();
      await this.#look();
    } catch (error) {
      this.#isReloadWanted = true;
      if (!this.#stopping.signal.aborted) this.onLost(error);
    }
  }

  async #load(): Promise<void> {
    this.#isReloadWanted = false;
    const { db } = this.worker;
    const loaded = await loadCluster(db, this.lease.clusterId);
    this.#previous ??= (await db.topologies.find(this.lease.clusterId))?.topology ?? null;
    this.#known ??= await this.#recall();
    this.#loaded = loaded;
    this.#keepSights();
    this.#streams.follow(loaded.hosts);
  }

  /** Where another watch ended, or this one before a restart: with what it had not told yet. */
  async #recall(): Promise<ComparedTopology | null> {
    if (this.#previous === null) return null;
    const memory = parseMemory(await this.worker.db.topologies.findMemory(this.lease.clusterId));
    return memory === null ? this.#previous : recallMemory(this.#previous, memory);
  }

  #keepSights(): void {
    const hosts = [...(this.#loaded?.hosts ?? []), ...this.#observers.hosts];
    this.#sights.keepOnly(hosts.map((host) => host.id));
  }

  async #look(): Promise<void> {
    const loaded = this.#loaded;
    if (loaded === null || this.#stopping.signal.aborted) return;
    const nowMs = performance.now();
    const watched = {
      loaded,
      observers: this.#observers.hosts,
      sights: this.#sights,
      unread: [...this.#unread.values()],
      ssh: [...this.#ssh.values()],
      servers: [...this.#servers.values()],
      failover: this.#settings.facts,
      plugin: this.#plugin.wordsOf(loaded),
    };
    const snapshot = buildSnapshot(watched, nowMs, this.worker.now());
    const next = assembleTopology(snapshot, this.#previous);
    this.#wire.set(next);
    const isNews = this.#previous === null || !isSamePicture(this.#previous, next);
    if (!isNews && nowMs - this.#recordedAtMs < atLeastEveryMs) return;
    this.#incidents.look({ topology: next, loaded, facts: this.#settings.facts }, this.#previous);
    const events = this.#known === null ? [] : tellChanges(this.#known, next, snapshot);
    const known = rememberConditions(this.#known, next);
    const look = { next, events, memory: memoryOf(known) };
    this.#previous = await recordTopology(this.worker, this.lease, this.#previous, look);
    this.#known = known;
    this.metrics.pictureSeconds.observe((performance.now() - nowMs) / 1_000);
    for (const { kind } of events) this.metrics.events.inc({ kind });
    this.#recordedAtMs = nowMs;
    this.#sampler.take(next);
  }

  /** SSH where an agent is silent, MySQL where no agent speaks of the server. */
  async #askForItself(loaded: LoadedCluster): Promise<void> {
    const { signal } = this.#stopping;
    const isFresh = (hostId: string | null): boolean => {
      const sight = hostId === null ? null : this.#sights.find(hostId);
      return sight !== null && performance.now() - sight.receivedAtMs <= staleAfterMs;
    };
    const silent = loaded.hosts.filter((host) => !isFresh(host.id));
    const unseen = loaded.cluster.members.filter((member) => {
      const sight = member.hostId === null ? null : this.#sights.find(member.hostId);
      return !isFresh(member.hostId) || sight?.status.mysql.reach === "unconfigured";
    });
    for (const hostId of this.#ssh.keys())
      if (!silent.some((host) => host.id === hostId)) this.#ssh.delete(hostId);
    for (const hostId of this.#unread.keys())
      if (!silent.some((host) => host.id === hostId)) this.#unread.delete(hostId);
    for (const memberId of this.#servers.keys())
      if (!unseen.some((member) => member.id === memberId)) {
        this.#servers.delete(memberId);
        this.#poll.drop(memberId);
      }
    await Promise.all([
      ...silent.map(async (host) => {
        const reach = await askSshPort(
          { hostId: host.id, address: host.address, sshPort: host.sshPort },
          signal,
        );
        const { reachedAtMs } = this.#ssh.get(host.id) ?? {};
        this.#ssh.set(host.id, reachedAtMs === undefined ? reach : { reachedAtMs, ...reach });
      }),
      ...silent
        .filter((host) => host.agentState === "outdated")
        .map((host) => this.#greet(agentOf(host, this.lease.clusterId), signal)),
      this.#askServers(loaded, unseen, signal),
    ]).catch((error: unknown) => {
      if (!signal.aborted)
        this.worker.log.warn({ clusterId: this.lease.clusterId, err: error }, "watch asks in vain");
    });
    if (silent.length + unseen.length > 0) this.lookSoon(coalesceMs);
  }

  /** One that does not answer now holds still what it was last heard to hold. */
  async #greet(target: AgentTarget, signal: AbortSignal): Promise<void> {
    const held = await this.worker.observer.readHeld(target, signal);
    if (held.isUnread === true) this.#unread.set(target.hostId, held);
  }

  async #askServers(
    { cluster }: LoadedCluster,
    members: LoadedCluster["cluster"]["members"],
    signal: AbortSignal,
  ): Promise<void> {
    if (members.length === 0) return;
    const account = await this.worker.db.clusters.findCredential(this.lease.clusterId, "admin");
    if (account === null) return;
    const replication = this.worker.replication[cluster.kind];
    await Promise.all(
      members.map(async (member) => {
        const server = { memberId: member.id, ...endpointOf(member) };
        this.#servers.set(member.id, await this.#poll.ask(replication, server, account, signal));
      }),
    );
  }
}
