import { setTimeout as sleep } from "node:timers/promises";
import { monotonicMs } from "../process/monotonic";
import { closeSlot, createSlot, openSlot, withinAttempt } from "./slot";
import type { OwnRead, WriterConfig } from "./write-attempt";

/** What a writer has been promised so far. */
export interface Promised {
  ackedRows: number;
  ackedSeq: number;
}

/**
 * Reads the writer's own rows back, one read after the other, until `signal` fires: what each saw beside what the writer had been promised
 * when it began. Reads without an answer tell nothing and are not told of. Never throws.
 */
export async function readBack(
  config: WriterConfig,
  promised: Readonly<Promised>,
  tell: (read: OwnRead) => void,
  signal: AbortSignal,
): Promise<void> {
  const [address] = config.addresses;
  if (config.reads === undefined || address === undefined) return;
  const { everyMs, connects } = config.reads;
  const slot = createSlot(address);
  while (!signal.aborted) {
    const startedMs = monotonicMs();
    const { ackedRows, ackedSeq } = promised;
    try {
      const seen = await withinAttempt(config, look());
      const times = { startedMonotonicMs: startedMs, endedMonotonicMs: monotonicMs() };
      tell({ ...times, serverUuid: slot.serverUuid, ackedRows, ackedSeq, ...seen });
      if (connects === "each") closeSlot(slot);
    } catch {
      closeSlot(slot);
    }
    const restMs = Math.max(1, startedMs + everyMs - monotonicMs());
    await sleep(restMs, undefined, { signal }).catch(() => undefined);
  }
  closeSlot(slot);

  async function look(): Promise<{ rows: number; seq: number }> {
    const connection = await openSlot(config, slot);
    const sql = "SELECT COUNT(*) AS seen, COALESCE(MAX(seq), -1) AS last FROM lab.writes WHERE run = ?";
    const [rows] = await connection.query(sql, [config.run]);
    const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
    if (typeof row === "object" && row !== null && "seen" in row && "last" in row)
      return { rows: Number(row.seen), seq: Number(row.last) };
    throw new Error("NO_ROW");
  }
}
