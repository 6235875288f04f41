import type { DrillStripSpan, IncidentStrip, IncidentTimeline } from "@primacy/contract";
import { mostStripSpans } from "../drill/findings/draw-strip";

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** One lane of its kind. */
type Lane<Of, S> = Of & { readonly spans: readonly S[] };

/** Of a lane with more spans the middle is left out: nobody reads them, and each is stored. */
const mostSpans = 500;

/**
 * The timeline that was known with what is found now: up to `cutMs` as it was known, from there on as it is found, for frames from before it
 * are no longer all there. What neither tells is told as said by nobody. No lane that was known is dropped.
 */
export function joinTimelines(
  known: IncidentTimeline,
  found: IncidentTimeline,
  cutMs: number,
): IncidentTimeline {
  const whole = { fromMs: Math.min(known.fromMs, found.fromMs), toMs: found.toMs };
  if (cutMs <= whole.fromMs) return found;
  const at = Math.round(Math.min(cutMs, whole.toMs) * 10) / 10;
  const join = <Of extends object, S extends Stretch>(
    one: readonly Lane<Of, S>[],
    other: readonly Lane<Of, S>[],
    keyOf: (lane: Of) => readonly string[],
    nobody: (stretch: Stretch) => S,
  ): (Of & { spans: S[] })[] =>
    listPairs(one, other, keyOf).map(({ lane, was, is }) => {
      const early = clip(was?.spans ?? [], { fromMs: whole.fromMs, toMs: at });
      const late = clip(is?.spans ?? [], { fromMs: at, toMs: whole.toMs });
      const spans = shorten(mergeAlike(fill([...early, ...late], whole, nobody)), nobody);
      return { ...lane, spans: [...spans] };
    });
  return {
    ...whole,
    lanes: {
      views: join(
        known.lanes.views,
        found.lanes.views,
        ({ viewer }) => [viewer],
        (stretch) => ({ ...stretch, members: null }),
      ),
      readOnly: join(
        known.lanes.readOnly,
        found.lanes.readOnly,
        ({ server }) => [server],
        (stretch) => ({ ...stretch, isReadOnly: null }),
      ),
      addresses: join(
        known.lanes.addresses,
        found.lanes.addresses,
        ({ address, host }) => [address, host],
        (stretch) => ({ ...stretch, isHeld: null }),
      ),
      arp: join(
        known.lanes.arp,
        found.lanes.arp,
        ({ address, askedBy }) => [address, askedBy],
        (stretch) => ({ ...stretch, owners: null }),
      ),
    },
    strips: joinStrips(known.strips, found.strips),
  };
}

/** Each lane as it was known and as it is found. A name may have spaces in it: by its parts a lane is known, and not by one text. */
function listPairs<L>(
  known: readonly L[],
  found: readonly L[],
  keyOf: (lane: L) => readonly string[],
): readonly { readonly lane: L; readonly was: L | undefined; readonly is: L | undefined }[] {
  const mapOf = (lanes: readonly L[]) => new Map(lanes.map((lane) => [JSON.stringify(keyOf(lane)), lane]));
  const [was, is] = [mapOf(known), mapOf(found)];
  const all = new Map([...was, ...is]);
  return [...all].map(([key, lane]) => ({ lane, was: was.get(key), is: is.get(key) }));
}

function clip<S extends Stretch>(spans: readonly S[], { fromMs, toMs }: Stretch): readonly S[] {
  return spans
    .map((span) => ({ ...span, fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
    .filter((span) => span.toMs > span.fromMs);
}

function fill<S extends Stretch>(
  spans: readonly S[],
  { fromMs, toMs }: Stretch,
  nobody: (stretch: Stretch) => S,
): readonly S[] {
  const filled: S[] = [];
  let reachedMs = fromMs;
  for (const span of spans) {
    if (span.fromMs > reachedMs) filled.push(nobody({ fromMs: reachedMs, toMs: span.fromMs }));
    filled.push(span);
    reachedMs = span.toMs;
  }
  return reachedMs < toMs ? [...filled, nobody({ fromMs: reachedMs, toMs })] : filled;
}

function mergeAlike<S extends Stretch>(spans: readonly S[]): readonly S[] {
  const saidIn = (span: S): string => JSON.stringify({ ...span, fromMs: 0, toMs: 0 });
  return spans.reduce<S[]>((merged, span) => {
    const last = merged.at(-1);
    if (last !== undefined && saidIn(last) === saidIn(span))
      merged[merged.length - 1] = { ...last, toMs: span.toMs };
    else merged.push(span);
    return merged;
  }, []);
}

function shorten<S extends Stretch>(spans: readonly S[], nobody: (stretch: Stretch) => S): readonly S[] {
  const half = mostSpans / 2;
  const [first, last] = [spans.slice(0, half), spans.slice(-half)];
  const [end, begin] = [first.at(-1), last[0]];
  if (spans.length <= mostSpans || end === undefined || begin === undefined) return spans;
  return mergeAlike([...first, nobody({ fromMs: end.toMs, toMs: begin.fromMs }), ...last]);
}

/**
 * A prober tells whole runs of attempts: what was before the first of them is as it was known. A known run that reaches into that, as where another
 * worker plays the prober by now, ends there.
 */
function joinStrips(known: readonly IncidentStrip[], found: readonly IncidentStrip[]): IncidentStrip[] {
  return listPairs(known, found, ({ label, lane }) => [lane, label]).map(
    ({ lane: { label, lane }, was, is }) => {
      const late = is?.spans ?? [];
      const fromMs = late[0]?.fromMs ?? Number.POSITIVE_INFINITY;
      const early = (was?.spans ?? []).flatMap((span) => cutSpan(span, fromMs));
      return { label, lane, spans: [...early, ...late].slice(-mostStripSpans) };
    },
  );
}

/** What of a run was before an instant, with as many of its attempts as of its time. */
function cutSpan(span: DrillStripSpan, endMs: number): readonly DrillStripSpan[] {
  if (span.toMs <= endMs) return [span];
  if (span.fromMs >= endMs) return [];
  const share = (endMs - span.fromMs) / (span.toMs - span.fromMs);
  const count = Math.round(span.count * share);
  if (count === 0) return [];
  const { others, ...rest } = span;
  const left = Math.min(count - 1, Math.round((others ?? 0) * share));
  return [{ ...rest, toMs: endMs, count, ...(left > 0 ? { others: left } : {}) }];
}
