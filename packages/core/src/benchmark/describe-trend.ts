import type { Benchmark, TrendArm, TrendFigure, TrendLoss, TrendPoint } from "@primacy/contract";
import { type ArmRun, compareArms } from "./compare-arms";
import { listWorkloadOptions, nameWorkload } from "./workload";

/** A benchmark that has ended, with its runs that count. */
export type TrendSource = Pick<
  Benchmark,
  "id" | "name" | "createdAt" | "isPinned" | "tags" | "workload" | "threads" | "arms"
> & { readonly runs: readonly ArmRun[] };

/** Benchmarks in time, the oldest first; of one of which nothing was measured there is no point. */
export function describeTrend(sources: readonly TrendSource[]): readonly TrendPoint[] {
  return sources
    .filter(({ runs }) => runs.length > 0)
    .map(toPoint)
    .sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id));
}

function toPoint({
  id,
  name,
  createdAt: at,
  isPinned,
  tags,
  workload,
  threads,
  arms,
  runs,
}: TrendSource): TrendPoint {
  return {
    id,
    name,
    at,
    isPinned,
    tags: [...tags],
    workload,
    threads: [...threads],
    arms: arms.map(
      (arm, place): TrendArm => ({
        name: arm.name,
        way: arm.endpoints[0]?.way ?? "custom",
        figures: threads.flatMap((count) => figureOf(runs, place, count)),
        losses:
          place === 0
            ? []
            : [...(threads.length > 1 ? [null] : []), ...threads].flatMap((count) =>
                lossOf(runs, place, count, threads),
              ),
      }),
    ),
  };
}

function figureOf(runs: readonly ArmRun[], arm: number, threads: number): readonly TrendFigure[] {
  const own = runs.filter((run) => run.arm === arm && run.threads === threads).map(({ tps }) => tps);
  if (own.length === 0) return [];
  const mean = own.reduce((sum, one) => sum + one, 0) / own.length;
  return [{ threads, min: Math.min(...own), mean, max: Math.max(...own) }];
}

/** Over all numbers of threads that were `ordered` where `threads` is null: as in the answer, one without a result is missing. */
function lossOf(
  runs: readonly ArmRun[],
  arm: number,
  threads: number | null,
  ordered: readonly number[],
): readonly TrendLoss[] {
  const own = threads === null ? runs : runs.filter((run) => run.threads === threads);
  const counts = threads === null ? ordered : [threads];
  const { loss, low, high } = compareArms(own, { arm, baseline: 0, threads: counts });
  return loss === null || low === null || high === null ? [] : [{ threads, loss, low, high }];
}

/** A load under which benchmarks can stand in one line: the same workload with the same number of threads. */
export interface TrendLoad {
  /** The same for the same load. */
  readonly key: string;
  readonly workload: TrendPoint["workload"];
  readonly threads: number;
  /** The oldest first. */
  readonly points: readonly TrendPoint[];
}

/** The loads of a trend: that of the newest benchmark first. What differs in its workload is in no line with others. */
export function listTrendLoads(points: readonly TrendPoint[]): readonly TrendLoad[] {
  const loads = new Map<string, TrendLoad>();
  for (const point of [...points].reverse())
    for (const threads of point.threads) {
      const key = keyOf(point.workload, threads);
      const known = loads.get(key);
      loads.set(key, {
        key,
        workload: point.workload,
        threads,
        points: [point, ...(known?.points ?? [])],
      });
    }
  return [...loads.values()];
}

function keyOf(workload: TrendPoint["workload"], threads: number): string {
  const size = workload.tool === "sysbench" ? [workload.tables, workload.tableSize] : [];
  // Two programs of one name are two loads.
  const program = workload.tool === "custom" ? [workload.program, workload.parser] : [];
  const own = listWorkloadOptions(workload).toSorted();
  return [workload.tool, nameWorkload(workload), ...program, ...size, threads, ...own].join(" ");
}
