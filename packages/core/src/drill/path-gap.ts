import type { WriteAttempt } from "./attempt";

/** The longest time without an acknowledged write over one way. */
export interface PathGap {
  /** Null where none was acknowledged just before the fault. */
  readonly gapMs: number | null;
  /** Whether it continued until the last look. */
  readonly isOpen: boolean;
}

/** A way over which nothing was acknowledged for so long before a fault did not lead anywhere before it either. */
const servedMs = 1_000;

/**
 * The longest time without an acknowledged write, from just before a fault to the last look; it is open where it went on
 * until then. `clients` are the attempts of each client of the way: the worst of them counts. Null where none of them was
 * served just before the fault, of which nothing can be said then. Times are CLOCK_MONOTONIC in ms.
 */
export function measurePathGap(
  clients: readonly (readonly Pick<WriteAttempt, "acked" | "endedMonotonicMs">[])[],
  { actedMs, endedMs }: { readonly actedMs: number; readonly endedMs: number },
): PathGap {
  let worst: PathGap = { gapMs: null, isOpen: false };
  for (const attempts of clients) {
    const acks = attempts
      .filter(({ acked, endedMonotonicMs: atMs }) => acked && atMs >= actedMs - servedMs && atMs <= endedMs)
      .map(({ endedMonotonicMs }) => endedMonotonicMs)
      .sort((a, b) => a - b);
    if (acks[0] === undefined || acks[0] > actedMs) continue;
    for (const [index, fromMs] of acks.entries()) {
      const nextMs = acks[index + 1];
      const gapMs = (nextMs ?? endedMs) - fromMs;
      if (gapMs > (worst.gapMs ?? -1)) worst = { gapMs, isOpen: nextMs === undefined };
    }
  }
  return worst;
}
