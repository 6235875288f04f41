/** How it is gone about; the defaults are for production. */
export interface LeftRowsOptions {
  readonly everyMs: number;
  /**
   * A write that nobody waits for any more may come in for so long: what was sent before its connection was closed is sent again at intervals that grow,
   * by Linux eight times (`tcp_orphan_retries`), which is over after 102 s.
   */
  readonly lateMs: number;
}

/** Deletes the rows of these probers, and returns which of them are there after it; null: nobody could be asked. */
export type RemoveRows = (
  proberIds: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlySet<string> | null>;

const defaults: LeftRowsOptions = { everyMs: 5_000, lateMs: 120_000 };

/**
 * Sees that a prober which was switched off leaves no row: a write that it gave up may come in after the row was deleted. So that is deleted again and again,
 * until none was found when none could come any more. What fails is told once, and tried again.
 */
export class LeftRows {
  readonly #stopping = new AbortController();
  readonly #options: LeftRowsOptions;
  /** From when on no late write of a prober comes, by the clock of this process. */
  readonly #quietAtMs = new Map<string, number>();
  #triedAtMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;
  #isTold = false;

  constructor(
    private readonly remove: RemoveRows,
    private readonly tell: (error: unknown) => void,
    options: Partial<LeftRowsOptions> = {},
  ) {
    this.#options = { ...defaults, ...options };
  }

  /** How many rows are not known to be gone. */
  get count(): number {
    return this.#quietAtMs.size;
  }

  /** These probers write no more. Their rows are deleted at the next tick. */
  leave(proberIds: readonly string[]): void {
    if (proberIds.length === 0) return;
    const quietAtMs = performance.now() + this.#options.lateMs;
    for (const id of proberIds) this.#quietAtMs.set(id, quietAtMs);
    this.#triedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** This prober is on: its row is its own. */
  keep(proberId: string): void {
    this.#quietAtMs.delete(proberId);
  }

  /** Deletes what is left where it is time to; returns at once. */
  tick(): void {
    const nowMs = performance.now();
    if (this.count === 0 || this.#running !== null || nowMs - this.#triedAtMs < this.#options.everyMs) return;
    this.#triedAtMs = nowMs;
    this.#running = this.#removeOnce(nowMs).finally(() => {
      this.#running = null;
    });
  }

  /** Ends it; what is left then is for the next watcher. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #removeOnce(nowMs: number): Promise<void> {
    const asked = new Map(this.#quietAtMs);
    try {
      const left = await this.remove([...asked.keys()], this.#stopping.signal);
      if (left === null) return;
      this.#isTold = false;
      for (const [id, quietAtMs] of asked) {
        const isGone = nowMs >= quietAtMs && !left.has(id);
        // One that was switched on and off again meanwhile has another time.
        if (isGone && this.#quietAtMs.get(id) === quietAtMs) this.#quietAtMs.delete(id);
      }
    } catch (error) {
      // Once is enough for what is tried again every few seconds.
      if (!this.#isTold && !this.#stopping.signal.aborted) this.tell(error);
      this.#isTold = true;
    }
  }
}
