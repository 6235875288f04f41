import type { Host } from "@primacy/contract";
import { agentProtocol } from "@primacy/contract/agent";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf } from "../cluster-record/load-cluster";
import type { WorkerContext, WorkerService } from "../context";

const everyMs = 4_000;
const timeoutMs = 3_000;

/**
 * Greets the agents that no watch follows: those of hosts without a cluster, and those that speak another protocol.
 * So an installed agent does not look silent, and an outdated one is known as such before anything is asked of it.
 */
export class HostSightings implements WorkerService {
  readonly name = "host sightings";
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;

  constructor(private readonly worker: WorkerContext) {}

  async start(): Promise<void> {
    this.#timer = setInterval(() => this.#runOnce(), everyMs);
    this.#runOnce();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  #runOnce(): void {
    this.#running ??= this.#greetAll()
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) this.worker.log.warn({ err: error }, "agents not greeted");
      })
      .finally(() => {
        this.#running = null;
      });
  }

  async #greetAll(): Promise<void> {
    const hosts = await this.worker.db.hosts.listAll();
    const unwatched = hosts.filter(
      (host) =>
        host.agentState === "outdated" ||
        host.agentState === "silent" ||
        (host.agentState === "answering" && host.clusterId === null),
    );
    await Promise.all(unwatched.map((host) => this.#greet(host)));
  }

  async #greet(host: Host): Promise<void> {
    try {
      const { signal } = this.#stopping;
      const hello = await this.worker.agents
        .clientFor(agentOf(host, null))
        .call("hello", undefined, { signal, timeoutMs });
      const state = hello.protocol === agentProtocol ? "answering" : "outdated";
      await this.worker.db.transact(this.worker.actor, (unit) =>
        unit.agents.recordSighting(host.id, state, {
          version: hello.agentVersion,
          protocol: hello.protocol,
          bootId: hello.clock.bootId,
          operator: hello.operator ?? null,
        }),
      );
    } catch (error) {
      if (this.#stopping.signal.aborted || error instanceof AgentFailure) return;
      throw error;
    }
  }
}
