import type {
  BenchmarkDetail,
  BenchmarkRun,
  BenchmarkRunState,
  RunFigure,
  RunSeries,
} from "@primacy/contract";
import type { BandPoint } from "@primacy/ui/charts";
import { meanOf } from "../benchmark-time";

/** The figures that curves are drawn of, the first as long as nobody chooses. */
export const curveMetrics = ["tps", "qps", "latencyMs", "errors", "reconnects"] as const;

/** One of these figures. */
export type CurveMetric = (typeof curveMetrics)[number];

/** Runs that are drawn together: those of one block with one thread count. */
export interface BlockPlace {
  readonly block: number;
  readonly threads: number;
}

type Runs = Pick<BenchmarkDetail, "runs">;

/** The blocks that there are, in their order. */
export function listBlocks({ runs }: Runs): readonly number[] {
  return [...new Set(runs.map(({ block }) => block))].sort((a, b) => a - b);
}

/** What is being measured or was measured last; where nothing was, what comes first. Null of no runs. */
export function findNewest({ runs }: Runs): BlockPlace | null {
  const inOrder = [...runs].sort((a, b) => a.ordinal - b.ordinal);
  const begun = inOrder.filter(({ state }) => state !== "waiting");
  const { block, threads } = begun.at(-1) ?? inOrder[0] ?? {};
  return block === undefined || threads === undefined ? null : { block, threads };
}

/** What is newest of that which was asked for; of everything where there are no such runs. */
export function choosePlace(detail: Runs, asked: Partial<BlockPlace>): BlockPlace | null {
  const { block, threads } = asked;
  const runs = detail.runs.filter(
    (run) =>
      (block === undefined || run.block === block) && (threads === undefined || run.threads === threads),
  );
  return findNewest({ runs }) ?? findNewest(detail);
}

/** The place with another block or thread count; where the two have no run together, what was chosen now wins. */
export function movePlace(detail: Runs, from: BlockPlace, change: Partial<BlockPlace>): BlockPlace {
  const to = { ...from, ...change };
  const isThere = runsAt(detail, to).length > 0;
  return isThere ? to : (choosePlace(detail, change) ?? from);
}

/** The runs of this block, by their arms; where it was run again, those that were disturbed come after those that replace them. */
export function runsAt({ runs }: Runs, place: BlockPlace): readonly BenchmarkRun[] {
  const counts = ({ state }: BenchmarkRun): number => (isDisturbed(state) ? 1 : 0);
  return runs
    .filter(({ block, threads }) => block === place.block && threads === place.threads)
    .sort((a, b) => counts(a) - counts(b) || a.arm - b.arm || a.ordinal - b.ordinal);
}

/** Whether a run counts for nothing. */
export function isDisturbed(state: BenchmarkRunState): boolean {
  return state === "void" || state === "failed";
}

/** Curves over the seconds since each run's start, each under the id of its run. */
export interface Curves {
  /** How many seconds a point stands for. */
  readonly stepSeconds: number;
  readonly points: readonly BandPoint[];
  /** The last second of any. */
  readonly lastSecond: number;
}

/**
 * The curves of these runs on one axis. A second that was not measured, or of which nothing came, is null and so a gap; a
 * stall is a zero that was measured. Where runs have points of different length, as one that runs beside one that has ended, all
 * get the longest. Percentiles have no mean: the line of a latency is the highest second of each point.
 */
export function toCurves(
  series: readonly RunSeries[],
  runs: readonly Pick<BenchmarkRun, "id">[],
  metric: CurveMetric,
): Curves {
  const shown = series.filter(({ runId }) => runs.some(({ id }) => id === runId));
  const step = Math.max(1, ...shown.map(({ stepSeconds }) => stepSeconds));
  const curves = shown.map((one) => ({ id: one.runId, buckets: toBuckets(one, step, metric) }));
  const count = Math.max(0, ...curves.flatMap(({ buckets }) => [...buckets.keys()].map((key) => key + 1)));
  const points = Array.from({ length: count }, (_, index) => ({
    x: index * step + 1,
    values: Object.fromEntries(curves.map(({ id, buckets }) => [id, buckets.get(index) ?? null])),
  }));
  return { stepSeconds: step, points, lastSecond: points.at(-1)?.x ?? 0 };
}

/** The points of a run by the place of their first second on an axis of this step. */
function toBuckets(series: RunSeries, step: number, metric: CurveMetric): ReadonlyMap<number, RunFigure> {
  const gathered = new Map<number, NonNullable<RunFigure>[]>();
  for (const point of series.points) {
    const index = Math.floor((point.second - 1) / step);
    const figure = point[metric];
    const before = gathered.get(index) ?? [];
    gathered.set(index, figure === null ? before : [...before, figure]);
  }
  return new Map([...gathered].map(([index, figures]) => [index, joinFigures(figures, metric)]));
}

function joinFigures(figures: readonly NonNullable<RunFigure>[], metric: CurveMetric): RunFigure {
  const mean = meanOf(figures.map((one) => one.mean));
  if (mean === null) return null;
  const max = Math.max(...figures.map((one) => one.max));
  return {
    min: Math.min(...figures.map((one) => one.min)),
    mean: metric === "latencyMs" ? max : mean,
    max,
  };
}

/** How far apart ticks may be, in seconds: round in seconds, minutes and hours. */
const tickSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400];
const mostTicks = 8;

/** The ticks of an axis of so many seconds, from 0. */
export function listSecondTicks(seconds: number): readonly number[] {
  const step = tickSteps.find((one) => seconds / one <= mostTicks) ?? 28_800;
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => index * step);
}
