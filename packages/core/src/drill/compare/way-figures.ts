import type { DrillFindings, DrillWayFigures } from "@primacy/contract";

/** What clients of each way met, in figures, of what a drill found. */
export function listWayFigures({ endpoints }: Pick<DrillFindings, "endpoints">): DrillWayFigures[] {
  return endpoints.map(({ endpoint, label, writeGap, firstAfter, lost }) => ({
    ...endpoint,
    label,
    gapMs: writeGap?.gapMs ?? null,
    errorMs: writeGap?.errorMs ?? 0,
    // A gap that lasted until the last look has no end, whatever came between.
    writeBackMs: writeGap?.isOpen === true ? null : firstAfter.writeMs,
    lost: lost?.count ?? null,
  }));
}
