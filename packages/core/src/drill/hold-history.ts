/** One change of who holds an address, in the order in which the kernel made it. */
export interface HoldEvent {
  readonly host: string;
  readonly kind: "added" | "removed";
  /** CLOCK_MONOTONIC in ms. */
  readonly atMs: number;
}

/** A stretch of time in which a host had the address; `toMs` is null while it still has it. */
export interface HoldInterval {
  readonly host: string;
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** A stretch of time in which more than one host had the address. */
export interface HoldOverlap {
  readonly hosts: readonly string[];
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** Who holds after all events; a repeated `added` (a renewed lease) changes nothing. */
export function listHolders(events: readonly HoldEvent[]): string[] {
  const holders = new Set<string>();
  for (const event of events) {
    if (event.kind === "added") holders.add(event.host);
    else holders.delete(event.host);
  }
  return [...holders];
}

/** All stretches in which each host held, in the order in which they began. */
export function listHoldIntervals(events: readonly HoldEvent[]): HoldInterval[] {
  const open = new Map<string, number>();
  const intervals: HoldInterval[] = [];
  for (const event of events) {
    const index = open.get(event.host);
    if (event.kind === "added" && index === undefined) {
      open.set(event.host, intervals.length);
      intervals.push({ host: event.host, fromMs: event.atMs, toMs: null });
    }
    const held = index === undefined ? undefined : intervals[index];
    if (event.kind === "removed" && index !== undefined && held !== undefined) {
      intervals[index] = { ...held, toMs: event.atMs };
      open.delete(event.host);
    }
  }
  return intervals;
}

/**
 * All stretches in which two or more hosts held at once. Decided by the order of the events alone: it does not
 * depend on how precisely they are dated.
 */
export function listHoldOverlaps(events: readonly HoldEvent[]): HoldOverlap[] {
  const holders = new Set<string>();
  const overlaps: HoldOverlap[] = [];
  for (const event of events) {
    const wasOverlap = holders.size > 1;
    if (event.kind === "added") holders.add(event.host);
    else holders.delete(event.host);
    const last = overlaps.at(-1);
    if (!wasOverlap && holders.size > 1) {
      overlaps.push({ hosts: [...holders], fromMs: event.atMs, toMs: null });
    } else if (wasOverlap && last !== undefined) {
      const hosts = [...new Set([...last.hosts, ...holders])];
      overlaps[overlaps.length - 1] = { ...last, hosts, toMs: holders.size > 1 ? null : event.atMs };
    }
  }
  return overlaps;
}
