import type { Readers } from "@primacy/db";
import type { WebContext } from "./context";

/** A worker counts as running when it announced itself within this time. */
export const workerMaxAgeSeconds = 15;

/** What a load balancer or a person wants to know. */
export interface Health {
  readonly status: "ok" | "unavailable";
  readonly database: boolean;
  readonly worker: boolean;
  readonly notifications: boolean;
}

const checkTimeoutMs = 3_000;

/**
 * Whether this process can serve. Without a database it cannot; without a worker it can, and says so. Never throws,
 * and answers within 3 s.
 */
export async function checkHealth(context: WebContext): Promise<Health> {
  const workers = await withTimeout(context.database.workers.listAlive(workerMaxAgeSeconds));
  const notifications = context.changes.isConnected();
  if (workers === null) return { status: "unavailable", database: false, worker: false, notifications };
  return { status: "ok", database: true, worker: workers.length > 0, notifications };
}

/** True when a worker is there to carry operations out; within a transaction too. Throws `DatabaseError`. */
export async function hasWorker({ workers }: Pick<Readers, "workers">): Promise<boolean> {
  return (await workers.listAlive(workerMaxAgeSeconds)).length > 0;
}

async function withTimeout<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), checkTimeoutMs);
  });
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
