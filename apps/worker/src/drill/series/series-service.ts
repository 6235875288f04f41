import { type ClaimedDrillSeries, DatabaseError } from "@primacy/db";
import type { WorkerContext, WorkerService } from "../../context";
import { lookForSeries, type SeriesLook } from "./series-look";
import { stepSeries } from "./step-series";

/** How the service shares series with other workers; the defaults are for production. */
export interface SeriesOptions {
  readonly everyMs: number;
  /** A look that takes longer is aborted. */
  readonly limitMs: number;
  /** Longer than a look may take. */
  readonly leaseSeconds: number;
  readonly look: SeriesLook;
}

const defaults: SeriesOptions = { everyMs: 2_000, limitMs: 60_000, leaseSeconds: 90, look: lookForSeries };
const mostAtOnce = 5;

/** Takes series of drills on as they are due. Of several workers one has each; where that one dies, another takes it over when its lease ends. */
export class DrillSeriesService implements WorkerService {
  readonly name = "drill series";
  readonly #stopping = new AbortController();
  readonly #options: SeriesOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;

  constructor(
    private readonly worker: WorkerContext,
    options: Partial<SeriesOptions> = {},
  ) {
    this.#options = { ...defaults, ...options };
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => this.#runOnce(), this.#options.everyMs);
    this.#runOnce();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  #runOnce(): void {
    this.#running ??= this.#stepAll()
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.worker.log.warn({ err: error }, "series of drills not claimed");
      })
      .finally(() => {
        this.#running = null;
      });
  }

  async #stepAll(): Promise<void> {
    const { worker } = this;
    const { leaseSeconds } = this.#options;
    const claimed = await worker.db.transact(worker.actor, (unit) =>
      unit.drillSeries.claim({ owner: worker.owner, leaseSeconds, limit: mostAtOnce, now: worker.now() }),
    );
    await Promise.all(claimed.map((one) => this.#step(one)));
  }

  async #step(claimed: ClaimedDrillSeries): Promise<void> {
    const { look, limitMs } = this.#options;
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(limitMs)]);
    try {
      await stepSeries(this.worker, claimed, look, signal);
    } catch (error) {
      // Somebody stopped it, or another worker has it.
      if (error instanceof DatabaseError && error.code === "lease_lost") return;
      if (this.#stopping.signal.aborted) return;
      this.worker.log.warn({ seriesId: claimed.series.id, err: error }, "series of drills not taken on");
    }
  }
}
