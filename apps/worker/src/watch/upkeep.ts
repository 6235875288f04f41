import type { AgentState, OperationState } from "@primacy/contract";
import { type HeldDocument, isWithheld, reconcile, unheard } from "@primacy/core/plan";
import { staleAfterMs } from "@primacy/core/topology";
import { inspectMembers, macsOf } from "../agent-document/inspect-members";
import { type HeldReader, reconcileAgents } from "../agent-document/reconcile-agents";
import type { LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { AcceptedHashes, hashText, toHolding, withoutAgent } from "../observe/held-document";
import type { ObservationCache } from "../observe/observation-cache";

const everyMs = 2_000;
const inspectEveryMs = 60_000;
const sightingEveryMs = 3_000;
const noted: readonly AgentState[] = ["answering", "silent", "outdated"];
const unfinished: readonly OperationState[] = ["queued", "running", "undoing"];

/**
 * What the watcher does besides looking: it notes which agents answered, and brings agents that are behind to the
 * wanted configuration, such as a host that was away while something changed. Idle while an operation changes the
 * cluster, for that tells the agents itself; and while agents hold what a restored console has otherwise, for what becomes
 * of that is for an operator to decide, and even what it would write of a host brings its epoch nearer to theirs.
 */
export class Upkeep {
  readonly #stopping = new AbortController();
  readonly #accepted = new AcceptedHashes();
  #running: Promise<void> | null = null;
  #noting: Promise<void> | null = null;
  #ranAtMs = Number.NEGATIVE_INFINITY;
  #notedAtMs = Number.NEGATIVE_INFINITY;
  #inspectedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly worker: WorkerContext,
    private readonly clusterId: string,
    private readonly sights: ObservationCache,
  ) {}

  /** Does what is due; returns at once. `unread` are the agents of another protocol, which the sights do not have. */
  tick(loaded: LoadedCluster, unread: readonly HeldDocument[]): void {
    const nowMs = performance.now();
    if (this.#noting === null && nowMs - this.#notedAtMs >= sightingEveryMs) {
      this.#notedAtMs = nowMs;
      this.#noting = this.#guard("agents not noted", this.#note(loaded)).finally(() => {
        this.#noting = null;
      });
    }
    if (this.#running === null && nowMs - this.#ranAtMs >= everyMs) {
      this.#ranAtMs = nowMs;
      this.#running = this.#guard("agents not brought up to date", this.#run(loaded, unread)).finally(() => {
        this.#running = null;
      });
    }
  }

  /** Ends what runs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled([this.#running, this.#noting]);
  }

  async #guard(text: string, work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!this.#stopping.signal.aborted)
        this.worker.log.warn({ clusterId: this.clusterId, err: error }, text);
    });
  }

  /** One transaction for all that answered since the last time. */
  async #note(loaded: LoadedCluster): Promise<void> {
    // A host whose agent is being installed or removed says itself how that goes.
    const settled = loaded.hosts.filter((host) => noted.includes(host.agentState));
    const sights = settled.flatMap((host) => this.#freshSight(host.id) ?? []);
    if (sights.length === 0) return;
    await this.worker.db.transact(this.worker.actor, async (unit) => {
      for (const { hostId, status } of sights)
        await unit.agents.recordSighting(hostId, "answering", {
          version: status.agentVersion,
          protocol: status.protocol,
          bootId: status.clock.bootId,
          operator: status.operator ?? null,
          certificateExpiresAt:
            status.certificateExpiresAt === null ? null : new Date(status.certificateExpiresAt),
        });
    });
  }

  async #run(loaded: LoadedCluster, unread: readonly HeldDocument[]): Promise<void> {
    const { signal } = this.#stopping;
    const held = this.#listHeld(loaded, unread);
    if (isWithheld(loaded.wanted, held, { digest: hashText })) return;
    const hasNewMacs = this.#hasNewMacs(loaded);
    if (!hasNewMacs && !isBehind(loaded, held)) return;
    if (await this.#isChanging()) return;
    if (hasNewMacs) {
      this.#inspectedAtMs = performance.now();
      await inspectMembers(this.worker, this.clusterId, signal);
    }
    const readHeld: HeldReader = async (target, limit) => {
      const asked = await this.worker.observer.readHeld(target, limit);
      if (asked.isAnswering || asked.isUnread === true) return asked;
      // A silent host still holds what it was last heard to hold.
      const sight = this.sights.find(target.hostId);
      return sight === null ? unheard(target.hostId) : toHolding(target.hostId, sight.status, false);
    };
    await reconcileAgents(this.worker, this.clusterId, signal, { readHeld, accepted: this.#accepted });
  }

  #listHeld(loaded: LoadedCluster, unread: readonly HeldDocument[]): readonly HeldDocument[] {
    return loaded.wanted.hosts.flatMap((host) => {
      const agentState = loaded.hosts.find((one) => one.id === host.hostId)?.agentState ?? "none";
      if (agentState === "none") return [withoutAgent(host.hostId)];
      const other = unread.find((one) => one.hostId === host.hostId);
      if (other !== undefined) return [other];
      const sight = this.sights.find(host.hostId);
      if (sight === null) return [];
      const isAnswering = this.#freshSight(host.hostId) !== null;
      return [this.#accepted.settle(toHolding(host.hostId, sight.status, isAnswering))];
    });
  }

  /** An exchanged interface must not make its host a stranger to the others. */
  #hasNewMacs(loaded: LoadedCluster): boolean {
    if (performance.now() - this.#inspectedAtMs < inspectEveryMs) return false;
    return loaded.wanted.hosts.some((host) => {
      const status = this.#freshSight(host.hostId)?.status;
      const used = new Set([
        ...loaded.vips.flatMap((vip) => vip.nics[host.hostId] ?? []),
        ...(status?.nics ?? [])
          .filter((nic) => nic.addresses.some((one) => one.address === host.member.address))
          .map((nic) => nic.name),
      ]);
      const macs = macsOf((status?.nics ?? []).filter((nic) => used.has(nic.name)));
      return macs.some((mac) => !host.macs.includes(mac));
    });
  }

  async #isChanging(): Promise<boolean> {
    const { items } = await this.worker.db.operations.list(
      { clusterId: this.clusterId, effect: "changing", isWaiting: false },
      { limit: 20, after: null },
    );
    return items.some(({ state }) => unfinished.includes(state));
  }

  #freshSight(hostId: string): ReturnType<ObservationCache["find"]> {
    const sight = this.sights.find(hostId);
    return sight !== null && performance.now() - sight.receivedAtMs <= staleAfterMs ? sight : null;
  }
}

function isBehind({ wanted }: LoadedCluster, held: readonly HeldDocument[]): boolean {
  return reconcile(wanted, held, { digest: hashText }).some((action) => action.kind !== "wait");
}
