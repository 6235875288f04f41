import type { Host } from "@primacy/contract";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import type { ObservationCache } from "./observation-cache";

interface Stream {
  readonly key: string;
  readonly ending: AbortController;
  readonly ended: Promise<void>;
}

/** Follows the status streams of a cluster's agents into a book of sights. */
export class AgentStreams {
  readonly #streams = new Map<string, Stream>();

  constructor(
    private readonly worker: WorkerContext,
    /** Of which cluster they are asked; null: of their hosts. */
    private readonly clusterId: string | null,
    private readonly sights: Pick<ObservationCache, "take">,
    private readonly onChange: () => void,
  ) {}

  /** Follows the agents of these hosts and of no others; a host whose agent moved is followed anew. */
  follow(hosts: readonly Host[]): void {
    const wanted = hosts.filter((host) => host.agentState !== "none" && host.agentState !== "installing");
    for (const [hostId, stream] of this.#streams) {
      const host = wanted.find((one) => one.id === hostId);
      if (host !== undefined && keyOf(host) === stream.key) continue;
      stream.ending.abort();
      this.#streams.delete(hostId);
    }
    for (const host of wanted) if (!this.#streams.has(host.id)) this.#open(host);
  }

  /** Ends every stream. */
  async stop(): Promise<void> {
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    for (const stream of streams) stream.ending.abort();
    await Promise.all(streams.map((stream) => stream.ended));
  }

  #open(host: Host): void {
    const ending = new AbortController();
    const ended = this.worker.observer.follow(agentOf(host, this.clusterId), {
      signal: ending.signal,
      onStatus: (status) => {
        const arrival = { monotonicMs: performance.now(), wallMs: this.worker.now().getTime() };
        this.sights.take(host.id, status, arrival);
        this.onChange();
      },
      onBreak: (failure) => {
        const code = failure instanceof AgentFailure ? failure.code : "unexpected";
        this.worker.log.info({ hostId: host.id, code }, "agent stream broke");
        this.onChange();
      },
    });
    this.#streams.set(host.id, { key: keyOf(host), ending, ended });
  }
}

function keyOf(host: Host): string {
  // Of a host that comes to another cluster, its agent is asked of one of them from then on.
  return `${host.agentAddress} ${host.agentPort} ${host.name} ${host.clusterIds.length > 1}`;
}
