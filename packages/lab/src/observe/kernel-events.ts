import { type HoldEvent, type HoldOverlap, listHoldOverlaps } from "@primacy/core/drill";

/**
 * A kernel gained or lost an address, in the order in which it happened. A kernel can have one address twice, on two
 * interfaces or with two prefixes: `entry`, the interface's number with the prefix, tells them apart.
 */
export interface KernelEvent extends HoldEvent {
  readonly address: string;
  readonly entry: string;
}

/** An address that a test gave to a host by hand, after so many events: its first such entry from then on, until it is removed. */
export interface ConflictingHost {
  readonly host: string;
  readonly address: string;
  readonly prefixLength: number;
  readonly fromEvent: number;
}

/** Two or more hosts had an address at once. */
export interface DoubleHolding extends HoldOverlap {
  readonly address: string;
}

/** Turns events of entries into events of hosts: a host has an address until it has lost the last entry of it. */
export class HostEntries {
  readonly #entries = new Map<string, Set<string>>();

  /** The event as one of the host; null while the host has the address in another entry still. */
  take({ host, address, entry, kind, atMs }: KernelEvent): HoldEvent | null {
    const key = `${host} ${address}`;
    const entries = this.#entries.get(key) ?? new Set();
    this.#entries.set(key, entries);
    if (kind === "added") entries.add(entry);
    else entries.delete(entry);
    return kind === "removed" && entries.size > 0 ? null : { host, kind, atMs };
  }

  /** Whether the host has the address, as far as events were taken. */
  has(host: string, address: string): boolean {
    return (this.#entries.get(`${host} ${address}`)?.size ?? 0) > 0;
  }
}

/** The events without those of the strangers: nothing else of their hosts is left out, neither before nor after. */
export function leaveOutConflictingHosts(
  events: readonly KernelEvent[],
  strangers: readonly ConflictingHost[],
): KernelEvent[] {
  const left = new Set<number>();
  for (const { host, address, prefixLength, fromEvent } of strangers) {
    const isOfHost = (event: KernelEvent): boolean => event.host === host && event.address === address;
    const added = events.findIndex(
      (event, index) =>
        index >= fromEvent &&
        event.kind === "added" &&
        isOfHost(event) &&
        event.entry.endsWith(`/${prefixLength}`),
    );
    const entry = events[added]?.entry;
    if (entry === undefined) continue;
    for (let index = added; index < events.length; index += 1) {
      const event = events[index];
      if (event === undefined || !isOfHost(event) || event.entry !== entry) continue;
      left.add(index);
      if (event.kind === "removed") break;
    }
  }
  return events.filter((_, index) => !left.has(index));
}

/** Every time that two hosts had one address at once, by the order of events alone; must be empty. */
export function findDoubleHoldings(
  events: readonly KernelEvent[],
  strangers: readonly ConflictingHost[] = [],
): DoubleHolding[] {
  const ofHosts = new Map<string, HoldEvent[]>();
  const entries = new HostEntries();
  for (const event of leaveOutConflictingHosts(events, strangers)) {
    const taken = entries.take(event);
    const list = ofHosts.get(event.address) ?? [];
    if (taken !== null) list.push(taken);
    ofHosts.set(event.address, list);
  }
  return [...ofHosts].flatMap(([address, list]) =>
    listHoldOverlaps(list).map((overlap) => ({ ...overlap, address })),
  );
}

/** One of them as a sentence. `timeOf` gives the time of day of a moment; `testName` is the test that it happened in. */
export function describeDoubleHolding(
  { address, hosts, fromMs, toMs }: DoubleHolding,
  timeOf: (atMs: number) => string,
  testName?: string,
): string {
  // However short it was, it was.
  const lastedMs = Math.max(1, Math.round((toMs ?? fromMs) - fromMs));
  const until = toMs === null ? "and still did at the end" : `to ${timeOf(toMs)} (${lastedMs} ms)`;
  const during = testName === undefined ? "" : `, in the test "${testName}"`;
  return `${hosts.join(" and ")} had ${address} at once from ${timeOf(fromMs)} ${until}${during}.`;
}
