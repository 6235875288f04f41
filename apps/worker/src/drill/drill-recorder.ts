import { setTimeout as delay } from "node:timers/promises";
import { type Message, type ProbeSample, quote } from "@primacy/contract";
import type { FaultEvidence } from "@primacy/contract/agent";
import {
  type DrillFrame,
  type DrillInput,
  type DrillLedger,
  type DrillRecord,
  type DrillServer,
  hitPlaceOf,
  type LogReading,
  type ProxyLook,
} from "@primacy/core/drill";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";
import { helloOf } from "../observe/greet-agent";
import { type ClockOffset, HostClock } from "./host-clock";
import { type LedgerReading, mergeLedgers } from "./merge-ledgers";
import { partyOf } from "./proxy-party";
import type { DrillForecast } from "./read-estimate";
import { type WatchedProxy, watchProxy } from "./watch-proxy";

/** A host whose agent is listened to, with the server that it carries. */
export interface RecordedHost extends DrillServer {
  readonly agent: AgentTarget;
}

/** What a recorder stands on. */
export interface RecorderParts {
  readonly worker: Pick<WorkerContext, "agents" | "observer" | "log">;
  readonly input: DrillInput;
  readonly hosts: readonly RecordedHost[];
  readonly observer: AgentTarget;
  /** The host of a proxy that is hit; null: none is. */
  readonly proxyHost: AgentTarget | null;
  /** Asked where they lead, as long as the recorder lives. */
  readonly proxies: readonly WatchedProxy[];
  readonly forecast: DrillForecast;
  /** After how long a silence of the observing host its clients are taken for lost; 20 s without. */
  readonly silentLimitMs?: number;
}

/** The agent keeps attempts that nobody fetches, so that a short silence loses none; but the fault acts on meanwhile. */
const silentLimitMs = 20_000;
const askEveryMs = 250;
const askLimitMs = 3_000;
const clockEveryMs = 2_000;
const unknownOffset: ClockOffset = { offsetMs: 0, errorMs: Number.MAX_SAFE_INTEGER };
/** Beyond the wait for writes a drill reads, heals and judges. */
const spareMs = 1_800_000;

/**
 * Records a drill: what each agent says of itself, what the clients met, and what was done. It lives in one process; a worker that takes
 * the operation over has none, and says so.
 */
