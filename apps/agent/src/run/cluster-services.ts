import { message } from "@primacy/contract";
import type {
  AgentStatus,
  FoundLoadProgram,
  HostMachine,
  HostSamples,
  HostSamplesRequest,
  LoadProgramRequest,
  LoadTools,
  PluginHost,
  PluginHostRequest,
  PluginPath,
  PluginPathRequest,
  ProbeOrder,
  ProbeQuestion,
  ProbeReport,
  ProxyPrograms,
  ReleaseRequest,
} from "@primacy/contract/agent";
import { observePlugin } from "../checks/observe-plugin";
import { tryPluginPath } from "../checks/try-plugin-path";
import { DrillProbes } from "../drill-probe/drill-probes";
import { readHostMachine } from "../host-machine/read-host-machine";
import { createHostSampler } from "../host-samples/host-sampler";
import type { AgentApis, OperatorCalls } from "../http/agent-api";
import { RefusalError } from "../http/refusal";
import type { Identity } from "../identity/identity";
import { findLoadProgram } from "../load-tools/find-load-program";
import { listLoadTools, listProxyPrograms } from "../load-tools/list-load-tools";
import type { Log } from "../log/log";
import { formatMetrics, type MeasuredPart } from "../metrics/format-metrics";
import {
  listClusterFolders,
  makeClusterFolder,
  planClusterLayout,
  removeClusterFolder,
} from "../store/cluster-layout";
import type { Layout } from "../store/layout";
import { monotonicMs } from "../vip/address/types";
import type { VipLoop } from "../vip/vip-loop";
import type { AgentService } from "./agent-service";
import type { ClusterRuntime } from "./cluster-runtime";

/** One cluster's part of the agent. */
export interface ClusterPart {
  readonly service: AgentService;
  readonly runtime: ClusterRuntime;
}

/** How a part is made; `clusterId` null: it takes the cluster that it is told of first. */
export type CreatePart = (layout: Layout, clusterId: string | null) => ClusterPart;

/** More instances of MySQL than any host runs. */
const mostParts = 16;
/** Longer than any registration takes from the first word to the last. */
const emptyLimitMs = 600_000;

/**
 * The parts of an agent whose host runs the MySQL servers of several clusters: one for each, which knows nothing of the
 * others but what their host has in common. The first one is there from the beginning, and keeps its files in the agent's
 * folder itself.
 */
export class ClusterServices implements AgentApis {
  readonly operator: OperatorCalls;
  readonly #layout: Layout;
  readonly #create: CreatePart;
  readonly #log: Log;
  readonly #sampler = createHostSampler();
  readonly #probes: DrillProbes;
  readonly #first: ClusterPart;
  /** For which cluster the first part was told something before it had a document. */
  #firstIsFor: string | null = null;
  readonly #others = new Map<string, ClusterPart>();
  /** Answers, once it is asked, for clusters that this host has nothing of. */
  #blank: Promise<ClusterPart> | null = null;
  /** Parts are made one after the other. */
  #making: Promise<unknown> = Promise.resolve();

  constructor(
    layout: Layout,
    operator: OperatorCalls,
    create: CreatePart,
    log: Log,
    probes = new DrillProbes({ log }),
  ) {
    this.operator = operator;
    this.#layout = layout;
    this.#create = create;
    this.#log = log;
    this.#probes = probes;
    this.#first = create(layout, null);
  }

  /** All parts, the first one first. */
  list(): readonly AgentService[] {
    return this.#parts().map(({ service }) => service);
  }

  /** The loops of all VIPs of this host. */
  listLoops(): readonly VipLoop[] {
    return this.list().flatMap((service) => service.listLoops());
  }

