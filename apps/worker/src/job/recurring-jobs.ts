import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { WorkerService } from "../context";

/**
 * Work that is due again and again. Each worker does it: it looks for what is due, and does nothing where another one has
 * done it.
 */
export interface RecurringJob {
  readonly name: string;
  readonly everyMs: number;
  /** A throw is tried again before the next time. */
  run(signal: AbortSignal): Promise<void>;
}

/** How long the first run waits after the start, a failed one before it is tried again, and a run may take. */
export interface JobTimes {
  readonly firstMs: number;
  readonly retryMs: number;
  /** A run that takes longer is aborted, and counts as failed. */
  readonly limitMs: number;
}

const defaultTimes: JobTimes = { firstMs: 60_000, retryMs: 30_000, limitMs: 900_000 };

/** Runs each job by a timer of its own: no job waits for another, and none runs twice at a time in one worker. */
export class RecurringJobs implements WorkerService {
  readonly name = "jobs";
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly jobs: readonly RecurringJob[],
    private readonly log: Logger,
    private readonly times: JobTimes = defaultTimes,
  ) {}

  async start(): Promise<void> {
    this.#running = Promise.all(this.jobs.map((job) => this.#repeat(job)));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #repeat(job: RecurringJob): Promise<void> {
    const { signal } = this.#stopping;
    let waitMs = Math.min(this.times.firstMs, job.everyMs);
    for (;;) {
      await delay(waitMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const isDone = await this.#runOnce(job);
      waitMs = isDone ? job.everyMs : Math.min(this.times.retryMs, job.everyMs);
    }
  }

  async #runOnce(job: RecurringJob): Promise<boolean> {
    const { signal } = this.#stopping;
    try {
      await job.run(AbortSignal.any([signal, AbortSignal.timeout(this.times.limitMs)]));
      this.log.info({ job: job.name }, "job done");
      return true;
    } catch (error) {
      if (!signal.aborted) this.log.warn({ job: job.name, err: error }, "job failed, trying again");
      return false;
    }
  }
}