export class DrillRecorder {
  readonly #parts: RecorderParts;
  readonly #ending = new AbortController();
  readonly #leaving: NodeJS.Timeout;
  readonly #running: Promise<unknown>[] = [];
  readonly #clocks = new Map<string, HostClock>();
  readonly #frames: { readonly hostId: string; readonly status: DrillFrame["status"] }[] = [];
  readonly #samples: ProbeSample[] = [];
  readonly #startedMs = performance.now();
  #next = 0;
  #armedMs: number | null = null;
  #injection: DrillRecord["injection"] = null;
  #earlyEnd: Message | null = null;
  #healBegunMs: number | null = null;
  #healedMs: number | null = null;
  #reading: LedgerReading | null = null;
  #readToMs = 0;
  readonly #logs: LogReading[] = [];
  readonly #looks = new Map<WatchedProxy, ProxyLook[]>();
  #isComplete = false;
  #isEnding = false;
  #askedMs = performance.now();
  #lost: Message | null = null;
  #asking: Promise<void> = Promise.resolve();

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    const { observer, proxyHost } = parts;
    const further = [observer, ...(proxyHost === null ? [] : [proxyHost])];
    for (const { agent, hostId } of [
      ...parts.hosts,
      ...further.map((one) => ({ agent: one, hostId: one.hostId })),
    ])
      if (!this.#clocks.has(hostId)) {
        this.#clocks.set(hostId, new HostClock());
        this.#running.push(this.#watchClock(agent));
      }
    for (const [hostId, agent] of this.#listHeard())
      this.#running.push(
        parts.worker.observer.follow(agent, {
          signal: this.#ending.signal,
          onStatus: (status) => this.#frames.push({ hostId, status }),
          // Of a host that says nothing nothing is known: what it said last grows old.
          onBreak: () => undefined,
        }),
      );
    for (const proxy of parts.proxies) {
      const looks: ProxyLook[] = [];
      this.#looks.set(proxy, looks);
      this.#running.push(watchProxy(proxy, (look) => looks.push(look), this.#ending.signal));
    }
    this.#running.push(this.#watchProbe());
    // One that nobody ends, since another worker has the drill by now, must not listen for ever.
    this.#leaving = setTimeout(() => void this.stop(), parts.input.waitMs + spareMs).unref();
  }

  /** Every attempt of the clients so far. */
  get samples(): readonly ProbeSample[] {
    return this.#samples;
  }

  /** Whether every clock and every server's agent was heard. */
  get hasHeardAll(): boolean {
    return (
      [...this.#clocks.values()].every(({ isKnown }) => isKnown) &&
      this.#parts.hosts.every(({ hostId }) => this.#frames.some((frame) => frame.hostId === hostId))
    );
  }

  /** Why the clients are not played any more; null while they are. */
  get lostProbe(): Message | null {
    return this.#lost;
  }

  /** The fault is about to be ordered. */
  arm(): void {
    this.#armedMs = performance.now();
  }

  /** It took effect, as the host of the target tells by its own clock: of now, for a host that boots anew has another. May be told late, and twice. */
  noteFault({ actedMs, seenMs, seen }: FaultEvidence): void {
    const { hostId, name } = hitPlaceOf(this.#parts.input);
    const { offsetMs, errorMs } = this.#offsetAt(hostId, actedMs);
    const instants = { actedMs: actedMs + offsetMs, seenMs: seenMs + offsetMs };
    this.#injection ??= { ...instants, errorMs, seenBy: name, seen };
  }

  /** It took effect, as this process saw it by its own clock. */
  noteOwnFault(told: FaultEvidence): void {
    this.#injection ??= { ...told, errorMs: 0, seenBy: null };
  }

  /** Whether the fault was ordered, or is about to be. */
  get isArmed(): boolean {
    return this.#armedMs !== null;
  }

  /** For how long it has been so, in milliseconds; null where it is not. */
  get armedForMs(): number | null {
    return this.#armedMs === null ? null : performance.now() - this.#armedMs;
  }

  /** The fault was in force no more when the heal began, for this reason. */
  noteEarlyEnd(reason: Message): void {
    this.#earlyEnd ??= reason;
  }

  /** Whether it is known that the fault took effect. */
  get isFaultKnown(): boolean {
    return this.#injection !== null;
  }

  /** Whether the rows are still to be read: once the heal begins, a server that joins again loses what it alone had. */
  get isReadingDue(): boolean {
    return this.isFaultKnown && this.#healBegunMs === null && this.#reading === null;
  }

  /** What the servers have of the clients' rows, and since when they were asked; returns it with what was read before of those that fell silent. */
  noteLedgers(ledgers: readonly DrillLedger[], fromMs: number): readonly DrillLedger[] {
    this.#reading = mergeLedgers(this.#reading, { ledgers, fromMs });
    this.#readToMs = performance.now();
    return this.#reading.ledgers;
  }

  /** What servers told of their error logs; they may be asked again later. */
  noteLogs(readings: readonly LogReading[]): void {
    this.#logs.push(...readings);
  }

  /** The heal begins. */
  beginHeal(): void {
    this.#healBegunMs ??= performance.now();
  }

  /** The group is whole again. */
  noteHealed(): void {
    this.#healedMs = performance.now();
  }

  /** Whether every agent has told of a look at its server since the group was noted to be whole. */
  get hasSeenWhole(): boolean {
    const healedMs = this.#healedMs;
    if (healedMs === null) return false;
    return this.#parts.hosts.every(({ hostId }) => {
      const newest = this.#frames.findLast((frame) => frame.hostId === hostId)?.status.mysql;
      if (newest === undefined) return false;
      const { observedMonotonicMs } = newest;
      return observedMonotonicMs + this.#offsetAt(hostId, observedMonotonicMs).offsetMs > healedMs;
    });
  }

  /** All that is recorded by now. */
  read(): DrillRecord {
    const { input, hosts, observer, forecast } = this.#parts;
    const { fault, primary, target, other, proxy, ways, readWays, objectiveMs } = input;
    const servers = hosts.map(({ serverUuid, name, hostId }) => ({ serverUuid, name, hostId }));
    const nowMs = performance.now();
    return {
      fault,
      primary: toServer(primary),
      target: toServer(target),
      other: other && toServer(other),
      ...partyOf(proxy),
      servers,
      ways,
      readWays,
      objectiveMs,
      ...forecast,
      startedMs: this.#startedMs,
      nowMs,
      armedMs: this.#armedMs,
      injection: this.#injection,
      earlyEnd: this.#earlyEnd,
      healBegunMs: this.#healBegunMs,
      healedMs: this.#healedMs,
      frames: this.#frames.map((frame) => ({
        ...frame,
        ...this.#offsetAt(frame.hostId, frame.status.clock.monotonicMs),
      })),
      probe: {
        host: observer.hostName,
        hostId: observer.hostId,
        // All attempts by one offset, so that the times between them stay as they were measured: that of the fault, which they are told from.
        ...(this.#clocks.get(observer.hostId)?.offsetBy(this.#armedMs ?? nowMs) ?? unknownOffset),
        samples: this.#samples,
        isComplete: this.#isComplete,
      },
      ledgers: this.#reading?.ledgers ?? [],
      ...(this.#reading === null
        ? {}
        : { ledgersRead: { fromMs: this.#reading.fromMs, toMs: this.#readToMs } }),
      logs: this.#logs,
      proxies: [...this.#looks].map(([{ host, port }, looks]) => ({ host, port, looks })),
    };
  }

  /** When the clients were last asked for, by the clock of this process: their host may count from there until it ends them. Not asked to end. */
  get askedMs(): number {
    return this.#askedMs;
  }

  /** Ends the clients, and returns when the last attempt is known; what the agents say is heard on. Nobody asks for them after it, also where it fails. */
  async endProbe(signal: AbortSignal): Promise<void> {
    this.#isEnding = true;
    await this.#ask(true, signal);
    this.#isComplete = true;
  }

  /** Ends all of it; may be called twice. */
  async stop(): Promise<void> {
    clearTimeout(this.#leaving);
    this.#ending.abort();
    await Promise.all(this.#running);
  }

  /** Every host of a server, and the one that plays the clients: it sees the wire as they do. */
  #listHeard(): ReadonlyMap<string, AgentTarget> {
    const { hosts, observer } = this.#parts;
    const own = hosts.map(({ hostId, agent }) => [hostId, agent] as const);
    return new Map([[observer.hostId, observer], ...own]);
  }

  #offsetAt(hostId: string, hostMs: number): ClockOffset {
    return this.#clocks.get(hostId)?.offsetAt(hostMs) ?? unknownOffset;
  }

  /** Asked again and again, for the quickest answer says most, and of the time about which it is asked. */
  async #watchClock(agent: AgentTarget): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const askedMs = performance.now();
      try {
        const { clock } = await helloOf(this.#parts.worker, agent, signal);
        this.#clocks.get(agent.hostId)?.note(clock, askedMs, performance.now());
      } catch (error) {
        if (!(error instanceof AgentFailure) && !signal.aborted) throw error;
      }
      await delay(clockEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #watchProbe(): Promise<void> {
    const { signal } = this.#ending;
    const { silentLimitMs: limitMs = silentLimitMs } = this.#parts;
    let heardMs = performance.now();
    while (!signal.aborted && !this.#isEnding && this.#lost === null) {
      try {
        await this.#ask(false, signal);
        heardMs = performance.now();
      } catch (error) {
        if (!(error instanceof AgentFailure) && !signal.aborted) throw error;
        // An agent that answers and knows of no clients was started again; one that is silent may come back, but nobody waits for it long.
        const isOver = (failure: AgentFailure): boolean =>
          failure.code === "agent_refused" || performance.now() - heardMs > limitMs;
        if (error instanceof AgentFailure && isOver(error)) this.#lost = error.explanation;
      }
      await delay(askEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** One question at a time: two would fetch the same attempts. */
  #ask(stop: boolean, signal: AbortSignal): Promise<void> {
    const asked = this.#asking.then(() => this.#fetch(stop, signal));
    this.#asking = asked.catch(() => undefined);
    return asked;
  }

  async #fetch(stop: boolean, signal: AbortSignal): Promise<void> {
    const agent = this.#parts.worker.agents.clientFor(this.#parts.observer);
    for (let hasMore = true; hasMore; ) {
      if (!stop) this.#askedMs = performance.now();
      const question = { probeId: this.#parts.input.drillId, after: this.#next, stop };
      const report = await agent.call("readProbe", question, {
        signal,
        timeoutMs: stop ? 15_000 : askLimitMs,
      });
      this.#samples.push(...report.samples);
      this.#next = report.next;
      hasMore = report.hasMore;
      if (report.state === "lost") this.#lost = report.reason ?? quote("-");
    }
  }
}

function toServer({ serverUuid, name, hostId }: DrillServer): DrillServer {
  return { serverUuid, name, hostId };
}

/** The recorders of this process, by their drill. */
const recorders = new Map<string, DrillRecorder>();

/** Records a drill, in the place of one that recorded it before. */
export async function beginRecorder(parts: RecorderParts): Promise<DrillRecorder> {
  await endRecorder(parts.input.drillId);
  const recorder = new DrillRecorder(parts);
  recorders.set(parts.input.drillId, recorder);
  return recorder;
}

/** Who records a drill in this process; null where nobody does. */
export function findRecorder(drillId: string): DrillRecorder | null {
  return recorders.get(drillId) ?? null;
}

/** Ends the recorder of a drill, and forgets it. */
export async function endRecorder(drillId: string): Promise<void> {
  const recorder = recorders.get(drillId);
  recorders.delete(drillId);
  await recorder?.stop();
}
