import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { ConnectionSettings } from "../connection/connection-settings";
import { type Notification, parseNotification, toChannel } from "./notification";

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
/** How often the connection is asked whether it lives, and how long it may take to say so. */
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 5_000;

/** What a listener does. Neither may throw; both return at once and work on their own. */
export interface NotificationHandler {
  onNotification(notification: Notification): void;
  /**
   * Called whenever listening begins, the first time and after each lost connection: whatever happened
   * before is not notified, so read what you need now.
   */
  onGap(): void;
  /** Called with the reason when the connection is lost or cannot be made; trying goes on. */
  onLost?(error: unknown): void;
}

/**
 * Listens on a connection of its own until `signal` aborts, and connects again as long as it takes when
 * PostgreSQL restarts. Resolves when it has stopped; never rejects.
 */
export async function listen(
  settings: ConnectionSettings,
  handler: NotificationHandler,
  signal: AbortSignal,
): Promise<void> {
  let backoffMs = FIRST_BACKOFF_MS;
  while (!signal.aborted) {
    try {
      await listenOnce(settings, signal, {
        onNotification: (notification) => handler.onNotification(notification),
        onGap: () => {
          backoffMs = FIRST_BACKOFF_MS;
          handler.onGap();
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      handler.onLost?.(error);
      await delay(backoffMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
      backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
    }
  }
}

/** Resolves when `signal` aborts, rejects when the connection is lost. */
async function listenOnce(
  settings: ConnectionSettings,
  signal: AbortSignal,
  handler: NotificationHandler,
): Promise<void> {
  const client = new pg.Client({ ...settings.client, query_timeout: HEARTBEAT_TIMEOUT_MS });
  let heartbeat: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    client.on("error", reject);
    client.on("end", () => reject(new Error("the connection ended")));
    onAbort = () => resolve();
    signal.addEventListener("abort", onAbort, { once: true });
    heartbeat = setInterval(() => client.query("SELECT 1").catch(reject), HEARTBEAT_MS);
  });
  // A loss during the first statements is reported by them; this promise is waited for afterwards.
  ended.catch(() => undefined);
  try {
    await client.connect();
    client.on("notification", ({ payload }) => {
      const notification = parseNotification(payload ?? "");
      if (notification) handler.onNotification(notification);
    });
    await client.query(`LISTEN ${client.escapeIdentifier(toChannel(settings.schema))}`);
    handler.onGap();
    await ended;
  } finally {
    clearInterval(heartbeat);
    if (onAbort) signal.removeEventListener("abort", onAbort);
    await client.end().catch(() => undefined);
  }
}
