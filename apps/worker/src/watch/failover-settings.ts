import { failoverVariables, findGroupFacts, type GroupFacts } from "@primacy/core/check";
import { endpointOf, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-variables";
import type { ObservationCache } from "../observe/observation-cache";

/** A setting is changed by hand, and rarely; until it is read again the old one is told. */
const everyMs = 60_000;
const firstEveryMs = 5_000;
const answerTimeoutMs = 2_000;

type Member = LoadedCluster["cluster"]["members"][number];

/**
 * What the servers of a cluster have set of that which decides how long a failover takes. It is read while they answer, so
 * that it is known when one of them does not; the settings of the others, which expel it, count then.
 */
export class FailoverSettings {
  readonly #stopping = new AbortController();
  readonly #read = new Map<string, Readonly<Record<string, string>>>();
  #facts: GroupFacts | null = null;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;

  constructor(
    private readonly worker: WorkerContext,
    private readonly clusterId: string,
    private readonly sights: ObservationCache,
  ) {}

  /** What is known now; null: nothing yet. */
  get facts(): GroupFacts | null {
    return this.#facts;
  }

  /** Asks the servers that are up where it is time to; returns at once. */
  tick({ cluster }: LoadedCluster): void {
    const nowMs = performance.now();
    const dueMs = this.#facts === null ? firstEveryMs : everyMs;
    if (this.#running !== null || nowMs - this.#askedAtMs < dueMs) return;
    this.#askedAtMs = nowMs;
    this.#running = this.#ask(cluster.members)
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.worker.log.warn({ clusterId: this.clusterId, err: error }, "failover settings not read");
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Ends what runs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #ask(members: readonly Member[]): Promise<void> {
    const up = members.filter(({ hostId }) => hostId !== null && this.#isUp(hostId));
    if (up.length === 0) return;
    const account = await this.worker.db.clusters.findCredential(this.clusterId, "admin");
    if (account === null) return;
    await Promise.all(up.map((member) => this.#askOne(member, account)));
    for (const id of this.#read.keys())
      if (!members.some((member) => member.id === id)) this.#read.delete(id);
    this.#facts = findGroupFacts([...this.#read.values()].map((variables) => ({ variables })));
  }

  #isUp(hostId: string): boolean {
    return this.sights.find(hostId)?.status.mysql.reach === "up";
  }

  /** What one that does not answer had set before stays known. */
  async #askOne(member: Member, account: ServerAccount): Promise<void> {
    const { signal } = this.#stopping;
    try {
      const session = await connectServer(endpointOf(member), account, signal);
      try {
        const limits = { signal, timeoutMs: answerTimeoutMs };
        this.#read.set(member.id, await readVariables(session, failoverVariables, limits));
      } finally {
        session.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure)) throw error;
    }
  }
}
