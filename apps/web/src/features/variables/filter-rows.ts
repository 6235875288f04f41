import type { VariableRow, VariablesReading } from "@primacy/contract";

/** Which variables are shown: all, those that differ between members, those that the next start changes. */
export const rowFilters = ["all", "differs", "drift"] as const;
export type RowFilter = (typeof rowFilters)[number];

/** Whether the next start gives a member another value. */
export function hasDrift({ cells }: VariableRow): boolean {
  return cells.some((cell) => cell?.isDrift === true);
}

/** How many variables there are of each kind. */
export function countRows({ groups }: VariablesReading): Readonly<Record<RowFilter, number>> {
  const rows = groups.flatMap((group) => group.rows);
  return {
    all: rows.length,
    differs: rows.filter(({ differs }) => differs).length,
    drift: rows.filter(hasDrift).length,
  };
}

/**
 * The groups with those variables alone that the filter lets through and whose name or one of whose values has each of the
 * searched words; dashes stand for underscores. Groups without any are left out.
 */
export function filterRows(
  groups: VariablesReading["groups"],
  filter: RowFilter,
  search: string,
): VariablesReading["groups"] {
  const words = normalise(search)
    .split(/\s+/)
    .filter((word) => word !== "");
  const isWanted = (row: VariableRow): boolean => {
    if ((filter === "differs" && !row.differs) || (filter === "drift" && !hasDrift(row))) return false;
    const texts = [row.name, ...row.cells.flatMap((cell) => (cell === null ? [] : nextAndNow(cell)))].map(
      normalise,
    );
    return words.every((word) => texts.some((text) => text.includes(word)));
  };
  return groups
    .map(({ group, rows }) => ({ group, rows: rows.filter(isWanted) }))
    .filter(({ rows }) => rows.length > 0);
}

function nextAndNow({ value, next }: NonNullable<VariableRow["cells"][number]>): readonly string[] {
  return next.kind === "set" ? [value, next.value] : [value];
}

function normalise(text: string): string {
  return text.toLowerCase().replaceAll("-", "_");
}
