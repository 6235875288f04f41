import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "../generated/client";
import type { ConnectionSettings } from "./connection-settings";

/** The limits of a process's connections. */
export interface PoolLimits {
  readonly maxConnections: number;
  /** A statement that takes longer is cancelled by the server. */
  readonly statementTimeoutMs: number;
}

/** Prisma over a pool that survives a restart of the server. */
export interface PooledClient {
  readonly prisma: PrismaClient;
  close(): Promise<void>;
}

const IDLE_TIMEOUT_MS = 30_000;

/** Connects when first used. A lost connection fails the statement on it and no more; the next one connects again. */
export function createPooledClient(settings: ConnectionSettings, limits: PoolLimits): PooledClient {
  const pool = new pg.Pool({
    ...settings.client,
    max: limits.maxConnections,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: limits.statementTimeoutMs,
    idle_in_transaction_session_timeout: limits.statementTimeoutMs,
    // The server may vanish without a word; the driver gives up a little after the server would have.
    query_timeout: limits.statementTimeoutMs + 5_000,
  });
  // An error event without a listener would end the process. The loss is reported by the statement that
  // runs on the connection, or by nobody when the connection was idle.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: settings.schema }) });
  return {
    prisma,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
