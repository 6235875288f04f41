import { setTimeout as delay } from "node:timers/promises";
import { DatabaseError, type OperationLease } from "@primacy/db";
import type { WorkerContext } from "../context";
import { CancelRequested, LeaseLapsed, LeaseLost, WorkerStopping } from "./abort-reasons";

/** The times of a lease. `lapse` comes before `lease` ends by the database's clock, so that two workers never act at once. */
export interface LeaseTimes {
  readonly leaseSeconds: number;
  readonly renewMs: number;
  readonly lapseMs: number;
}

const tickMs = 250;

/** Another worker has an operation 10 s after its worker died. */
export const defaultLeaseTimes: LeaseTimes = { leaseSeconds: 10, renewMs: 2_000, lapseMs: 8_000 };

/**
 * Keeps the right to carry out one operation. Everything that acts on a host does so under `signal`, which aborts
 * before another worker can take over: when the lease could not be renewed in time (then `regain`), when it is lost,
 * and when the worker stops.
 */
export class LeaseKeeper {
  #held = new AbortController();
  readonly #cancel = new AbortController();
  readonly #stopped = new AbortController();
  #renewedMs = performance.now();
  #triedMs = Number.NEGATIVE_INFINITY;
  #isRenewing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly worker: WorkerContext,
    readonly lease: OperationLease,
    private readonly times: LeaseTimes,
    private readonly stopping: AbortSignal,
  ) {
    if (stopping.aborted) this.#held.abort(new WorkerStopping());
    stopping.addEventListener("abort", this.#onStopping, { once: true });
  }

  /** Aborts when nothing more may be done; another one after `regain`. */
  get signal(): AbortSignal {
    return this.#held.signal;
  }

  /** Aborts when somebody asked to cancel. */
  get cancelSignal(): AbortSignal {
    return this.#cancel.signal;
  }

  /** Begins to renew. `isCancelRequested` is what the claim said. */
  start(isCancelRequested: boolean): void {
    if (isCancelRequested) this.#cancel.abort(new CancelRequested());
    this.#renewedMs = performance.now();
    this.#triedMs = this.#renewedMs;
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  /** Ends renewing; the lease itself stays as it is. */
  end(): void {
    clearInterval(this.#timer);
    this.#stopped.abort();
    this.stopping.removeEventListener("abort", this.#onStopping);
  }

  /** Renews with the next tick, which is at most a quarter of a second away; told often, it still renews once a tick. */
  renewSoon(): void {
    this.#triedMs = Number.NEGATIVE_INFINITY;
  }

  /** Renews at once and learns whether to cancel; never throws. */
  async renewNow(): Promise<void> {
    if (this.#isRenewing || this.#stopped.signal.aborted) return;
    this.#isRenewing = true;
    this.#triedMs = performance.now();
    try {
      await this.#renew();
    } catch (error) {
      this.#judge(error);
    } finally {
      this.#isRenewing = false;
    }
  }

  /** After a lapse: true when the lease is held again, false when it is lost or the worker stops. Waits as long as it takes. */
  async regain(): Promise<boolean> {
    while (this.signal.reason instanceof LeaseLapsed && !this.stopping.aborted) {
      try {
        await this.#renew();
        this.#held = new AbortController();
        return true;
      } catch (error) {
        if (isLost(error)) return false;
        await delay(500, undefined, { signal: this.stopping }).catch(() => undefined);
      }
    }
    return false;
  }

  readonly #onStopping = (): void => this.#held.abort(new WorkerStopping());

  async #renew(): Promise<void> {
    // Dated at its start: the database may have counted from then.
    const startedMs = performance.now();
    const { isCancelRequested } = await this.worker.db.transact(this.worker.actor, (unit) =>
      unit.work.renew(this.lease, this.times.leaseSeconds),
    );
    this.#renewedMs = startedMs;
    if (isCancelRequested) this.#cancel.abort(new CancelRequested());
  }

  #judge(error: unknown): void {
    if (isLost(error)) this.#held.abort(new LeaseLost());
    else this.worker.log.warn({ operationId: this.lease.operationId, err: error }, "lease not renewed");
  }

  /** On time even while a renewal hangs. */
  #tick(): void {
    const nowMs = performance.now();
    if (nowMs - this.#renewedMs > this.times.lapseMs) this.#held.abort(new LeaseLapsed());
    else if (nowMs - this.#triedMs >= this.times.renewMs) void this.renewNow();
  }
}

function isLost(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "lease_lost";
}