  /** The names of all peers, by host. */
  listNames(): ReadonlyMap<string, string> {
    return new Map(this.#parts().flatMap(({ runtime }) => [...runtime.names]));
  }

  /**
   * Starts the first part and takes up what was kept of every cluster. False where another agent of one of them runs on this
   * host. Throws StoreError.
   */
  async restore(): Promise<boolean> {
    await this.#first.runtime.start();
    if (!(await this.#first.service.restore())) {
      return false;
    }
    for (const clusterId of await listClusterFolders(this.#layout)) {
      // The first part was told of it since, where this one could not be taken up.
      if (clusterId === this.#first.service.clusterId) {
        await removeClusterFolder(this.#layout, clusterId);
      } else {
        await this.#restoreOther(clusterId);
      }
    }
    return true;
  }

  /** What is wrong with one cluster is no reason to leave the others alone: its console tells it again. */
  async #restoreOther(clusterId: string): Promise<void> {
    const { service } = await this.#add(clusterId);
    try {
      const isRestored = await service.restore();
      if (isRestored && !service.isEmpty) {
        return;
      }
      if (isRestored) {
        await this.#drop(clusterId);
        return;
      }
      this.#log.error("another agent of a cluster runs on this host; its part ends", { clusterId });
    } catch (error) {
      this.#log.error("what was kept of a cluster cannot be taken up", { clusterId, error: String(error) });
    }
    this.#others.delete(clusterId);
    await service.stop();
  }

  /**
   * The part that answers for a cluster: its own, else the first one while that is of no cluster, else one that is of none. With
   * `claims` what follows is kept: the first one is no other cluster's any more, and where it is, another one is made. Without a
   * cluster: the first part that is of one, and nothing is claimed where there are several. Throws RefusalError then, and where
   * there are too many.
   */
  async get(clusterId: string | null, claims: boolean): Promise<AgentService> {
    if (clusterId === null) {
      const [told, further] = this.list().filter((service) => !service.isEmpty);
      if (claims && further !== undefined) {
        throw new RefusalError("bad_request", [message("refusal.several_clusters")]);
      }
      return told ?? this.#first.service;
    }
    const known = this.#find(clusterId);
    if (known !== null) {
      return known.service;
    }
    const next = this.#making.then(async () => {
      const found = this.#find(clusterId);
      if (found !== null) {
        return found;
      }
      if (this.#first.service.clusterId !== null || this.#firstIsFor !== null) {
        return claims ? this.#add(clusterId) : this.#getBlank();
      }
      if (claims) {
        this.#firstIsFor = clusterId;
        this.#first.service.endFollowers();
      }
      return this.#first;
    });
    this.#making = next.catch(() => undefined);
    return (await next).service;
  }

  /** The part of a cluster that this host is in, or null. */
  find(clusterId: string): AgentService | null {
    return this.#find(clusterId)?.service ?? null;
  }

  /** The part of the cluster that has the address asked for as one of its VIPs; null: none of this host's has. */
  findRival({ address }: ReleaseRequest): AgentService | null {
    const hasIt = ({ runtime }: ClusterPart): boolean =>
      runtime.document?.vips.some((vip) => vip.address === address) === true;
    return this.#parts().find(hasIt)?.service ?? null;
  }

  /** Ends the part of a cluster that was forgotten; the first one stays, for the next cluster. */
  end(clusterId: string): Promise<void> {
    const next = this.#making.then(() => this.#drop(clusterId));
    this.#making = next.catch(() => undefined);
    return next;
  }

  async #drop(clusterId: string): Promise<void> {
    const part = this.#others.get(clusterId);
    if (part === undefined) {
      if (this.#firstIsFor === clusterId) {
        this.#firstIsFor = null;
      }
      return;
    }
    this.#others.delete(clusterId);
    await part.service.stop();
    await removeClusterFolder(this.#layout, clusterId);
  }

  /** With what load can be made from this host. */
  listLoadTools(signal: AbortSignal): Promise<LoadTools> {
    return listLoadTools(signal);
  }

  /** Where this host has a program that somebody names. */
  findLoadProgram(request: LoadProgramRequest): Promise<FoundLoadProgram> {
    return findLoadProgram(request);
  }

  /** What this host did in each of the last seconds. */
  listHostSamples(request: HostSamplesRequest): Promise<HostSamples> {
    return this.#sampler.list(request);
  }

  /** What this host is made of. */
  describeMachine(): HostMachine {
    return readHostMachine();
  }

  /** Of what proxies could be made on this host. */
  listProxyPrograms(signal: AbortSignal): Promise<ProxyPrograms> {
    return listProxyPrograms(signal);
  }

  /** What this host's server and its VIP plugin are like. */
  observePlugin(request: PluginHostRequest, signal: AbortSignal): Promise<PluginHost> {
    return observePlugin(request, signal);
  }

  /** Over which path this host's VIP plugin reaches those of other members. */
  tryPluginPath(request: PluginPathRequest): Promise<PluginPath> {
    return tryPluginPath(request);
  }

  /** Plays clients for a drill. Throws RefusalError while others are played. */
  startProbe(order: ProbeOrder): ProbeReport {
    return this.#probes.start(order);
  }

  /** What those clients met. Throws RefusalError where there are none of that name. */
  readProbe(question: ProbeQuestion): Promise<ProbeReport> {
    return this.#probes.read(question);
  }

  /** Their figures as Prometheus text. */
  metrics(): string {
    const measure = ({ service, runtime }: ClusterPart): MeasuredPart => ({
      status: service.status(),
      loops: runtime.loops,
    });
    const [first, ...others] = this.#listTold();
    return formatMetrics([measure(first), ...others.map(measure)]);
  }

  /** What each part says that is of a cluster, the first one first; of a host in none, what the first one says. */
  statuses(): readonly [AgentStatus, ...AgentStatus[]] {
    const [first, ...others] = this.#listTold();
    return [first.service.status(), ...others.map(({ service }) => service.status())];
  }

  #listTold(): readonly [ClusterPart, ...ClusterPart[]] {
    const [first = this.#first, ...others] = this.#parts().filter(({ service }) => !service.isEmpty);
    return [first, ...others];
  }

  /** Shows another certificate to all peers from now on. */
  renewIdentity(identity: Identity): void {
    for (const { runtime } of this.#parts()) {
      runtime.links.renewIdentity(identity);
    }
  }

  /** Releases every address and ends everything. */
  async stop(): Promise<void> {
    this.#sampler.stop();
    this.#probes.end();
    await Promise.all(this.list().map((service) => service.stop()));
    const blank = await this.#blank?.catch(() => null);
    await blank?.service.stop();
  }

  #parts(): readonly ClusterPart[] {
    return [this.#first, ...this.#others.values()];
  }

  #find(clusterId: string): ClusterPart | null {
    const ofFirst = this.#first.service.clusterId ?? this.#firstIsFor;
    return ofFirst === clusterId ? this.#first : (this.#others.get(clusterId) ?? null);
  }

  #getBlank(): Promise<ClusterPart> {
    const make = async (): Promise<ClusterPart> => {
      const part = this.#create(this.#layout, null);
      await part.runtime.start();
      return part;
    };
    this.#blank ??= make();
    return this.#blank;
  }

  async #add(clusterId: string): Promise<ClusterPart> {
    // What a registration that failed has left is nobody's.
    for (const [id, { service }] of this.#others) {
      if (service.isEmpty && monotonicMs() - service.startedMs > emptyLimitMs) {
        await this.#drop(id);
      }
    }
    if (this.#others.size + 1 >= mostParts) {
      throw new RefusalError("bad_request", [message("refusal.too_many_clusters", { count: mostParts })]);
    }
    await makeClusterFolder(this.#layout, clusterId);
    const part = this.#create(planClusterLayout(this.#layout, clusterId), clusterId);
    await part.runtime.start();
    this.#others.set(clusterId, part);
    // Who asked for this cluster before it had a part was answered by the blank one.
    (await this.#blank)?.service.endFollowers();
    this.#log.info("this host is in a further cluster", { clusterId });
    return part;
  }
}
