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
  /** One sentence for the first of each kind. */
  readonly found: readonly string[];
}

/**
 * Holds each read against what its client knew when it began: as many rows, and as high a number, as had been acknowledged
 * (read-your-writes), and as an earlier read had seen (monotonic reads). Against the writes of another client, which do not
 * need the address, a read may be behind for as long as a host that is no longer the primary may hold it. Counts and highest numbers are
 * compared, not rows: one that is missing in the midst hides behind one that was written without an answer, and is the ledger's to find.
 * `reads` are of one client and `others` acknowledged to another one, in any order; times in sentences count from `fromMs`.
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
  const found = new Map<string, string>();
  let stale = 0;
  let behindMs = 0;
  for (const read of begun) {
    const startedMs = read.startedMonotonicMs;
    const before = seenBefore(startedMs);
    const missedMs = missedOf(read.otherSeq, startedMs);
    behindMs = Math.max(behindMs, missedMs);
    const saw = `a read at ${Math.round(startedMs - fromMs)} ms on ${read.serverUuid} saw ${read.rows} rows up to ${read.seq}`;
    const broken = [
      ...(misses(read, { rows: read.ackedRows, seq: read.ackedSeq })
        ? [["own", `where ${read.ackedRows} up to ${read.ackedSeq} had been acknowledged before it`] as const]
        : []),
      ...(misses(read, before)
        ? [["monotonic", `where one before it had seen ${before.rows} up to ${before.seq}`] as const]
        : []),
      ...(missedMs > vipLimits.leaseEndMs
        ? [
            [
              "others",
              `and missed a write that the direct client had for ${Math.round(missedMs)} ms`,
            ] as const,
          ]
        : []),
    ];
    if (broken.length > 0) stale += 1;
    for (const [kind, text] of broken) if (!found.has(kind)) found.set(kind, `${saw}, ${text}`);
  }
  const last = reads.findLast(({ error }) => error !== null)?.error;
  if (answered.length === 0) found.set("none", `a client had no read answered; its last error: ${last}`);
  return { answered: answered.length, stale, behindMs: Math.round(behindMs), found: [...found.values()] };
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

/** For how long, at an instant, a write with a number above `seq` had been acknowledged to another client; 0 where none was. */
function listMissed(others: readonly RowAck[]): (seq: number, atMs: number) => number {
  const ended = others.toSorted((a, b) => a.endedMs - b.endedMs);
  return (seq, atMs) => {
    const first = ended.find((one) => one.seq > seq);
    return first === undefined ? 0 : Math.max(0, atMs - first.endedMs);
  };
}
