import type { DrillEndpointOutcome } from "@primacy/contract";
import type { WriteAttempt } from "../attempt";
import { checkLedger, findPromise, type LedgerRow } from "../ledger";
import type { DrillRecord } from "./drill-record";
import { zeroOf } from "./drill-zero";

type Found = Pick<DrillEndpointOutcome, "lost" | "phantom" | "unknownThere" | "unknownAbsent">;

const mostNamed = 20;
/** An attempt ends within its own time limits: what was sent before is known by then. */
const knownAfterMs = 10_000;

/**
 * What became of the writes of one way's client, by the rows that the servers had when they were asked. Judged are the attempts that had
 * ended by then; servers that could not be asked say nothing.
 *
 * - `lost`: acknowledged, and missing on the primary. Null where no primary was asked: what the others lack they may only not have applied yet,
 *   and the primary need not have what they have.
 * - `phantom`: on a server, although every attempt was refused or never sent, or no attempt has that number.
 * - `unknownThere`, `unknownAbsent`: nobody said what became of it, and a server has it, or none of them.
 */
export function judgeRows(record: DrillRecord, at: number, attempts: readonly WriteAttempt[]): Found {
  const run = "";
  const asked = record.ledgers.flatMap(({ rows, isPrimary }) =>
    rows === null ? [] : [{ isPrimary, rows: (rows[at] ?? []).map(({ seq }): LedgerRow => ({ run, seq })) }],
  );
  if (asked.length === 0) return { lost: null, phantom: null, unknownThere: null, unknownAbsent: null };
  const { fromMs, toMs } = findReading(
    record,
    asked.flatMap(({ rows }) => rows.map(({ seq }) => seq)),
    attempts,
  );
  const ended = attempts.filter((one) => one.endedMonotonicMs <= fromMs);
  const primary = asked.find(({ isPrimary }) => isPrimary)?.rows;
  const anywhere = asked.flatMap(({ rows }) => rows);
  const promise = findPromise({ run, attempts });
  const before = findPromise({ run, attempts: ended });
  const there = new Set(anywhere.map(({ seq }) => seq));
  const untold = new Set(attempts.map(({ seq }) => seq));
  const isKnown = record.probe.isComplete === true || newestOf(attempts) > toMs + knownAfterMs;
  const phantom = checkLedger(
    [promise],
    asked.map(({ rows }) => rows),
  ).phantom;
  const unknown = [...before.unknown].filter((seq) => promise.unknown.has(seq));
  return {
    lost: primary === undefined ? null : rowsOf(checkLedger([before], [primary]).lost.map(seqOf)),
    phantom: rowsOf(phantom.map(seqOf).filter((seq) => isKnown || untold.has(seq))),
    unknownThere: rowsOf([...promise.unknown].filter((seq) => there.has(seq))),
    unknownAbsent: rowsOf(unknown.filter((seq) => !there.has(seq))),
  };
}

/** When the servers were asked. Where the record does not say, what has a later number than all that is there was written after it. */
function findReading(
  record: DrillRecord,
  seqs: readonly number[],
  attempts: readonly WriteAttempt[],
): { readonly fromMs: number; readonly toMs: number } {
  const { ledgersRead, healBegunMs } = record;
  const zeroMs = zeroOf(record);
  if (ledgersRead !== undefined) {
    const errorMs = record.probe.errorMs;
    return { fromMs: ledgersRead.fromMs - zeroMs - errorMs, toMs: ledgersRead.toMs - zeroMs + errorMs };
  }
  const last = seqs.reduce((most, seq) => Math.max(most, seq), -1);
  const toMs = healBegunMs === null ? newestOf(attempts) : healBegunMs - zeroMs;
  const lastMs = attempts.find(({ seq }) => seq === last)?.startedMonotonicMs ?? toMs;
  return { fromMs: Math.min(lastMs, toMs), toMs };
}

function newestOf(attempts: readonly WriteAttempt[]): number {
  return attempts.reduce((last, one) => Math.max(last, one.endedMonotonicMs), Number.NEGATIVE_INFINITY);
}

/** The name of a row in a verdict is `run/seq`. */
function seqOf(row: string): number {
  return Number(row.slice(row.lastIndexOf("/") + 1));
}

function rowsOf(seqs: readonly number[]): { count: number; first: number[] } {
  const sorted = [...new Set(seqs)].sort((a, b) => a - b);
  return { count: sorted.length, first: sorted.slice(0, mostNamed) };
}
