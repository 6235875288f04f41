import type { IncidentClients, IncidentDetail, Topology } from "@primacy/contract";
import type { AgentStatus } from "@primacy/contract/agent";
import { type GroupFacts, noticedSeconds, predictDowntime } from "@primacy/core/check";
import {
  type Disturbance,
  describeIncident,
  findBeginning,
  followCourse,
  type IncidentCourse,
  type IncidentDescription,
  type IncidentLook,
  type IncidentRecord,
  isOrdered,
  type OpenIncident,
  observeTopology,
  type ProbedRuns,
  resumeIncident,
} from "@primacy/core/incident";
import { newId, type WatchLease } from "@primacy/db";
import { agentOf, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { FrameRing, keptMs } from "./frame-ring";
import { HostClocks } from "./host-clocks";

/** What was found is stored so often while an incident lasts; one that lasts long less often, for its lanes are large by then. */
const storeEveryMs = 1_000;
const storeLongEveryMs = 10_000;
const longMs = 120_000;
/** A picture comes each second: between two that are further apart nobody watched. */
const unwatchedMs = 5_000;
/** Without the servers' word: what stock MySQL has. */
const usualNoticeMs = 5_000;
const askedOperations = 10;
/** What a host had said last is known a while after the oldest frame that is kept. */
const ringEdgeMs = 10_000;

/** What a picture was made from, and what it is judged with. */
export interface IncidentSight {
  readonly topology: Omit<Topology, "revision" | "eventCursor">;
  readonly loaded: LoadedCluster;
  readonly facts: GroupFacts | null;
}

/** What the clients of standing probers met, on the console's monotonic clock. */
export interface MetByClients {
  /** Of those that met an outage. */
  readonly clients: readonly IncidentClients[];
  readonly probed: readonly ProbedRuns[];
}

/** Tells what was met from one instant to another. */
export type ClientsReader = (fromMs: number, toMs: number) => MetByClients;

interface Kept {
  readonly id: string;
  readonly isPartial: boolean;
  readonly told: Pick<IncidentDescription, "start" | "marks" | "cause" | "timeline"> | null;
  /** Once what is told of the beginning stays. */
  readonly startedAt: string | null;
  readonly estimates: IncidentRecord["estimates"];
  readonly noticedMs: number;
  readonly storedText: string;
}

/**
 * Watches one cluster for failovers that nobody ordered, beside the watch that makes its pictures: each is stored when it begins, as far
 * as it has come each second, after two minutes each 10 s, and when it has ended. The picture does not wait for it. One that another watcher began is told as observed in
 * part.
 */
export class IncidentWatch {
  readonly #stopping = new AbortController();
  readonly #ring = new FrameRing();
  readonly #clocks: HostClocks;
  #course: IncidentCourse | null = null;
  #begunAtMs = performance.now();
  #kept: Kept | null = null;
  #storedAtMs = Number.NEGATIVE_INFINITY;
  #next: IncidentSight | null = null;
  #running: Promise<void> | null = null;

  constructor(
    private readonly worker: WorkerContext,
    private readonly lease: WatchLease,
    private readonly readClients: ClientsReader = () => ({ clients: [], probed: [] }),
  ) {
    this.#clocks = new HostClocks(worker, this.#stopping.signal);
  }

  /** Takes a frame of an agent. */
  take(hostId: string, status: AgentStatus): void {
    this.#ring.take(hostId, status, performance.now());
  }

  /** Compares clocks where it is time to; returns at once. */
  tick({ hosts, cluster }: LoadedCluster): void {
    const answering = hosts.filter(({ agentState }) => agentState === "answering");
    this.#clocks.tick(answering.map((host) => agentOf(host, cluster.id)));
  }

  /** Looks at a picture, with the one before it where this is the first; returns at once, and skips what comes faster than it can be stored. */
  look(sight: IncidentSight, previous: Topology | null): void {
    this.#next = sight;
    this.#running ??= this.#lookWhileNew(previous).finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when what it was last told is stored. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Ends what runs. What lasts then stays open for the next watcher. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled([this.#running, this.#clocks.stop()]);
  }

  async #lookWhileNew(previous: Topology | null): Promise<void> {
    while (this.#next !== null && !this.#stopping.signal.aborted) {
      const sight = this.#next;
      this.#next = null;
      try {
        await this.#look(sight, previous);
      } catch (error) {
        if (!this.#stopping.signal.aborted)
          this.worker.log.warn({ clusterId: this.lease.clusterId, err: error }, "incident not stored");
        return;
      }
    }
  }

  async #look(sight: IncidentSight, previous: Topology | null): Promise<void> {
    const look = observeTopology(sight.topology, this.#toMonotonic(sight.topology.observedAt));
    const before = this.#course ?? (await this.#begin(look, previous));
    const beginning = findBeginning(before, look);
    const wellMs = "look" in before ? before.look.atMs : look.atMs;
    const isMeant = beginning !== null && (await this.#isOrdered(sight.loaded, beginning, wellMs));
    const course = followCourse(before, look, () => isMeant);
    if (course.kind === "open" || course.kind === "ended") {
      const isNew = before.kind !== "open";
      this.#kept = this.#kept === null || isNew ? this.#open(course.incident, sight) : this.#kept;
      await this.#store(course.incident, course.kind === "ended", isNew);
    }
    // Only once it is stored: what could not be begins or ends again with the next look.
    this.#course = course;
  }

  /** Goes on with what another watcher left open; else with the picture that it stored last. */
  async #begin(look: IncidentLook, previous: Topology | null): Promise<IncidentCourse> {
    const stored = await this.worker.db.incidents.findOpen(this.lease.clusterId);
    const startMs = stored === null ? 0 : this.#toMonotonic(stored.startedAt);
    const incident = stored === null ? null : resumeIncident(stored, startMs, look);
    if (stored !== null && incident !== null) {
      this.#ring.holdAround(startMs);
      const { marks, cause, timeline, startErrorMs } = stored;
      this.#kept = {
        id: stored.id,
        isPartial: true,
        told: { start: { atMs: startMs, errorMs: startErrorMs, seenBy: null }, marks, cause, timeline },
        startedAt: stored.startedAt,
        estimates: [],
        noticedMs: usualNoticeMs,
        storedText: "",
      };
      return { kind: "open", incident };
    }
    if (previous === null) return { kind: "unknown" };
    const earlier = observeTopology(previous, this.#toMonotonic(previous.observedAt));
    return followCourse({ kind: "unknown" }, earlier, () => false);
  }

  #open({ wellMs, seenMs }: OpenIncident, { facts, loaded }: IncidentSight): Kept {
    this.#ring.holdAround(seenMs);
    const more = { majorityBoundSeconds: null, majorityTimeout: null, checkpointMs: null };
    const proxies = { routerTtlMs: null, routerReadTimeoutMs: 0, haproxy: null };
    const { timings } = loaded.wanted;
    return {
      id: newId(),
      isPartial: wellMs < this.#begunAtMs && seenMs - wellMs > unwatchedMs,
      told: null,
      startedAt: null,
      estimates: facts === null ? [] : predictDowntime({ ...facts, ...more, timings, proxies }),
      noticedMs: facts === null ? usualNoticeMs : noticedSeconds(facts) * 1_000,
      storedText: "",
    };
  }

  async #store(incident: OpenIncident, hasEnded: boolean, isNew: boolean): Promise<void> {
    const kept = this.#kept;
    const nowMs = performance.now();
    const everyMs = nowMs - incident.seenMs > longMs ? storeLongEveryMs : storeEveryMs;
    if (kept === null || (!isNew && !hasEnded && nowMs - this.#storedAtMs < everyMs)) return;
    this.#storedAtMs = nowMs;
    const { estimates, noticedMs, isPartial } = kept;
    const met = this.readClients(kept.told?.start.atMs ?? incident.wellMs, nowMs);
    const frames = this.#ring
      .list()
      .map(({ hostId, status }) => ({ hostId, status, ...this.#clocks.offsetOf(hostId, status.clock) }));
    const framesSinceMs = Math.max(this.#begunAtMs, nowMs - keptMs + ringEdgeMs);
    const record = { incident, frames, estimates, noticedMs, isPartial, ...met, nowMs, framesSinceMs };
    // What its own host says comes a moment after the picture that shows it: until then the beginning may become surer.
    const described = describeIncident(record, hasEnded, kept.told);
    const row = this.#toRow(kept, described);
    const text = JSON.stringify(row);
    const told = isNew ? null : described;
    this.#kept = { ...kept, told, startedAt: told && row.startedAt, storedText: text };
    if (text !== kept.storedText)
      await this.worker.db.transact(this.worker.actor, (unit) => unit.incidents.save(this.lease, row));
    const { clusterId } = this.lease;
    if (isNew || hasEnded)
      this.worker.log.info({ clusterId, incidentId: kept.id, line: row.line.text }, "incident");
    if (!hasEnded) return;
    this.#kept = null;
    this.#ring.holdAround(null);
  }

  #toRow({ id, startedAt }: Kept, { start, endedMs, ...told }: IncidentDescription): IncidentDetail {
    return {
      ...told,
      id,
      clusterId: this.lease.clusterId,
      startedAt: startedAt ?? this.#toInstant(start.atMs),
      startErrorMs: Math.ceil(start.errorMs),
      endedAt: endedMs === null ? null : this.#toInstant(endedMs),
    };
  }

  async #isOrdered({ hosts }: LoadedCluster, how: Disturbance, wellMs: number): Promise<boolean> {
    const { db } = this.worker;
    const page = { after: null, limit: askedOperations };
    const effect = "changing" as const;
    const lists = await Promise.all([
      db.operations.list({ clusterId: this.lease.clusterId, effect }, page),
      ...hosts.map(({ id: hostId }) => db.operations.list({ hostId, effect }, page)),
    ]);
    const wall = { wellMs: Date.parse(this.#toInstant(wellMs)), nowMs: this.worker.now().getTime() };
    return isOrdered(
      lists.flatMap(({ items }) => items),
      wall,
      how,
    );
  }

  #toMonotonic(instant: string): number {
    return performance.now() - (this.worker.now().getTime() - Date.parse(instant));
  }

  #toInstant(monotonicMs: number): string {
    const wallMs = this.worker.now().getTime() - (performance.now() - monotonicMs);
    return new Date(Math.round(wallMs)).toISOString();
  }
}
