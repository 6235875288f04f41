import type { OperationKind, Vip } from "@primacy/contract";
import { judgePluginDrift, type PluginReading, variablePrefix } from "@primacy/core/greatdb-ha";
import type { TopologySnapshot } from "@primacy/core/topology";
import { endpointOf, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readByPrefix } from "../mysql/read-by-prefix";
import { readVariables } from "../mysql/read-variables";
import type { ObservationCache } from "../observe/observation-cache";

/** What somebody changes by hand is told within so long; one short session with each server costs that. */
const everyMs = 15_000;
const answerTimeoutMs = 2_000;
/** Whatever is under way stands among the last ones. */
const lookedAt = 10;

type Member = LoadedCluster["cluster"]["members"][number];
type PluginWords = NonNullable<TopologySnapshot["plugin"]>;

/**
 * How the plugin stands on the members of a cluster whose VIP it moves, compared with what was planned. Servers that are up are asked,
 * and only where there is such a VIP; nobody is asked while an operation is at that VIP or another of the cluster.
 */
export class PluginWatch {
  readonly #stopping = new AbortController();
  readonly #read = new Map<string, PluginReading>();
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;

  constructor(
    private readonly worker: WorkerContext,
    private readonly clusterId: string,
    private readonly sights: ObservationCache,
    private readonly onNews: () => void,
  ) {}

  /** What the members said last; null where no plugin moves a VIP of the cluster. */
  wordsOf(loaded: LoadedCluster): PluginWords | null {
    const vip = findPluginVip(loaded);
    if (vip === null) return null;
    const words = loaded.cluster.members.flatMap(({ id }) => {
      const reading = this.#read.get(id);
      if (reading === undefined) return [];
      return [{ memberId: id, name: reading.name, drift: judgePluginDrift(vip, reading) }];
    });
    return { vipId: vip.id, words };
  }

  /** Asks the servers that are up where it is time to; returns at once. */
  tick(loaded: LoadedCluster): void {
    if (findPluginVip(loaded) === null) {
      this.#read.clear();
      return;
    }
    const nowMs = performance.now();
    if (this.#running !== null || nowMs - this.#askedAtMs < everyMs) return;
    this.#askedAtMs = nowMs;
    this.#running = this.#ask(loaded)
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.worker.log.warn({ clusterId: this.clusterId, err: error }, "plugin not read");
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

  async #ask({ cluster, hosts }: LoadedCluster): Promise<void> {
    const up = cluster.members.filter(({ hostId }) => hostId !== null && this.#isUp(hostId));
    const account = await this.worker.db.clusters.findCredential(this.clusterId, "admin");
    if (account === null || up.length === 0 || (await this.#isAtVip())) return;
    const nameOf = ({ hostId, address }: Member): string =>
      hosts.find(({ id }) => id === hostId)?.name ?? address;
    const readings = await Promise.all(up.map((member) => this.#askOne(member, nameOf(member), account)));
    // One that has begun meanwhile may have been seen in its midst.
    if (await this.#isAtVip()) return;
    for (const [id, reading] of readings.flat()) this.#read.set(id, reading);
    for (const id of this.#read.keys())
      if (!cluster.members.some((member) => member.id === id)) this.#read.delete(id);
    this.onNews();
  }

  #isUp(hostId: string): boolean {
    return this.sights.find(hostId)?.status.mysql.reach === "up";
  }

  async #isAtVip(): Promise<boolean> {
    const { items } = await this.worker.db.operations.list(
      { clusterId: this.clusterId, effect: "changing" },
      { after: null, limit: lookedAt },
    );
    return items.some(({ kind, finishedAt }) => finishedAt === null && isAboutVip(kind));
  }

  /** Of one that does not answer, what it said before stays known. */
  async #askOne(
    member: Member,
    name: string,
    account: ServerAccount,
  ): Promise<readonly [string, PluginReading][]> {
    const { signal } = this.#stopping;
    const limits = { signal, timeoutMs: answerTimeoutMs };
    try {
      const session = await connectServer(endpointOf(member), account, signal);
      try {
        const own = await readVariables(session, ["version", "version_comment"], limits);
        const variables = await readByPrefix(session, "global_variables", variablePrefix, limits);
        const { version = "", version_comment: versionComment = "" } = own;
        return [[member.id, { hostId: member.hostId, name, version, versionComment, variables }]];
      } finally {
        session.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure)) throw error;
      return [];
    }
  }
}

function findPluginVip({ vips }: LoadedCluster): Vip | null {
  return vips.find(({ provider, enabled }) => provider === "greatdb_ha" && enabled) ?? null;
}

function isAboutVip(kind: OperationKind): boolean {
  return kind.startsWith("vip.") || kind === "cluster.remove";
}
