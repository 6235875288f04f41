import { once } from "node:events";
import type { WriteAttempt } from "@primacy/core/drill";
import { z } from "zod";
import { describeCause, isRefusal, withinAttempt } from "./attempt-limit";
import { monotonicMs } from "./monotonic";
import { startOpenLoop } from "./open-loop";
import { type Promised, readBack } from "./own-reads";
import { closeSlot, createSlot, openSlot, type Slot } from "./slot";
import type { WriterConfig, WriterLine } from "./writer-config";

const WARM_SLOTS = 4;

/** What mysql2 makes of a server's answer that tells of the session; its types do not know of it. */
const StateChanges = z.object({ stateChanges: z.object({ gtids: z.array(z.string()) }) });

/** A server with its connections. */
interface Server {
  readonly address: string;
  readonly idle: Slot[];
}

/** Takes what became of an attempt or a read when it has ended. */
type Tell = (line: WriterLine) => void;

/**
 * Writes rows until `signal` fires, lets the attempts that are under way end, and tells of each. Open loop: an attempt is due
 * every interval whatever became of those before it, on the idle slot that was used last, each slot with a connection of its
 * own. Never throws what an attempt failed with.
 */
export async function runWriter(config: WriterConfig, tell: Tell, signal: AbortSignal): Promise<void> {
  const servers = config.addresses.map(
    (address): Server => ({
      address,
      idle: Array.from({ length: config.slots }, () => createSlot(address)),
    }),
  );
  const running = new Set<Promise<void>>();
  const promised: Promised = { ackedRows: 0, ackedSeq: -1 };
  const ending = new AbortController();
  for (const { idle } of servers) await warmUp(config, idle);
  // Where the last write was acknowledged; while that is not known, each attempt goes to every server.
  let known: Server | null = null;

  const attempt = async (server: Server, slot: Slot, seq: number, dueMs: number): Promise<void> => {
    const isAcked = await write(config, slot, seq, dueMs, tell);
    server.idle.push(slot);
    if (isAcked) {
      known = server;
      promised.ackedRows += 1;
      promised.ackedSeq = Math.max(promised.ackedSeq, seq);
    } else if (known === server) known = null;
  };

  const launch = (seq: number, dueMs: number): void => {
    for (const server of known === null ? servers : [known]) {
      const slot = server.idle.pop();
      if (slot === undefined) {
        const now = monotonicMs();
        const unsent = { isSent: false, error: "NO_FREE_SLOT", serverUuid: null, gtid: null };
        report(tell, { seq, dueMs, startedMs: now, ...unsent });
        continue;
      }
      const begun = attempt(server, slot, seq, dueMs).finally(() => running.delete(begun));
      running.add(begun);
    }
  };

  const stopLoop = startOpenLoop({ startedMs: monotonicMs(), everyMs: config.intervalMs }, launch);
  const reading = readBack(config, promised, (read) => tell({ read }), ending.signal);

  // It may have fired while the first connections were opened.
  if (!signal.aborted) await once(signal, "abort");
  stopLoop();
  ending.abort();
  await Promise.all([...running, reading]);
  for (const slot of servers.flatMap(({ idle }) => idle)) closeSlot(slot);
}

/**
 * Some connections before the clock starts, or the first attempts would all open theirs at once. Each has the time of one
 * attempt: an address that goes away meanwhile must not keep the clock from starting.
 */
async function warmUp(config: WriterConfig, slots: readonly Slot[]): Promise<void> {
  for (const slot of slots.slice(-WARM_SLOTS))
    await withinAttempt(config, openSlot(config, slot)).catch(() => closeSlot(slot));
}

/** One attempt, reported when it has ended; true when it was acknowledged. */
async function write(
  config: WriterConfig,
  slot: Slot,
  seq: number,
  dueMs: number,
  tell: Tell,
): Promise<boolean> {
  const startedMs = monotonicMs();
  let isSent = false;
  const onSend = (): void => {
    isSent = true;
  };
  try {
    const gtid = await withinAttempt(config, insert(config, slot, seq, onSend));
    report(tell, { seq, dueMs, startedMs, isSent, error: null, serverUuid: slot.serverUuid, gtid });
    return true;
  } catch (cause) {
    const error = describeCause(cause);
    report(tell, { seq, dueMs, startedMs, isSent, error, serverUuid: slot.serverUuid, gtid: null });
    if (config.addresses.length > 1 && isRefusal(cause)) return false;
    // Whatever else happened, the next attempt of this slot begins with a connection of its own.
    closeSlot(slot);
    return false;
  }
}

/** Returns the GTID under which the server committed the row, where it names one. */
async function insert(
  config: WriterConfig,
  slot: Slot,
  seq: number,
  onSend: () => void,
): Promise<string | null> {
  const connection = await openSlot(config, slot);
  const sql = `INSERT INTO ${config.table} (run, seq, server_uuid) VALUES (?, ?, @@server_uuid)`;
  onSend();
  const [result] = await connection.query(sql, [config.run, seq]);
  return readGtid(result);
}

function readGtid(result: unknown): string | null {
  const told = StateChanges.safeParse(result);
  return told.success ? (told.data.stateChanges.gtids[0] ?? null) : null;
}

interface Ended {
  readonly seq: number;
  readonly dueMs: number;
  readonly startedMs: number;
  readonly isSent: boolean;
  readonly error: string | null;
  readonly serverUuid: string | null;
  readonly gtid: string | null;
}

function report(tell: Tell, { dueMs, startedMs, error, ...one }: Ended): void {
  const write: WriteAttempt = {
    seq: one.seq,
    dueMonotonicMs: dueMs,
    startedMonotonicMs: startedMs,
    endedMonotonicMs: monotonicMs(),
    acked: error === null,
    isSent: one.isSent,
    error,
    serverUuid: one.serverUuid,
    gtid: one.gtid,
  };
  tell({ write });
}
