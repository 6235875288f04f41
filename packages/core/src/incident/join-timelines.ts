import type { DrillStripSpan, IncidentStrip, IncidentTimeline } from "@primacy/contract";
import { mostStripSpans } from "../drill/findings/draw-strip";

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** One lane, and by what it is told from the others of its kind. */
interface Lane<S extends Stretch> {
  readonly key: string;
  readonly spans: readonly S[];
}

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
  const join = <S extends Stretch>(
    one: readonly Lane<S>[],
    other: readonly Lane<S>[],
    nobody: (stretch: Stretch) => S,
  ): readonly Lane<S>[] =>
    listKeys(one, other).map((key) => {
      const early = clip(spansOf(one, key), { fromMs: whole.fromMs, toMs: at });
      const late = clip(spansOf(other, key), { fromMs: at, toMs: whole.toMs });
      return { key, spans: shorten(mergeAlike(fill([...early, ...late], whole, nobody)), nobody) };
    });
  const views = join(
    known.lanes.views.map(({ viewer, spans }) => ({ key: viewer, spans })),
    found.lanes.views.map(({ viewer, spans }) => ({ key: viewer, spans })),
    (stretch) => ({ ...stretch, members: null }),
  );
  const readOnly = join(
    known.lanes.readOnly.map(({ server, spans }) => ({ key: server, spans })),
    found.lanes.readOnly.map(({ server, spans }) => ({ key: server, spans })),
    (stretch) => ({ ...stretch, isReadOnly: null }),
  );
  const addresses = join(
    known.lanes.addresses.map((lane) => ({ ...lane, key: `${lane.address} ${lane.host}` })),
    found.lanes.addresses.map((lane) => ({ ...lane, key: `${lane.address} ${lane.host}` })),
    (stretch) => ({ ...stretch, isHeld: null }),
  );
  const arp = join(
    known.lanes.arp.map((lane) => ({ ...lane, key: `${lane.address} ${lane.askedBy}` })),
    found.lanes.arp.map((lane) => ({ ...lane, key: `${lane.address} ${lane.askedBy}` })),
    (stretch) => ({ ...stretch, owners: null }),
  );
  return {
    ...whole,
    lanes: {
      views: views.map(({ key: viewer, spans }) => ({ viewer, spans: [...spans] })),
      readOnly: readOnly.map(({ key: server, spans }) => ({ server, spans: [...spans] })),
      addresses: addresses.map(({ key, spans }) => {
        const [address = "", host = ""] = key.split(" ");
        return { address, host, spans: [...spans] };
      }),
      arp: arp.map(({ key, spans }) => {
        const [address = "", askedBy = ""] = key.split(" ");
        return { address, askedBy, spans: [...spans] };
      }),
    },
    strips: joinStrips(known.strips, found.strips),
  };
}

function listKeys(one: readonly { key: string }[], other: readonly { key: string }[]): readonly string[] {
  return [...new Set([...one, ...other].map(({ key }) => key))];
}

function spansOf<S extends Stretch>(lanes: readonly Lane<S>[], key: string): readonly S[] {
  return lanes.find((lane) => lane.key === key)?.spans ?? [];
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

/** A prober tells whole runs of attempts: what ended before the first of them is as it was known. */
function joinStrips(known: readonly IncidentStrip[], found: readonly IncidentStrip[]): IncidentStrip[] {
  const keyOf = ({ label, lane }: IncidentStrip): string => `${lane} ${label}`;
  const spansOf = (strips: readonly IncidentStrip[], key: string): readonly DrillStripSpan[] =>
    strips.find((strip) => keyOf(strip) === key)?.spans ?? [];
  const all = new Map([...known, ...found].map((strip) => [keyOf(strip), strip]));
  return [...all].map(([key, { label, lane }]) => {
    const late = spansOf(found, key);
    const fromMs = late[0]?.fromMs ?? Number.POSITIVE_INFINITY;
    const early = spansOf(known, key).filter((span) => span.toMs <= fromMs);
    return { label, lane, spans: [...early, ...late].slice(-mostStripSpans) };
  });
}
