import type { ClusterEndpoint, ComparedFault, ComparedRun } from "@primacy/contract";
import type { SeriesKind } from "@primacy/ui";
import { kindOfWay } from "../../benchmark/benchmark-names";

/** One way of a fault as it is drawn. */
export interface ComparedLine {
  readonly id: string;
  readonly label: string;
  readonly kind: SeriesKind;
  /** Which of several of its kind. */
  readonly nth: number;
  readonly medianMs: number | null;
  /** The drills in which writes came back: the others have no end to draw. */
  readonly backs: readonly ComparedRun[];
  /** The dot of the longest of those; null: there is none. */
  readonly worst: string | null;
}

/** The ways of a fault, each in the colour of what it is by now; one that the cluster has no more has that of an address. */
export function listLines(
  { ways }: ComparedFault,
  endpoints: readonly ClusterEndpoint[],
): readonly ComparedLine[] {
  const seen = new Map<SeriesKind, number>();
  return ways.map(({ endpoint: { address, port }, label, medianMs, runs }) => {
    const id = `${address} ${port}`;
    const known = endpoints.find((one) => one.address === address && one.port === port);
    const kind = kindOfWay[known?.way ?? "custom"];
    const nth = seen.get(kind) ?? 0;
    seen.set(kind, nth + 1);
    const backs = runs.filter(({ isBack }) => isBack);
    const longest = Math.max(...backs.map(({ gapMs }) => gapMs));
    const worst = backs.find(({ gapMs }) => gapMs === longest);
    return {
      id,
      label,
      kind,
      nth,
      medianMs,
      backs,
      worst: worst === undefined ? null : `${id} ${worst.drillId}`,
    };
  });
}

/** When the drills of all ways began, each once, the oldest first. */
export function listMoments(lines: readonly ComparedLine[]): readonly string[] {
  return [...new Set(lines.flatMap(({ backs }) => backs.map(({ startedAt }) => startedAt)))].toSorted();
}
