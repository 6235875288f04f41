import { message, OperationKind } from "@primacy/contract";
import type { ClaimedOperation, Notification } from "@primacy/db";
import type { WorkerContext, WorkerService } from "../context";
import { isDeadOwner } from "../owner";
import { WorkerStopping } from "./abort-reasons";
import type { OperationDefinitions } from "./definition";
import { defaultLeaseTimes, LeaseKeeper, type LeaseTimes } from "./lease-keeper";
import { createOperationMetrics, type OperationMetrics } from "./metrics";
import { toOperationProblem } from "./operation-problem";
import { createOperationStore, type OperationStore } from "./operation-store";
import { runOperation } from "./run-operation";

/** A stop waits no longer for a database that is away. */
const giveBackMs = 10_000;

/** How the engine works; the defaults are for production. */
export interface EngineOptions {
  readonly times?: LeaseTimes;
  /** How many operations one worker carries out at once. */
  readonly maxRunning?: number;
  /** How often it looks for operations that nobody told it of, such as those of a dead worker. */
  readonly pollMs?: number;
}

/**
 * Claims operations and carries them out. Any number of workers may do so at the same time: a lease with a fence
 * decides who has which. A stop interrupts the steps in progress and gives the operations back; whoever claims them
 * goes on from the records.
 */
export class OperationEngine implements WorkerService {
  readonly name = "operations";
  readonly #running = new Map<string, { keeper: LeaseKeeper; ended: Promise<void> }>();
  readonly #stopping = new AbortController();
  readonly #store: OperationStore;
  readonly #kinds: readonly OperationKind[];
  readonly #metrics: OperationMetrics;
  readonly #times: LeaseTimes;
  readonly #maxRunning: number;
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | null = null;
  #isClaimWanted = false;
  #stopped: Promise<void> | undefined;

  constructor(
    private readonly worker: WorkerContext,
    private readonly definitions: Readonly<Partial<OperationDefinitions>>,
    private readonly options: EngineOptions = {},
  ) {
    this.#store = createOperationStore(worker);
    this.#kinds = OperationKind.options.filter((kind) => definitions[kind] !== undefined);
    this.#metrics = createOperationMetrics(worker.metrics);
    this.#times = options.times ?? defaultLeaseTimes;
    this.#maxRunning = options.maxRunning ?? 8;
  }

  async start(): Promise<void> {
    await this.#releaseDead().catch((error: unknown) =>
      this.worker.log.warn({ err: error }, "operations of dead workers not given back"),
    );
    this.#timer = setInterval(() => this.claimSoon(), this.options.pollMs ?? 1_000);
    this.claimSoon();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  /** Tells the engine what changed, so that it need not wait for its next look. */
  onNotification(notification: Notification): void {
    if (notification.kind !== "operation") return;
    const running = this.#running.get(notification.operationId);
    // What the engine itself writes is notified too; only a request to cancel matters here.
    if (running === undefined) this.claimSoon();
    else running.keeper.renewSoon();
  }

  /** Changes may have been missed. */
  onGap(): void {
    this.claimSoon();
  }

  /** Looks for operations now, or right after the look that is going on. */
  claimSoon(): void {
    this.#isClaimWanted = true;
    this.#claiming ??= this.#claimWhileWanted().finally(() => {
      this.#claiming = null;
    });
  }

  /** What an earlier life of this worker held when it was killed need not wait for the end of its lease. */
  async #releaseDead(): Promise<void> {
    const { db, actor, log } = this.worker;
    const owners = await db.transact(actor, (unit) => unit.work.listOwners());
    for (const owner of owners.filter(isDeadOwner)) {
      const count = await db.transact(actor, (unit) => unit.work.releaseOwner(owner));
      log.info({ owner, count }, "operations of a dead worker given back");
    }
  }

  async #claimWhileWanted(): Promise<void> {
    while (this.#isClaimWanted && !this.#stopping.signal.aborted) {
      this.#isClaimWanted = false;
      const limit = this.#maxRunning - this.#running.size;
      if (limit <= 0) return;
      const { owner, actor } = this.worker;
      const { leaseSeconds } = this.#times;
      try {
        const claimed = await this.worker.db.transact(actor, (unit) =>
          unit.work.claim({ owner, leaseSeconds, limit, kinds: this.#kinds }),
        );
        for (const one of claimed) this.#carry(one);
      } catch (error) {
        this.worker.log.warn({ err: error }, "operations not claimed");
        return;
      }
    }
  }

  #carry(claimed: ClaimedOperation): void {
    const keeper = new LeaseKeeper(this.worker, claimed.lease, this.#times, this.#stopping.signal);
    keeper.start(claimed.operation.isCancelRequested);
    this.#metrics.running.inc();
    const ended = this.#runGuarded(claimed, keeper).finally(() => {
      keeper.end();
      this.#metrics.running.dec();
      this.#running.delete(claimed.operation.id);
      this.claimSoon();
    });
    this.#running.set(claimed.operation.id, { keeper, ended });
  }

  async #runGuarded(claimed: ClaimedOperation, keeper: LeaseKeeper): Promise<void> {
    const { worker } = this;
    const { id, kind } = claimed.operation;
    const facts = { operationId: id, kind };
    worker.log.info(facts, "operation begins");
    try {
      const definition = this.definitions[kind];
      if (definition === undefined) throw new Error("an operation of a kind that was not asked for");
      const run = { worker, store: this.#store, keeper, claimed, definition, metrics: this.#metrics };
      const outcome = await runOperation(run);
      if (outcome.kind === "ended") this.#metrics.ended.inc({ kind, state: outcome.state });
      else await this.#giveBack(keeper);
      worker.log.info({ ...facts, outcome }, "operation ends here");
    } catch (error) {
      worker.log.error({ ...facts, err: error }, "operation failed by a bug");
      await this.#abandon(claimed, keeper);
    }
  }

  /**
   * So that another worker, or the next start, has it at once and not only when the lease ends. Tried for a while: a
   * database that is busy at that moment would cost the operation all of that.
   */
  async #giveBack(keeper: LeaseKeeper): Promise<void> {
    await this.#store
      .write((work) => work.release(keeper.lease), AbortSignal.timeout(giveBackMs))
      .catch((error: unknown) => this.worker.log.warn({ err: error }, "operation not given back"));
  }

  /** A bug would come again with every take-over: the operation ends, and says that what it did was not taken back. */
  async #abandon(claimed: ClaimedOperation, keeper: LeaseKeeper): Promise<void> {
    const { id } = claimed.operation;
    const explanation = message("failure.internal", { operationId: id });
    const problem = toOperationProblem(id, { code: "internal_error", retryable: false, explanation });
    await this.#store
      .write((work) => work.finish(keeper.lease, { state: "failed", problem }), keeper.signal)
      .catch((error: unknown) =>
        this.worker.log.error({ operationId: id, err: error }, "operation not ended"),
      );
  }

  async #stopAll(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort(new WorkerStopping());
    await this.#claiming;
    await Promise.all([...this.#running.values()].map((one) => one.ended));
  }
}
