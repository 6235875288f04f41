import type { FaultOutcome } from "./outcome";
import { sumOutcomes } from "./totals";

const titles = [
  ...["row", "fault", "n", "effective", "adds p50 ms", "max", "to clients max", "acked", "lost", "phantom"],
  ...["2 writers ms", "2 holders ms", "late", "held %", "R1", "R2", "R3", "mended", "violations"],
];

/** One line per kind of fault, with a heading, for people. */
export function formatTable(outcomes: readonly FaultOutcome[]): string[] {
  const kinds = [...new Map(outcomes.map((one) => [one.kind, one.row]))];
  kinds.sort((a, b) => Number(a[1].slice(1)) - Number(b[1].slice(1)) || a[0].localeCompare(b[0]));
  const lines = kinds.map(([kind, row]) =>
    describeKind(
      kind,
      row,
      outcomes.filter((one) => one.kind === kind),
    ),
  );
  const rows = [titles, ...lines];
  const widths = titles.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows.map((cells) =>
    cells
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}

function describeKind(kind: string, row: string, own: readonly FaultOutcome[]): string[] {
  const sorted = (of: (one: FaultOutcome) => number): number[] =>
    own.map((one) => Math.round(of(one))).sort((a, b) => a - b);
  const added = sorted(({ recoveryMs }) => recoveryMs);
  const report = sumOutcomes(0, own);
  const { R1, R2, R3 } = report.byProof;
  return [
    ...[row, kind, own.length, report.effective],
    ...[added[Math.ceil(added.length / 2) - 1] ?? 0, added.at(-1) ?? 0],
    ...[sorted(({ throughMs }) => throughMs).at(-1) ?? 0],
    ...[report.ackedWrites, report.lostWrites, report.phantomWrites],
    ...[report.dualWriterMs, report.dualHolderMs, report.unrecovered],
    ...[(report.heldShare * 100).toFixed(1), R1, R2, R3],
    ...[own.reduce((sum, { resets }) => sum + resets, 0)],
    ...[own.reduce((sum, { violations }) => sum + violations.length, 0)],
  ].map(String);
}
