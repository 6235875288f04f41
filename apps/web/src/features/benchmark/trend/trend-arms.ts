import type { TrendPoint } from "@primacy/contract";
import type { TrendLoad } from "@primacy/core/benchmark";
import type { IntervalRow } from "@primacy/ui/charts";
import type { ArmLook } from "../benchmark-names";
import { kindOfWay } from "../benchmark-names";

/** One arm through time: of the same name and the same way. */
export interface TrendLine extends ArmLook {
  readonly id: string;
  readonly name: string;
  readonly isBaseline: boolean;
}

/** The arms of a load, each in the colour of its way, those of the newest benchmark first. */
export function listTrendLines({ points }: Pick<TrendLoad, "points">): readonly TrendLine[] {
  const lines: TrendLine[] = [];
  for (const { arms } of [...points].reverse())
    for (const [place, { name, way }] of arms.entries()) {
      const id = idOf({ name, way });
      const kind = kindOfWay[way];
      if (lines.some((line) => line.id === id)) continue;
      const nth = lines.filter((line) => line.kind === kind).length;
      lines.push({ id, name, kind, nth, isBaseline: place === 0 });
    }
  return lines;
}

/** The arm of a benchmark that a line has. */
export function armOf(point: TrendPoint, { id }: TrendLine): TrendPoint["arms"][number] | undefined {
  return point.arms.find((arm) => idOf(arm) === id);
}

/**
 * The losses of one arm against the first arm of the newest benchmark, the newest first, each beside that of the pinned one. What was held
 * against another arm is another figure, and left out.
 */
export function listLosses(
  { points, threads }: TrendLoad,
  line: TrendLine,
  nameOf: (point: TrendPoint) => string,
): readonly IntervalRow[] {
  const baseline = baselineOf(points.at(-1));
  const lossOf = (point: TrendPoint) =>
    baselineOf(point) === baseline
      ? armOf(point, line)?.losses.find((one) => one.threads === threads)
      : undefined;
  const pinned = points.find(({ isPinned }) => isPinned);
  const mark = pinned === undefined ? undefined : lossOf(pinned)?.loss;
  return [...points].reverse().flatMap((point): IntervalRow[] => {
    const found = lossOf(point);
    if (found === undefined) return [];
    const { loss: middle, low, high } = found;
    const beside = mark === undefined || point.isPinned ? {} : { mark };
    return [{ id: point.id, label: nameOf(point), kind: line.kind, middle, low, high, ...beside }];
  });
}

function baselineOf(point: TrendPoint | undefined): string | undefined {
  const [first] = point?.arms ?? [];
  return first === undefined ? undefined : idOf(first);
}

function idOf({ name, way }: Pick<TrendPoint["arms"][number], "name" | "way">): string {
  return `${way} ${name}`;
}
