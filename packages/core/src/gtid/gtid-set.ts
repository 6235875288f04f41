/** Transactions in a row, by number; both ends belong to it. The numbers reach 2^63, past what a number holds exactly. */
export interface GtidInterval {
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * Transactions by source, `uuid` or `uuid:tag`, both in lower case. No source is empty; its intervals rise, and neither
 * overlap nor touch, so that equal sets have equal forms.
 */
export type GtidSet = ReadonlyMap<string, readonly GtidInterval[]>;

/** The transactions of one source, as MySQL writes their intervals. */
export interface GtidRun {
  readonly uuid: string;
  readonly tag: string | null;
  readonly intervals: string;
  /** At most 2^53 - 1, where a number ends. */
  readonly count: number;
}

const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const tagPattern = /^[a-z_][a-z0-9_]{0,31}$/;
const intervalPattern = /^(\d{1,19})(?:-(\d{1,19}))?$/;

/**
 * Reads a set as a MySQL server writes it: `uuid:1-5:7`, with tags since 8.3 (`uuid:1-5:tag:1-3`), several sources
 * between commas and line breaks. Null for anything else. An interval that ends before it begins is none, as for MySQL.
 */
export function parseGtidSet(text: string): GtidSet | null {
  const found = new Map<string, GtidInterval[]>();
  for (const part of text.toLowerCase().split(",")) {
    if (part.trim() === "") continue;
    if (!readSource(part, found)) return null;
  }
  return new Map([...found].flatMap(([source, all]) => entryOf(source, normalize(all))));
}

/** Adds the transactions of one source with all its tags; false where it cannot be read. */
function readSource(text: string, found: Map<string, GtidInterval[]>): boolean {
  const [uuid = "", ...parts] = text.split(":").map((part) => part.trim());
  if (!uuidPattern.test(uuid)) return false;
  let source = uuid;
  // A tag without transactions is none, and neither is a bare uuid.
  let isOpen = true;
  for (const part of parts) {
    const interval = readInterval(part);
    if (interval !== null) {
      addTo(found, source, interval);
      isOpen = false;
    } else if (tagPattern.test(part) && (!isOpen || source === uuid)) {
      source = `${uuid}:${part}`;
      isOpen = true;
    } else return false;
  }
  return !isOpen;
}

/** A set of many gaps has as many intervals, so that none is copied for the next. */
function addTo(found: Map<string, GtidInterval[]>, source: string, interval: GtidInterval): void {
  const all = found.get(source);
  if (all === undefined) found.set(source, [interval]);
  else all.push(interval);
}

function readInterval(text: string): GtidInterval | null {
  const [, first, last] = intervalPattern.exec(text) ?? [];
  if (first === undefined || BigInt(first) === 0n) return null;
  return { first: BigInt(first), last: BigInt(last ?? first) };
}

/** The set as MySQL writes it, one source with its tags a line; empty for the empty set. */
export function formatGtidSet(set: GtidSet): string {
  const lines = new Map<string, string>();
  for (const { uuid, tag, intervals } of listGtidRuns(set)) {
    const more = tag === null ? intervals : `${tag}:${intervals}`;
    lines.set(uuid, `${lines.get(uuid) ?? uuid}:${more}`);
  }
  return [...lines.values()].join(",\n");
}

/** The set by source: by UUID, and of one UUID first what has no tag. */
export function listGtidRuns(set: GtidSet): readonly GtidRun[] {
  return [...set]
    .map(([source, intervals]): GtidRun => {
      const [uuid = "", tag = null] = source.split(":");
      const written = intervals.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
      return { uuid, tag, intervals: written.join(":"), count: countGtids(new Map([[source, intervals]])) };
    })
    .sort((a, b) => compare(a.uuid, b.uuid) || compare(a.tag ?? "", b.tag ?? ""));
}

/** How many transactions it holds; 2^53 - 1 where there are more. */
export function countGtids(set: GtidSet): number {
  let count = 0n;
  for (const intervals of set.values()) for (const { first, last } of intervals) count += last - first + 1n;
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(count < most ? count : most);
}

/** Everything that is in any of the sets. */
export function uniteGtids(...sets: readonly GtidSet[]): GtidSet {
  const all = new Map<string, GtidInterval[]>();
  for (const set of sets)
    for (const [source, intervals] of set) for (const interval of intervals) addTo(all, source, interval);
  return new Map([...all].map(([source, intervals]) => [source, normalize(intervals)]));
}

/** What is in `set` and not in `without`. */
export function subtractGtids(set: GtidSet, without: GtidSet): GtidSet {
  return new Map(
    [...set].flatMap(([source, intervals]) => entryOf(source, cut(intervals, without.get(source) ?? []))),
  );
}

/** What is in both sets. */
export function intersectGtids(a: GtidSet, b: GtidSet): GtidSet {
  return subtractGtids(a, subtractGtids(a, b));
}

function entryOf(
  source: string,
  intervals: readonly GtidInterval[],
): (readonly [string, readonly GtidInterval[]])[] {
  return intervals.length === 0 ? [] : [[source, intervals]];
}

function normalize(intervals: readonly GtidInterval[]): readonly GtidInterval[] {
  const rising = intervals
    .filter(({ first, last }) => first <= last)
    .sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  const joined: GtidInterval[] = [];
  for (const next of rising) {
    const before = joined.at(-1);
    if (before === undefined || next.first > before.last + 1n) joined.push(next);
    else if (next.last > before.last) joined[joined.length - 1] = { first: before.first, last: next.last };
  }
  return joined;
}

/** Both lists rise, so that each is walked once. */
function cut(from: readonly GtidInterval[], without: readonly GtidInterval[]): readonly GtidInterval[] {
  const left: GtidInterval[] = [];
  let at = 0;
  for (const { first, last } of from) {
    let begin = first;
    while ((without[at]?.last ?? first) < first) at += 1;
    for (let next = at; begin <= last; next += 1) {
      const gap = without[next];
      if (gap === undefined || gap.first > last) break;
      if (gap.first > begin) left.push({ first: begin, last: gap.first - 1n });
      begin = gap.last + 1n;
    }
    if (begin <= last) left.push({ first: begin, last });
  }
  return left;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
