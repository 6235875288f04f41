import type { Notification } from "@primacy/db";
import type { Logger } from "pino";
import type { NotificationSource, WorkerService } from "../context";

type Handler = Parameters<NotificationSource["subscribe"]>[0];

/** Listens once for the whole worker and tells every subscriber; connects again by itself after a restart of PostgreSQL. */
export class NotificationHub implements NotificationSource, WorkerService {
  readonly name = "notifications";
  readonly #handlers = new Set<Handler>();
  readonly #stopping = new AbortController();
  #listening: Promise<void> = Promise.resolve();

  constructor(
    private readonly listen: (
      handler: {
        onNotification(notification: Notification): void;
        onGap(): void;
        onLost(error: unknown): void;
      },
      signal: AbortSignal,
    ) => Promise<void>,
    private readonly log: Logger,
  ) {}

  subscribe(handler: Handler): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  async start(): Promise<void> {
    this.#listening = this.listen(
      {
        onNotification: (notification) => {
          for (const handler of this.#handlers) handler.onNotification(notification);
        },
        onGap: () => {
          for (const handler of this.#handlers) handler.onGap();
        },
        onLost: (error) => this.log.warn({ err: error }, "notifications lost, listening again"),
      },
      this.#stopping.signal,
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#listening.catch(() => undefined);
  }
}
