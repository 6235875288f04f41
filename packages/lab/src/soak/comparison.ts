import type { FaultOutcome, SittingEnd } from "./outcome";
import { baselineNames, type PathName, pathNames, pathTitles } from "./paths";

/** What one way went through over several faults. */
export interface PathSummary {
  /** The middle and the longest of the longest times without an acknowledged write, in ms; null where none was measured. */
  readonly gapP50Ms: number | null;
  readonly gapMaxMs: number | null;
  /** Faults whose gap had not ended at the last look: they took longer still. */
  readonly open: number;
  /** Faults before which it led nowhere, so that nothing was measured. */
  readonly unserved: number;
  readonly acked: number;
  readonly refused: number;
  readonly lost: number;
  readonly phantom: number;
}

/** Of each way. */
export type PathSummaries = Readonly<Record<PathName, PathSummary>>;

/** Adds up what each way went through: its faults, and the rows that only the ends of the sittings found. A row counts once. */
export function comparePaths(
  outcomes: readonly FaultOutcome[],
  ends: readonly SittingEnd[] = [],
): PathSummaries {
  const [vip, direct] = [sumPath("vip", outcomes, ends), sumPath("direct", outcomes, ends)];
  const [router, haproxy] = [sumPath("router", outcomes, ends), sumPath("haproxy", outcomes, ends)];
  return { vip, router, haproxy, direct };
}

/**
 * The ways beside each other as a table in Markdown: one line per kind of fault in the order of the matrix, and one of all.
 * Gaps are the middle and the longest in seconds, with a plus where one had not ended.
 */
export function formatComparison(
  outcomes: readonly FaultOutcome[],
  ends: readonly SittingEnd[] = [],
): string[] {
  const kinds = [...new Map(outcomes.map((one) => [one.kind, one.row]))];
  kinds.sort((a, b) => Number(a[1].slice(1)) - Number(b[1].slice(1)) || a[0].localeCompare(b[0]));
  const titles = ["row", "fault", "n", ...pathNames.map((path) => pathTitles[path]), "lost", "phantom"];
  const lines = kinds.map(([kind, row]) => {
    const own = outcomes.filter((one) => one.kind === kind);
    return [row, kind, `${own.length}`, ...describeAll(comparePaths(own))];
  });
  const all = ["", "all", `${outcomes.length}`, ...describeAll(comparePaths(outcomes, ends))];
  const toLine = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [toLine(titles), toLine(titles.map(() => "---")), ...[...lines, all].map(toLine)];
}

function describeAll(paths: PathSummaries): string[] {
  const rows = (of: "lost" | "phantom"): string => {
    const wrong = pathNames.filter((path) => paths[path][of] > 0);
    return wrong.length === 0
      ? "0"
      : wrong.map((path) => `${pathTitles[path]} ${paths[path][of]}`).join(", ");
  };
  return [...pathNames.map((path) => describeGaps(paths[path])), rows("lost"), rows("phantom")];
}

function describeGaps({ gapP50Ms, gapMaxMs, open, unserved }: PathSummary): string {
  if (gapP50Ms === null || gapMaxMs === null) return "not served";
  const seconds = (ms: number): string => (ms / 1_000).toFixed(2);
  const gaps = `${seconds(gapP50Ms)} / ${seconds(gapMaxMs)}${open > 0 ? "+" : ""}`;
  return unserved > 0 ? `${gaps} (${unserved} not served)` : gaps;
}

function sumPath(
  path: PathName,
  outcomes: readonly FaultOutcome[],
  ends: readonly SittingEnd[],
): PathSummary {
  const own = outcomes.map(({ paths }) => paths[path]);
  const gaps = own.flatMap(({ gapMs }) => (gapMs === null ? [] : [Math.round(gapMs)])).sort((a, b) => a - b);
  const beside = baselineNames.find((name) => name === path);
  // Those of the VIP and of the direct client are found as one by the ends of sittings, and judged by them.
  const found = beside === undefined ? [] : ends.map((end) => end.beside[beside]);
  const rows = (of: "lostWrites" | "phantomWrites"): number =>
    new Set([...own, ...found].flatMap((one) => one[of])).size;
  const sum = (of: "acked" | "refused"): number => own.reduce((total, one) => total + one[of], 0);
  return {
    gapP50Ms: gaps[Math.ceil(gaps.length / 2) - 1] ?? null,
    gapMaxMs: gaps.at(-1) ?? null,
    open: own.filter(({ isOpen }) => isOpen).length,
    unserved: own.filter(({ gapMs }) => gapMs === null).length,
    ...{ acked: sum("acked"), refused: sum("refused") },
    ...{ lost: rows("lostWrites"), phantom: rows("phantomWrites") },
  };
}
