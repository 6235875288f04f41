import type { OwnRead } from "../client/write-attempt";

/** What the reads of one client were worth. */
export interface ReadsVerdict {
  readonly answered: number;
  /** Reads that missed what their own client had been promised, or what a read before them had seen. */
  readonly stale: number;
  /** One sentence for the first of each kind. */
  readonly found: readonly string[];
}

/**
 * Holds each read against what its client knew when it began: a row that was acknowledged (read your writes), or that a read which had
 * ended had seen (monotonic reads), must be seen. `reads` are of one client, in any order; times in the sentences are from `fromMs`.
 */
export function judgeReads(reads: readonly OwnRead[], fromMs: number): ReadsVerdict {
  const ended = [...reads].sort((a, b) => a.endedMonotonicMs - b.endedMonotonicMs);
  const begun = [...reads].sort((a, b) => a.startedMonotonicMs - b.startedMonotonicMs);
  const found = new Map<string, string>();
  let stale = 0;
  let next = 0;
  let seen = { rows: 0, seq: -1 };
  for (const read of begun) {
    for (let one = ended[next]; one !== undefined; one = ended[next]) {
      if (one.endedMonotonicMs >= read.startedMonotonicMs) break;
      seen = { rows: Math.max(seen.rows, one.rows), seq: Math.max(seen.seq, one.seq) };
      next += 1;
    }
    const misses = (rows: number, seq: number): boolean => read.rows < rows || read.seq < seq;
    const isOld = misses(read.ackedRows, read.ackedSeq);
    const isBack = misses(seen.rows, seen.seq);
    if (!isOld && !isBack) continue;
    stale += 1;
    const at = `a read at ${Math.round(read.startedMonotonicMs - fromMs)} ms on ${read.serverUuid} saw ${read.rows} rows up to ${read.seq}`;
    const say = (kind: string, text: string): unknown => found.has(kind) || found.set(kind, text);
    if (isOld)
      say("old", `${at}, where ${read.ackedRows} up to ${read.ackedSeq} had been acknowledged before it`);
    if (isBack) say("back", `${at}, where one before it had seen ${seen.rows} up to ${seen.seq}`);
  }
  return { answered: reads.length, stale, found: [...found.values()] };
}
