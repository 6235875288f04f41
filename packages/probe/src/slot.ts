import type { Socket } from "node:net";
import type { Connection } from "mysql2/promise";
import { connectMysql } from "./connect-mysql";
import { connectTcp } from "./connect-tcp";
import type { WriterConfig } from "./writer-config";

/** A place for one connection to one address, opened anew after each failure. */
export interface Slot {
  readonly address: string;
  /** Destroyed when an attempt is given up, so that what was still opening on it ends too. */
  socket: Socket | null;
  connection: Connection | null;
  serverUuid: string | null;
}

/** A place without a connection. */
export function createSlot(address: string): Slot {
  return { address, socket: null, connection: null, serverUuid: null };
}

/**
 * The slot's connection, opened where it has none. Where the writer wants it, the server then
 * tells with each commit under which GTID it happened (`session_track_gtids`). Throws what the connection failed with.
 */
export async function openSlot(config: WriterConfig, slot: Slot): Promise<Connection> {
  if (slot.connection !== null) return slot.connection;
  // TCP alone has the short limit: a first packet that nobody answers is given up soon, a server that is slow to greet is not, or a
  // hundred new connections a second would keep it too slow for ever.
  const place = { address: slot.address, port: config.port };
  const socket = await connectTcp(place, config.connectTimeoutMs);
  slot.socket = socket;
  try {
    const connection = await connectMysql({
      stream: socket,
      user: config.user,
      password: config.password,
      connectTimeout: config.attemptTimeoutMs,
      ...(config.tls ? { ssl: { rejectUnauthorized: false } } : {}),
    });
    // A connection that breaks between attempts says so here; the next attempt then fails and opens another.
    connection.on("error", () => undefined);
    if (config.tracksGtids === true) await connection.query("SET SESSION session_track_gtids = OWN_GTID");
    const [rows] = await connection.query("SELECT @@server_uuid AS uuid");
    slot.serverUuid = firstUuid(rows);
    slot.connection = connection;
    return connection;
  } catch (cause) {
    socket.destroy();
    throw cause;
  }
}

/** Ends the slot's connection, also one that is still being opened. The next use opens another. */
export function closeSlot(slot: Slot): void {
  slot.connection?.destroy();
  slot.socket?.destroy();
  slot.connection = null;
  slot.socket = null;
  slot.serverUuid = null;
}

function firstUuid(rows: unknown): string | null {
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  return typeof row === "object" && row !== null && "uuid" in row ? String(row.uuid) : null;
}
