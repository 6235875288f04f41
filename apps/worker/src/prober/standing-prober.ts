import { setTimeout as delay } from "node:timers/promises";
import {
  type IncidentClients,
  type Message,
  type ProbeOutcome,
  type Prober,
  proberEveryMs,
  withPort,
} from "@primacy/contract";
import { addAttempt, type StripRun } from "@primacy/core/drill";
import type { ProbedRuns } from "@primacy/core/incident";
import {
  countAttempt,
  findOutage,
  followAttempts,
  measureOutage,
  noCourse,
  type Outage,
  type ProberMinute,
} from "@primacy/core/prober";
import { newId, type ProberCatch } from "@primacy/db";
import type { AttemptOutcome } from "./attempt-once";

/** Whose prober it is, where it tries, and what. */
export type ProbedEndpoint = Pick<Prober, "id" | "address" | "port" | "name" | "way" | "lane">;

/** An outage with the id of its row. */
interface KeptOutage {
  readonly id: string;
  readonly outage: Outage;
  readonly isStored: boolean;
}

/** Outages are remembered for an incident that they belong to. */
const rememberedMs = 3_600_000;

const oneMinute = 60_000;

/**
 * Plays one client: an attempt each second, one after the other. What it meets is kept until it is taken to be stored. The minute in which it begins
 * is not counted: another process may have stored its own part of that minute, and two parts are not to be told apart.
 */
export class StandingProber {
  readonly #ending = new AbortController();
  readonly #running: Promise<void>;
  #course = noCourse;
  #outages: readonly KeptOutage[] = [];
  #openId: string | null = null;
  #minutes: readonly ProberMinute[] = [];
  #obstacle: Message | null = null;
  #hasAcked = false;
  #runs: StripRun[] = [];
  readonly #countsFromMs: number;

  constructor(
    readonly endpoint: ProbedEndpoint,
    private readonly attempt: (endpoint: ProbedEndpoint, signal: AbortSignal) => Promise<AttemptOutcome>,
    private readonly wallMs: () => number,
  ) {
    this.#countsFromMs = (Math.floor(wallMs() / oneMinute) + 1) * oneMinute;
    this.#running = this.#run();
  }

  /** Ends it, and an outage that lasts at its newest attempt; resolves when no attempt is under way. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    const open = this.#openOutage();
    if (open === null) return;
    this.#outages = [...this.#outages, { ...open, outage: { ...open.outage, isOpen: false } }];
    this.#course = noCourse;
    this.#openId = null;
  }

  /** What it met since this was asked for last. Of minutes all are told that may still grow. */
  take(): ProberCatch {
    const nowMs = this.wallMs();
    const toWall = (ms: number): string =>
      new Date(Math.round(nowMs - (performance.now() - ms))).toISOString();
    const open = this.#openOutage();
    const told = [...this.#outages.filter(({ isStored }) => !isStored), ...(open === null ? [] : [open])];
    const caught: ProberCatch = {
      proberId: this.endpoint.id,
      lane: this.endpoint.lane,
      minutes: this.#minutes,
      obstacle: this.#obstacle,
      outages: told.map(({ id, outage }) => ({
        id,
        startedAt: toWall(outage.fromMs),
        endedAt: outage.isOpen ? null : toWall(outage.toMs),
        ...measureOutage(outage),
        failed: outage.failed,
      })),
    };
    const keptSinceMs = performance.now() - rememberedMs;
    this.#outages = this.#outages
      .filter(({ outage, isStored }) => !isStored || outage.toMs >= keptSinceMs)
      .map((one) => ({ ...one, isStored: true }));
    this.#minutes = this.#minutes.filter(({ minuteMs }) => nowMs - minuteMs < 2 * oneMinute);
    return caught;
  }

  /** What could not be stored is told again. */
  giveBack({ outages, minutes }: ProberCatch): void {
    const ids = new Set(outages.map(({ id }) => id));
    this.#outages = this.#outages.map((one) => (ids.has(one.id) ? { ...one, isStored: false } : one));
    const known = new Set(this.#minutes.map(({ minuteMs }) => minuteMs));
    this.#minutes = [...minutes.filter(({ minuteMs }) => !known.has(minuteMs)), ...this.#minutes];
  }

  /** The longest outage in a time of the console's monotonic clock; null: it met none. */
  findOutage(fromMs: number, toMs: number): IncidentClients | null {
    const open = this.#openOutage();
    const all = [...this.#outages, ...(open === null ? [] : [open])].map(({ outage }) => outage);
    const outage = findOutage(all, fromMs, toMs);
    if (outage === null) return null;
    const { address, port, lane, name: label } = this.endpoint;
    return { address, port, label, lane, ...measureOutage(outage), isOpen: outage.isOpen };
  }

  /** What its attempts were told in a time of the console's monotonic clock. */
  listRuns(fromMs: number, toMs: number): ProbedRuns {
    const { address, port, lane, name } = this.endpoint;
    const label = name === address ? withPort(address, port) : `${name} ${withPort(address, port)}`;
    return {
      label,
      lane,
      runs: this.#runs.filter((run) => run.toMs >= fromMs && run.fromMs <= toMs),
    };
  }

  #openOutage(): KeptOutage | null {
    const { outage } = this.#course;
    if (outage === null) return null;
    this.#openId ??= newId();
    return { id: this.#openId, outage, isStored: false };
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const startedMs = performance.now();
      try {
        const outcome = await this.attempt(this.endpoint, signal);
        this.#note(outcome, startedMs, performance.now());
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      const restMs = proberEveryMs - ((performance.now() - startedMs) % proberEveryMs);
      await delay(restMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** An attempt stands for the seconds that it takes. */
  #keep(outcome: ProbeOutcome, startedMs: number, endedMs: number): void {
    const seconds = Math.max(1, Math.ceil((endedMs - startedMs) / proberEveryMs));
    addAttempt(this.#runs, {
      fromMs: startedMs,
      toMs: startedMs + seconds * proberEveryMs,
      outcome,
      server: null,
    });
    const keptSinceMs = endedMs - rememberedMs;
    if ((this.#runs[0]?.toMs ?? endedMs) < keptSinceMs)
      this.#runs = this.#runs.filter(({ toMs }) => toMs >= keptSinceMs);
  }

  #note(outcome: AttemptOutcome, startedMs: number, endedMs: number): void {
    this.#obstacle = "reason" in outcome ? outcome.reason : null;
    // Where an attempt was acknowledged before, clients meet the stranger, too.
    if (outcome.kind === "obstacle" || (outcome.kind === "stranger" && !this.#hasAcked)) return;
    this.#keep(toldOf(outcome), startedMs, endedMs);
    const isAcked = outcome.kind === "acked";
    this.#hasAcked ||= isAcked;
    const wallMs = this.wallMs() - (performance.now() - startedMs);
    const atWall = { startedMs: wallMs, endedMs: wallMs + (endedMs - startedMs), isAcked };
    if (wallMs >= this.#countsFromMs) this.#minutes = countAttempt(this.#minutes, atWall);
    const hadOutage = this.#course.outage !== null;
    const { course, over } = followAttempts(this.#course, { startedMs, endedMs, isAcked });
    if (over !== null && hadOutage) {
      const id = this.#openId ?? newId();
      this.#outages = [...this.#outages, { id, outage: over, isStored: false }];
      this.#openId = null;
    }
    this.#course = course;
  }
}

/** A stranger was told no password, and nothing to do. */
function toldOf(outcome: AttemptOutcome): ProbeOutcome {
  if (outcome.kind === "acked") return "acked";
  return outcome.kind === "failed" ? outcome.how : "not_sent";
}
