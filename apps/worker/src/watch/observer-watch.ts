import type { Host } from "@primacy/contract";
import { chooseObservers } from "@primacy/core/topology";
import { AgentFailure } from "../agent-client/agent-failure";
import type { LoadedCluster } from "../cluster-record/load-cluster";
import { agentOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { AgentStreams } from "../observe/agent-streams";
import type { ObservationCache } from "../observe/observation-cache";

const everyMs = 5_000;
/** Some rounds may fail before an observer stops asking. */
const forSeconds = 30;
const callTimeoutMs = 3_000;
/** Enough to see the wire from elsewhere; each costs a stream for each cluster. */
const maxObservers = 8;
/** As many as an agent takes in one order. */
const maxVips = 32;
/** After this a host that could not ask gets a turn again. */
const wordLastsMs = 300_000;

/**
 * Asks hosts that carry no member of any cluster, and have an agent, to ask the wire for this cluster's VIPs too: they
 * see it as clients do. Whether a host can ask for an address its own agent knows.
 */
export class ObserverWatch {
  readonly #streams: AgentStreams;
  readonly #stopping = new AbortController();
  /** Whether a host's agent said that it can ask for any of the VIPs, and when. */
  readonly #said = new Map<string, { readonly canAsk: boolean; readonly atMs: number }>();
  #hosts: readonly Host[] = [];
  #ranAtMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;

  constructor(
    private readonly worker: WorkerContext,
    private readonly clusterId: string,
    sights: ObservationCache,
    private readonly onChange: () => void,
  ) {
    this.#streams = new AgentStreams(worker, null, sights, onChange);
  }

  /** The hosts that are asked. */
  get hosts(): readonly Host[] {
    return this.#hosts;
  }

  /** Does what is due; returns at once. */
  tick(loaded: LoadedCluster): void {
    const nowMs = performance.now();
    if (this.#running !== null || nowMs - this.#ranAtMs < everyMs || this.#stopping.signal.aborted) return;
    this.#ranAtMs = nowMs;
    this.#running = this.#run(loaded)
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.worker.log.warn({ clusterId: this.clusterId, err: error }, "observers not asked");
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** What is wanted has changed: the next tick asks anew. */
  refresh(): void {
    this.#said.clear();
    this.#ranAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Ends it; what was asked for runs out by itself. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled([this.#running, this.#streams.stop()]);
  }

  async #run(loaded: LoadedCluster): Promise<void> {
    const inForce = loaded.vips.filter((vip) => vip.enabled);
    // Where there are more than can be asked for, the write VIP is among those that are.
    const enabled = ["write", "read"].flatMap((kind) => inForce.filter((vip) => vip.kind === kind));
    const vips = enabled.map(({ id, address }) => ({ vipId: id, address }));
    const able = vips.length === 0 ? [] : (await this.worker.db.hosts.listAll()).filter(canObserve);
    if (this.#stopping.signal.aborted) return;
    const before = this.#hosts.map((host) => host.id).join();
    const candidates = able.map((host) => ({
      hostId: host.id,
      agentState: host.agentState,
      addresses: (host.facts?.nics ?? []).flatMap((nic) => nic.addresses),
      canAsk: this.#canAsk(host.id),
    }));
    const chosen = chooseObservers(candidates, enabled, maxObservers);
    this.#hosts = able.filter((host) => chosen.includes(host.id));
    this.#streams.follow(this.#hosts);
    if (this.#hosts.map((host) => host.id).join() !== before) this.onChange();
    await Promise.all(this.#hosts.map((host) => this.#order(host, vips)));
  }

  /** A word of which nothing was heard since is forgotten: interfaces come and go. */
  #canAsk(hostId: string): boolean | null {
    const said = this.#said.get(hostId);
    return said === undefined || performance.now() - said.atMs > wordLastsMs ? null : said.canAsk;
  }

  async #order(
    host: Host,
    vips: readonly { readonly vipId: string; readonly address: string }[],
  ): Promise<void> {
    const target = agentOf(host, null);
    const { signal } = this.#stopping;
    try {
      const { vipIds } = await this.worker.agents
        .clientFor(target)
        .call(
          "watchWire",
          { clusterId: this.clusterId, forSeconds, vips: vips.slice(0, maxVips) },
          { signal, timeoutMs: callTimeoutMs },
        );
      this.#said.set(host.id, { canAsk: vipIds.length > 0, atMs: performance.now() });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AgentFailure)) throw error;
      this.worker.log.debug({ hostId: host.id, code: error.code }, "observer does not ask");
    }
  }
}

/** A host that carries a member asks for its own cluster's VIPs by its document. */
function canObserve(host: Host): boolean {
  return host.clusterId === null && (host.agentState === "answering" || host.agentState === "silent");
}
