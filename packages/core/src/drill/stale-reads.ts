import { type Message, message } from "@primacy/contract";
import type { OwnRead } from "./attempt";
import type { RowAck } from "./gtid-order";
import { vipLimits } from "./vip-limits";

/** What the reads of one client were worth. */
export interface ReadsVerdict {
  readonly answered: number;
  /** Reads that broke read-your-writes or monotonic reads, or missed a write of another client for longer than the lease. */
  readonly stale: number;
  /** The longest for which a read missed what had been acknowledged to another client, at another address, ms. */
  readonly behindMs: number;
  /** One for the first of each kind. */
  readonly found: readonly Message[];
}

/**
 * Holds each read against what its client knew when it began: as many rows, and as high a number, as had been acknowledged
 * (read-your-writes), and as an earlier read had seen (monotonic reads). Against the writes of another client, which do not
 * need the address, a read may be behind for as long as a host that is no longer the primary may hold it. Counts and highest numbers are
 * compared, not rows: one that is missing in the midst hides behind one that was written without an answer, and is the ledger's to find.
 * `reads` are of one client and `others` acknowledged to another one, in any order; times in messages count from `fromMs`.
 */
export function judgeReads(
  reads: readonly OwnRead[],
  others: readonly RowAck[],
  fromMs: number,
): ReadsVerdict {
  const answered = reads.filter(({ error }) => error === null);
  const begun = answered.toSorted((a, b) => a.startedMonotonicMs - b.startedMonotonicMs);
  const seenBefore = followSeen(answered);
  const missedOf = listMissed(others);
  const found = new Map<string, Message>();
  let stale = 0;
  let behindMs = 0;
  for (const read of begun) {
    const startedMs = read.startedMonotonicMs;
    const before = seenBefore(startedMs);
    const missedMs = missedOf(read.otherSeq, startedMs);
    behindMs = Math.max(behindMs, missedMs);
    const broken = describeBroken(read, before, missedMs, fromMs);
    if (broken.length > 0) stale += 1;
    for (const one of broken) if (!found.has(one.code)) found.set(one.code, one);
  }
  const last = reads.findLast(({ error }) => error !== null)?.error;
  if (answered.length === 0) found.set("", message("drill.no_reads", { error: last ?? "-" }));
  return { answered: answered.length, stale, behindMs: Math.round(behindMs), found: [...found.values()] };
}

/** What a read missed: of its own client's, of what one before it had seen, of another client's. */
function describeBroken(read: OwnRead, before: Seen, missedMs: number, fromMs: number): Message[] {
  const { serverUuid, rows, seq, ackedRows, ackedSeq } = read;
  const saw = { atMs: Math.round(read.startedMonotonicMs - fromMs), server: serverUuid ?? "-", rows, seq };
  const behind = (code: "drill.stale_own" | "drill.stale_monotonic", expected: Seen): Message[] =>
    misses(read, expected)
      ? [message(code, { ...saw, expectedRows: expected.rows, expectedSeq: expected.seq })]
      : [];
  return [
    ...behind("drill.stale_own", { rows: ackedRows, seq: ackedSeq }),
    ...behind("drill.stale_monotonic", before),
    ...(missedMs > vipLimits.leaseEndMs
      ? [message("drill.stale_others", { ...saw, missedMs: Math.round(missedMs) })]
      : []),
  ];
}

/** Whether a read missed what had been acknowledged to its own client when it began; of one that was not answered nothing is said. */
export function missesAcked(read: OwnRead): boolean {
  return read.error === null && misses(read, { rows: read.ackedRows, seq: read.ackedSeq });
}

interface Seen {
  readonly rows: number;
  readonly seq: number;
}

function misses(read: Seen, expected: Seen): boolean {
  return read.rows < expected.rows || read.seq < expected.seq;
}

/** What the reads that had ended before an instant saw at most; instants must be asked for in their order. */
function followSeen(reads: readonly OwnRead[]): (atMs: number) => Seen {
  const ended = reads.toSorted((a, b) => a.endedMonotonicMs - b.endedMonotonicMs);
  let seen: Seen = { rows: 0, seq: -1 };
  let next = 0;
  return (atMs) => {
    for (let one = ended[next]; one !== undefined && one.endedMonotonicMs < atMs; one = ended[next]) {
      seen = { rows: Math.max(seen.rows, one.rows), seq: Math.max(seen.seq, one.seq) };
      next += 1;
    }
    return seen;
  };
}

/**
 * For how long, at an instant, a write with a number above `seq` had been acknowledged to another client; 0 where none was. Numbers below the
 * highest that a read saw say nothing: one that is missing there is the ledger's to find. Instants are of the clock of `others`.
 */
export function listMissed(
  others: readonly Pick<RowAck, "seq" | "endedMs">[],
): (seq: number, atMs: number) => number {
  // Of the acknowledgements in their order only those with a number above all before them can be the first above any: their numbers rise.
  const rising: { readonly seq: number; readonly endedMs: number }[] = [];
  for (const { seq, endedMs } of others.toSorted((a, b) => a.endedMs - b.endedMs))
    if (seq > (rising.at(-1)?.seq ?? Number.NEGATIVE_INFINITY)) rising.push({ seq, endedMs });
  return (seq, atMs) => {
    const first = rising[findFirstAbove(rising, seq)];
    return first === undefined ? 0 : Math.max(0, atMs - first.endedMs);
  };
}

/** The place of the first number above `seq`, in numbers that rise; their count where there is none. */
function findFirstAbove(rising: readonly { readonly seq: number }[], seq: number): number {
  let [from, to] = [0, rising.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((rising[middle]?.seq ?? Number.POSITIVE_INFINITY) > seq) to = middle;
    else from = middle + 1;
  }
  return from;
}
