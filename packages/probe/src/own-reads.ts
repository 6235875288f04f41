import { setTimeout as sleep } from "node:timers/promises";
import type { OwnRead } from "@primacy/core/drill";
import { z } from "zod";
import { describeCause, withinAttempt } from "./attempt-limit";
import { monotonicMs } from "./monotonic";
import { closeSlot, createSlot, openSlot } from "./slot";
import type { WriterConfig } from "./writer-config";

/** What a writer has been promised so far. */
export interface Promised {
  ackedRows: number;
  ackedSeq: number;
}

const Seen = z.array(z.object({ run: z.string(), seen: z.number(), last: z.number() }));

/**
 * Reads the writer's own rows back over the first address, one read after the other, until `signal` fires: what each saw beside
 * what the writer had been promised when it began, or why it was not answered. Never throws.
 */
export async function readBack(
  config: WriterConfig,
  promised: Readonly<Promised>,
  tell: (read: OwnRead) => void,
  signal: AbortSignal,
): Promise<void> {
  const [address] = config.addresses;
  if (config.reads === undefined || address === undefined) return;
  const { everyMs, connects, otherRun } = config.reads;
  const slot = createSlot(address);
  while (!signal.aborted) {
    const startedMonotonicMs = monotonicMs();
    const { ackedRows, ackedSeq } = promised;
    const report = (error: string | null, seen = { rows: 0, seq: -1, otherSeq: -1 }): void => {
      const times = { startedMonotonicMs, endedMonotonicMs: monotonicMs() };
      tell({ ...times, error, serverUuid: slot.serverUuid, ackedRows, ackedSeq, ...seen });
    };
    try {
      report(null, await withinAttempt(config, look()));
      if (connects === "each") closeSlot(slot);
    } catch (cause) {
      report(describeCause(cause));
      closeSlot(slot);
    }
    const restMs = Math.max(1, startedMonotonicMs + everyMs - monotonicMs());
    await sleep(restMs, undefined, { signal }).catch(() => undefined);
  }
  closeSlot(slot);

  async function look(): Promise<{ rows: number; seq: number; otherSeq: number }> {
    const connection = await openSlot(config, slot);
    const sql = `SELECT run, COUNT(*) AS seen, MAX(seq) AS last FROM ${config.table} WHERE run IN (?, ?) GROUP BY run`;
    const [rows] = await connection.query(sql, [config.run, otherRun]);
    const seen = Seen.parse(rows);
    const own = seen.find(({ run }) => run === config.run);
    const other = seen.find(({ run }) => run === otherRun);
    return { rows: own?.seen ?? 0, seq: own?.last ?? -1, otherSeq: other?.last ?? -1 };
  }
}
