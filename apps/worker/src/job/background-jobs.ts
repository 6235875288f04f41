import { setTimeout as delay } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { WorkerService } from "../context";

/** Work that is due by the clock, once for all workers. */
export interface BackgroundJob {
  readonly name: string;
  /** Cron, in UTC. */
  readonly cron: string;
  /** A throw is tried again, three times, with growing delays. */
  run(signal: AbortSignal): Promise<void>;
}

/** How often each worker looks for due jobs, and how long the first retry waits. */
export interface JobTimes {
  readonly pollSeconds: number;
  readonly retrySeconds: number;
}

const defaultTimes: JobTimes = { pollSeconds: 30, retrySeconds: 30 };
const retryLimit = 3;
const startDelayMs = 5_000;

/**
 * Runs the scheduled jobs through pg-boss, which sees to it that one worker has each run, and repeats what failed.
 * It waits for the database as long as it takes: no job is worth keeping the worker from starting.
 */
export class BackgroundJobs implements WorkerService {
  readonly name = "jobs";
  readonly #stopping = new AbortController();
  #boss: PgBoss | null = null;
  #starting: Promise<void> = Promise.resolve();

  constructor(
    private readonly databaseUrl: string,
    private readonly jobs: readonly BackgroundJob[],
    private readonly log: Logger,
    private readonly times: JobTimes = defaultTimes,
  ) {}

  async start(): Promise<void> {
    this.#starting = this.#startUntilDone();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
    await this.#boss?.stop({ graceful: true, timeout: 5_000 });
  }

  async #startUntilDone(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        return await this.#startOnce();
      } catch (error) {
        this.log.warn({ err: error }, "scheduled jobs not started, trying again");
        await this.#boss?.stop({ graceful: false }).catch(() => undefined);
        await delay(startDelayMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #startOnce(): Promise<void> {
    const { PgBoss } = await import("pg-boss");
    const boss = new PgBoss({
      connectionString: withoutSchema(this.databaseUrl),
      application_name: "primacy-jobs",
      max: 2,
    });
    boss.on("error", (error) => this.log.warn({ err: error }, "scheduled jobs: the database failed"));
    this.#boss = boss;
    await boss.start();
    for (const job of this.jobs) await this.#register(boss, job);
  }

  async #register(boss: PgBoss, job: BackgroundJob): Promise<void> {
    await boss.createQueue(job.name, {
      policy: "singleton",
      retryLimit,
      retryDelay: this.times.retrySeconds,
      retryBackoff: true,
      expireInSeconds: 900,
    });
    await boss.schedule(job.name, job.cron);
    await boss.work(job.name, { pollingIntervalSeconds: this.times.pollSeconds }, async ([one]) => {
      const signals = [this.#stopping.signal, ...(one === undefined ? [] : [one.signal])];
      this.log.info({ job: job.name }, "job begins");
      await job.run(AbortSignal.any(signals));
      this.log.info({ job: job.name }, "job ends");
    });
  }
}

/** Prisma's `schema` parameter means nothing to pg-boss, which has a schema of its own. */
function withoutSchema(url: string): string {
  const parsed = new URL(url);
  parsed.searchParams.delete("schema");
  return parsed.href;
}
