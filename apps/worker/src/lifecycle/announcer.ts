import type { WorkerContext, WorkerService } from "../context";

const intervalMs = 5_000;

/** Says every few seconds that this worker runs, so that the console can tell people when none does. */
export class Announcer implements WorkerService {
  readonly name = "announcer";
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly worker: WorkerContext) {}

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#announce(), intervalMs);
    await this.#announce();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const { db, actor, owner, log } = this.worker;
    await db
      .transact(actor, (unit) => unit.workers.withdraw(owner))
      .catch((error: unknown) => log.warn({ err: error }, "worker not withdrawn"));
  }

  async #announce(): Promise<void> {
    const { db, actor, owner, version, log } = this.worker;
    await db
      .transact(actor, (unit) => unit.workers.announce(owner, version))
      .catch((error: unknown) => log.warn({ err: error }, "worker not announced"));
  }
}
