import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { type Connection, createConnection } from "mysql2/promise";
import { monotonicMs } from "../process/monotonic";
import { type WriteAttempt, WriterConfig } from "./write-attempt";

/*
 * The writing client, run by the machine's Node in a host's network namespace. Open loop: an attempt is due every
 * interval whatever became of those before it, on the idle slot that was used last, each slot with a connection of
 * its own. Reads its configuration as the first line of standard input, ends when that closes.
 */

const WARM_SLOTS = 4;

/** A server with its connections. */
interface Server {
  readonly address: string;
  readonly idle: Slot[];
}

interface Slot {
  readonly address: string;
  /** Destroyed when an attempt is given up, so that what was still opening on it ends too. */
  socket: Socket | null;
  connection: Connection | null;
  serverUuid: string | null;
}

async function main(config: WriterConfig): Promise<void> {
  const servers = config.addresses.map(
    (address): Server => ({
      address,
      idle: Array.from({ length: config.slots }, () => createSlot(address)),
    }),
  );
  const running = new Set<Promise<void>>();
  let isEnding = false;
  for (const { idle } of servers) await warmUp(config, idle);
  const startedMs = monotonicMs();
  // Where the last write was acknowledged; while that is not known, each attempt goes to every server.
  let known: Server | null = null;

  const attempt = async (server: Server, slot: Slot, seq: number, dueMs: number): Promise<void> => {
    const isAcked = await write(config, slot, seq, dueMs);
    server.idle.push(slot);
    if (isAcked) known = server;
    else if (known === server) known = null;
  };

  const launch = (seq: number, dueMs: number): void => {
    for (const server of known === null ? servers : [known]) {
      const slot = server.idle.pop();
      if (slot === undefined) {
        const now = monotonicMs();
        report({ seq, dueMs, startedMs: now, isSent: false, error: "NO_FREE_SLOT", serverUuid: null });
        continue;
      }
      const begun = attempt(server, slot, seq, dueMs).finally(() => running.delete(begun));
      running.add(begun);
    }
  };

  let seq = 0;
  const tick = (): void => {
    if (isEnding) return;
    const nowMs = monotonicMs();
    for (let dueMs = startedMs + seq * config.intervalMs; dueMs <= nowMs; dueMs += config.intervalMs) {
      launch(seq, dueMs);
      seq += 1;
    }
    setTimeout(tick, Math.max(0, startedMs + seq * config.intervalMs - monotonicMs()));
  };
  tick();

  // It may have closed while the first connections were opened.
  if (!process.stdin.closed) await new Promise<void>((resolve) => process.stdin.once("close", resolve));
  isEnding = true;
  await Promise.all(running);
  for (const slot of servers.flatMap(({ idle }) => idle)) slot.connection?.destroy();
}

function createSlot(address: string): Slot {
  return { address, socket: null, connection: null, serverUuid: null };
}

/** Some connections before the clock starts, or the first attempts would all open theirs at once. */
async function warmUp(config: WriterConfig, slots: readonly Slot[]): Promise<void> {
  for (const slot of slots.slice(-WARM_SLOTS)) await open(config, slot).catch(() => undefined);
}

/** One attempt, reported when it has ended; true when it was acknowledged. */
async function write(config: WriterConfig, slot: Slot, seq: number, dueMs: number): Promise<boolean> {
  const startedMs = monotonicMs();
  let isSent = false;
  const onSend = (): void => {
    isSent = true;
  };
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("ATTEMPT_TIMEOUT")), config.attemptTimeoutMs);
  });
  try {
    await Promise.race([insert(config, slot, seq, onSend), limit]);
    report({ seq, dueMs, startedMs, isSent, error: null, serverUuid: slot.serverUuid });
    return true;
  } catch (cause) {
    report({ seq, dueMs, startedMs, isSent, error: describe(cause), serverUuid: slot.serverUuid });
    if (config.addresses.length > 1 && isRefusal(cause)) return false;
    // Whatever else happened, the next attempt of this slot begins with a connection of its own.
    slot.connection?.destroy();
    slot.socket?.destroy();
    slot.connection = null;
    slot.serverUuid = null;
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function insert(config: WriterConfig, slot: Slot, seq: number, onSend: () => void): Promise<void> {
  const connection = slot.connection ?? (await open(config, slot));
  const sql = "INSERT INTO lab.writes (run, seq, server_uuid) VALUES (?, ?, @@server_uuid)";
  onSend();
  await connection.query(sql, [config.run, seq]);
}

async function open(config: WriterConfig, slot: Slot): Promise<Connection> {
  const socket = await reach(config, slot.address);
  slot.socket = socket;
  try {
    const connection = await createConnection({
      stream: socket,
      user: config.user,
      password: config.password,
      connectTimeout: config.attemptTimeoutMs,
      ...(config.tls ? { ssl: { rejectUnauthorized: false } } : {}),
    });
    // A connection that breaks between attempts says so here; the next attempt then fails and opens another.
    connection.on("error", () => undefined);
    const [rows] = await connection.query("SELECT @@server_uuid AS uuid");
    slot.serverUuid = firstUuid(rows);
    slot.connection = connection;
    return connection;
  } catch (cause) {
    socket.destroy();
    throw cause;
  }
}

/**
 * TCP alone has the short limit: a first packet that nobody answers is given up soon, a server that is slow to greet
 * is not, or a hundred new connections a second would keep it too slow for ever.
 */
async function reach(config: WriterConfig, address: string): Promise<Socket> {
  const socket = connect({ host: address, port: config.port, noDelay: true });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(config.connectTimeoutMs) });
    return socket;
  } catch (cause) {
    socket.destroy();
    throw cause;
  }
}

function firstUuid(rows: unknown): string | null {
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  return typeof row === "object" && row !== null && "uuid" in row ? String(row.uuid) : null;
}

function report(one: {
  seq: number;
  dueMs: number;
  startedMs: number;
  isSent: boolean;
  error: string | null;
  serverUuid: string | null;
}): void {
  const attempt: WriteAttempt = {
    seq: one.seq,
    dueMonotonicMs: one.dueMs,
    startedMonotonicMs: one.startedMs,
    endedMonotonicMs: monotonicMs(),
    acked: one.error === null,
    isSent: one.isSent,
    error: one.error,
    serverUuid: one.serverUuid,
  };
  process.stdout.write(`${JSON.stringify(attempt)}\n`);
}

/** A server that answered with an error and kept the connection open. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && "sqlState" in cause && typeof cause.sqlState === "string";
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause ? String(cause.code) : cause.message;
  return code.slice(0, 120);
}

createInterface({ input: process.stdin }).once("line", (line) => {
  main(WriterConfig.parse(JSON.parse(line))).then(
    () => process.exit(0),
    (cause: unknown) => {
      process.stderr.write(`${String(cause)}\n`);
      process.exit(1);
    },
  );
});
