import type { HostCurve, HostCurves, RunRole, SurroundingMetric } from "@primacy/contract";
import type { SeriesKind } from "@primacy/ui";
import type { BandPoint, ChartSeries } from "@primacy/ui/charts";

/** The figures of hosts and members that have a chart, in their order. */
export const hostMetrics = [
  "cpu",
  "networkOut",
  "networkIn",
  "diskWrite",
  "diskRead",
  "diskBusy",
  "certify",
  "apply",
  "throttled",
] as const satisfies readonly SurroundingMetric[];

/** One of these figures. */
export type ChartedMetric = (typeof hostMetrics)[number];

/** As the ways that lead to them: the primary as the direct way, the others as those that read. */
const kindOfRole: Readonly<Record<RunRole, SeriesKind>> = {
  load: "control",
  primary: "direct",
  secondary: "vip-read",
};

/** The lines of hosts, each told apart by what it was to the run; of several of one kind, each with another dash. */
export function listHostLines(
  curves: readonly HostCurve[],
  nameOf: (curve: HostCurve) => string,
): readonly ChartSeries[] {
  const seen = new Map<SeriesKind, number>();
  return curves.map((curve) => {
    const kind = kindOfRole[curve.role ?? "secondary"];
    const nth = seen.get(kind) ?? 0;
    seen.set(kind, nth + 1);
    return { id: curve.id, label: nameOf(curve), kind, nth };
  });
}

/** All lines on one axis; a second in which a host was not measured is a gap in its line alone. */
export function toHostPoints({ curves, stepSeconds }: HostCurves): readonly BandPoint[] {
  const figures = curves.map(({ id, points }) => ({
    id,
    bySecond: new Map(points.map(({ second, figure }) => [second, figure])),
  }));
  const last = Math.max(0, ...curves.map(({ points }) => points.at(-1)?.second ?? 0));
  return Array.from({ length: last === 0 ? 0 : (last - 1) / stepSeconds + 1 }, (_, index) => {
    const second = index * stepSeconds + 1;
    const values = figures.map(({ id, bySecond }) => [id, bySecond.get(second) ?? null] as const);
    return { x: second, values: Object.fromEntries(values) };
  });
}

/** Whether any host was measured. */
export function hasFigures({ curves }: HostCurves): boolean {
  return curves.some(({ points }) => points.some(({ figure }) => figure !== null));
}
