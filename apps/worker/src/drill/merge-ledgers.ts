import type { DrillLedger } from "@primacy/core/drill";

/** What servers were found to have, and since when the oldest of it was asked for: instants of one monotonic clock, in milliseconds. */
export interface LedgerReading {
  readonly ledgers: readonly DrillLedger[];
  readonly fromMs: number;
}

/**
 * Two readings as one, server by server: a server that fell silent keeps the rows that it told before, and which is the primary is what the
 * later reading says.
 */
export function mergeLedgers(first: LedgerReading | null, later: LedgerReading): LedgerReading {
  if (first === null) return later;
  const ledgers = later.ledgers.map((one) => {
    const before = first.ledgers.find(({ server }) => server === one.server);
    return one.rows === null && before !== undefined ? { ...one, rows: before.rows } : one;
  });
  const isKept = ledgers.some(({ rows }, at) => rows !== null && later.ledgers[at]?.rows === null);
  return { ledgers, fromMs: isKept ? first.fromMs : later.fromMs };
}
