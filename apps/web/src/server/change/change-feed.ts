import type { Database, Notification } from "@primacy/db";
import type { Logger } from "../log";

/** What a subscriber hears. Both return at once. */
export interface ChangeListener {
  onChange(change: Notification): void;
  /** Changes may have been missed: read what you need now. */
  onGap(): void;
}

/** The changes of the whole console, from one connection of this process, to any number of subscribers. */
export interface ChangeFeed {
  /** Hears every change until the returned function is called. */
  subscribe(listener: ChangeListener): () => void;
  /** How many subscribe now. */
  count(): number;
  /** True while the connection stands. */
  isConnected(): boolean;
  /** Aborted when the feed ends; streams end with it. */
  readonly ended: AbortSignal;
  /** Ends the feed and its connection. Concurrent calls share one end. */
  close(): Promise<void>;
}

/** Begins to listen; the connection is made, and made again after each loss, in the background. */
export function createChangeFeed(database: Database, log: Logger): ChangeFeed {
  const listeners = new Set<ChangeListener>();
  const ending = new AbortController();
  let isConnected = false;
  const running = database.listen(
    {
      onNotification: (change) => {
        for (const listener of listeners) listener.onChange(change);
      },
      onGap: () => {
        isConnected = true;
        for (const listener of listeners) listener.onGap();
      },
      onLost: (err) => {
        if (isConnected) log.warn({ err }, "the notification connection was lost; connecting again");
        isConnected = false;
      },
    },
    ending.signal,
  );
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    count: () => listeners.size,
    isConnected: () => isConnected,
    ended: ending.signal,
    close: () => {
      ending.abort();
      return running;
    },
  };
}
