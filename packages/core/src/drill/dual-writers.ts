/** An acknowledged write: committed by that server at some instant between the two, CLOCK_MONOTONIC in ms. */
export interface Ack {
  readonly server: string;
  readonly startedMs: number;
  readonly endedMs: number;
}

interface PrimaryInterval {
  readonly server: string;
  /** The writer in between for certain: from the end of its first acknowledged write to the start of its last. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly isSingle: boolean;
}

/** A server that acknowledged nothing for this long was not the writer meanwhile; no two switchovers are as close. */
const tenureGapMs = 1_000;

/**
 * For how many milliseconds two servers both accepted writes for certain; at least 1 where that happened at all, 0
 * where the writes of each server lie wholly before or after those of the other.
 */
export function measureDualWriters(acks: readonly Ack[]): number {
  const tenures = listPrimaryIntervals(acks);
  let totalMs = 0;
  tenures.forEach((one, index) => {
    for (const other of tenures.slice(index + 1)) {
      if (one.server !== other.server) totalMs += overlapOf(one, other);
    }
  });
  return totalMs;
}

/**
 * Which writes a server acknowledged although another one, which became the writer later, had acknowledged one before they were sent: at
 * least one wherever `measureDualWriters` finds that both accepted writes, and none where it does not.
 */
export function listDualWrites<A extends Ack>(acks: readonly A[]): readonly A[] {
  const tenures = listPrimaryIntervals(acks);
  const dual = new Set<A>();
  for (const one of tenures)
    for (const other of tenures) {
      if (one.server === other.server || one.fromMs > other.fromMs || overlapOf(one, other) === 0) continue;
      const late = acks.filter(
        ({ server, startedMs }) => server === one.server && startedMs > other.fromMs && startedMs <= one.toMs,
      );
      for (const ack of late) dual.add(ack);
    }
  return [...dual].sort((a, b) => a.startedMs - b.startedMs);
}

function listPrimaryIntervals(acks: readonly Ack[]): PrimaryInterval[] {
  const sorted = [...acks].sort((a, b) => a.startedMs - b.startedMs);
  return [...new Set(sorted.map(({ server }) => server))].flatMap((server) => {
    const groups: Ack[][] = [];
    for (const ack of sorted.filter((one) => one.server === server)) {
      const last = groups.at(-1)?.at(-1);
      if (last === undefined || ack.startedMs - last.endedMs > tenureGapMs) groups.push([ack]);
      else groups.at(-1)?.push(ack);
    }
    return groups.map((group): PrimaryInterval => {
      const isSingle = group.length === 1;
      const first = Math.min(...group.map(isSingle ? startOf : endOf));
      const last = Math.max(...group.map(isSingle ? endOf : startOf));
      return { server, fromMs: first, toMs: last, isSingle };
    });
  });
}

function overlapOf(one: PrimaryInterval, other: PrimaryInterval): number {
  if (one.isSingle && other.isSingle) return 0;
  const contains = (outer: PrimaryInterval, inner: PrimaryInterval): boolean =>
    outer.fromMs < inner.fromMs && inner.toMs < outer.toMs;
  // When a single write was committed is known only within its own span: it must lie inside as a whole.
  if (one.isSingle || other.isSingle) {
    const [single, many] = one.isSingle ? [one, other] : [other, one];
    return contains(many, single) ? 1 : 0;
  }
  const overlapMs = Math.min(one.toMs, other.toMs) - Math.max(one.fromMs, other.fromMs);
  return overlapMs > 0 ? Math.max(1, Math.round(overlapMs)) : 0;
}

function startOf(ack: Ack): number {
  return ack.startedMs;
}

function endOf(ack: Ack): number {
  return ack.endedMs;
}
