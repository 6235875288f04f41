"use client";

import { Fragment, type ReactNode, useId, useState } from "react";
import { classNames } from "../foundation/class-names";
import { WholeEnd } from "../foundation/whole-end";
import { CheckDetail, type CheckDetailLabels } from "./check-detail";
import { CHECK_STYLES, type CheckResult } from "./check-state";
import { shortNames } from "./short-names";

/** One check over all hosts. */
export interface CheckMatrixRow {
  readonly id: string;
  readonly title: ReactNode;
  /** By column id; a missing one is drawn empty. */
  readonly results: Readonly<Record<string, CheckResult>>;
}

/** Properties of {@link CheckMatrix}. */
export interface CheckMatrixProps {
  /** The table's accessible name. */
  readonly caption: string;
  /** The header above the checks. */
  readonly checkHeader: string;
  readonly columns: readonly { readonly id: string; readonly label: string }[];
  readonly rows: readonly CheckMatrixRow[];
  readonly detailLabels: CheckDetailLabels;
  readonly className?: string;
}

interface Chosen {
  readonly rowId: string;
  readonly columnId: string;
}

/** From here on a result is its icon alone; its word is the cell's name and title. */
const MANY_COLUMNS = 6;

/**
 * The same checks on several hosts at once: a cell opens what was seen on that host. The first failure is open. Where
 * the hosts do not fit they scroll sideways beside the checks' names.
 */
export function CheckMatrix(props: CheckMatrixProps): ReactNode {
  const { caption, checkHeader, columns, rows, className } = props;
  const [chosen, setChosen] = useState<Chosen | "closed" | null>(null);
  const isCrowded = columns.length >= MANY_COLUMNS;
  const names = columns.map(({ label }) => label);
  const heads = isCrowded ? shortNames(names) : names;
  const open = chosen === "closed" ? null : (chosen ?? findFirstFailure(props));
  return (
    <section
      aria-label={caption}
      className={classNames("ui-more @container overflow-x-auto [--more-ground:var(--surface)]", className)}
    >
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky start-0 z-10 h-9 border-line border-b bg-surface ps-4 pe-3 text-start font-medium text-ink-muted text-xs"
            >
              {checkHeader}
            </th>
            {columns.map((column, index) => (
              <th
                key={column.id}
                scope="col"
                className={classNames(
                  "h-9 border-line border-b px-2 font-medium font-mono text-ink-muted text-xs",
                  isCrowded ? "w-11" : "w-24",
                )}
              >
                <ColumnHead name={column.label} short={heads[index] ?? column.label} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MatrixRow
              key={row.id}
              row={row}
              table={props}
              openColumn={open?.rowId === row.id ? open.columnId : null}
              onChoose={(columnId) => setChosen(columnId === null ? "closed" : { rowId: row.id, columnId })}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ColumnHead({ name, short }: { name: string; short: string }): ReactNode {
  if (short === name) return <WholeEnd text={name} className="relative mx-auto max-w-28 justify-center" />;
  return (
    <span title={name} className="relative">
      <span className="sr-only">{name}</span>
      <span aria-hidden>{short}</span>
    </span>
  );
}

function findFirstFailure({ rows, columns }: CheckMatrixProps): Chosen | null {
  for (const row of rows) {
    const column = columns.find(({ id }) => row.results[id]?.state === "fail");
    if (column !== undefined) return { rowId: row.id, columnId: column.id };
  }
  return null;
}

interface MatrixRowProps {
  readonly row: CheckMatrixRow;
  readonly table: CheckMatrixProps;
  readonly openColumn: string | null;
  readonly onChoose: (columnId: string | null) => void;
}

function MatrixRow({ row, table, openColumn, onChoose }: MatrixRowProps): ReactNode {
  const detailId = useId();
  const openResult = openColumn === null ? undefined : row.results[openColumn];
  const openLabel = table.columns.find(({ id }) => id === openColumn)?.label;
  return (
    <Fragment>
      <tr className="group/row">
        <th
          scope="row"
          className="sticky start-0 z-10 min-w-36 border-line border-b bg-surface py-2 ps-4 pe-3 text-start font-normal text-ink @md:min-w-48"
        >
          {row.title}
        </th>
        {table.columns.map((column) => (
          <td key={column.id} className="border-line border-b p-1 text-center">
            <MatrixCell
              result={row.results[column.id]}
              columnLabel={column.label}
              iconOnly={table.columns.length >= MANY_COLUMNS}
              expanded={openColumn === column.id}
              detailId={detailId}
              onToggle={() => onChoose(openColumn === column.id ? null : column.id)}
            />
          </td>
        ))}
      </tr>
      {openResult === undefined ? null : (
        <tr id={detailId}>
          <td colSpan={table.columns.length + 1} className="border-line border-b bg-sunken p-0">
            {/* As wide as what is in sight, however far the table scrolls. */}
            <div className="sticky start-0 w-[100cqw] px-4 py-3">
              <p className="pb-2 font-medium font-mono text-ink text-xs">{openLabel}</p>
              <CheckDetail result={openResult} labels={table.detailLabels} />
            </div>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

interface MatrixCellProps {
  readonly result: CheckResult | undefined;
  readonly columnLabel: string;
  readonly iconOnly: boolean;
  readonly expanded: boolean;
  readonly detailId: string;
  readonly onToggle: () => void;
}

function MatrixCell(props: MatrixCellProps): ReactNode {
  const { result, columnLabel, iconOnly, expanded, detailId, onToggle } = props;
  if (result === undefined) return null;
  const style = CHECK_STYLES[result.state];
  const Icon = style.icon;
  return (
    <button
      type="button"
      aria-expanded={expanded}
      aria-controls={expanded ? detailId : undefined}
      aria-label={`${columnLabel}: ${result.stateLabel}`}
      title={iconOnly ? `${columnLabel}: ${result.stateLabel}` : undefined}
      onClick={onToggle}
      className={classNames(
        "inline-flex min-h-7 items-center justify-center gap-1.5 rounded-md border px-2 font-medium text-xs",
        style.ink,
        iconOnly ? "min-w-9" : "min-w-16",
        expanded ? "border-line-control bg-surface" : "border-transparent hover:bg-hover",
      )}
    >
      <Icon
        aria-hidden
        strokeWidth={2.25}
        className={classNames("size-4 shrink-0", style.spins && "animate-spin")}
      />
      {iconOnly ? null : result.stateLabel}
    </button>
  );
}
