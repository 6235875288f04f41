"use client";

import { Fragment, type ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import { useUi } from "../foundation/ui-provider";
import { type ColumnSort, type SortChoice, SortControl, SortRow } from "./column-sort";
import { TableScroller } from "./table-scroller";

/** One column. */
export interface DataColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** End for figures. */
  readonly align?: "start" | "end";
  readonly sort?: ColumnSort;
  /** The row's name: a row header, and the title of the row's card on a phone. Exactly one column has it. */
  readonly rowHeader?: boolean;
  readonly mono?: boolean;
  /** Its value stays on one line in the table: a state, an address, an age. Figures do so anyway. */
  readonly whole?: boolean;
  /** Left out of the table below this width of it: for what is nice to have. A card has room for it. */
  readonly hideBelow?: "md" | "lg";
  /** CSS width, for columns that must not move as values change. */
  readonly width?: string;
}

/** Properties of {@link DataTable}. */
export interface DataTableProps<Row> {
  /** Read aloud as the table's name. */
  readonly caption: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Stands in place of the rows, usually an EmptyState. */
  readonly empty?: ReactNode;
  /** The row's menu, usually a DropdownMenu. */
  readonly rowActions?: (row: Row) => ReactNode;
  /** A row that is being looked at. */
  readonly selectedKey?: string;
  /** Drawn below its row, across all columns. */
  readonly rowDetail?: (row: Row) => ReactNode;
  /** Row heights: 32 and 40 px. */
  readonly density?: "compact" | "normal";
  /** Keeps the header in sight inside this height (CSS), with scrolling rows. */
  readonly maxHeight?: string;
  readonly className?: string;
}

/** What the elements are anyway; some browsers forget it where a phone shows them as blocks. */
const ROLES = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
  rowheader: { role: "rowheader" },
} as const;

const HIDE_BELOW = { md: "@max-2xl:hidden", lg: "@max-4xl:hidden" } as const;

/**
 * A table that becomes a list of cards where it has less than 36 rem. The markup stays one table; what its headers sort
 * by stands above the cards.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const {
    caption,
    columns,
    rows,
    rowKey,
    empty,
    rowActions,
    maxHeight,
    density = "normal",
    className,
  } = props;
  if (rows.length === 0 && empty !== undefined) return empty;
  const choices = listSortChoices(columns);
  return (
    <div className={classNames("@container min-w-0", className)}>
      {choices.length === 0 ? null : <SortRow choices={choices} className="@xl:hidden" />}
      <TableScroller label={caption} maxHeight={maxHeight}>
        <table {...ROLES.table} className="w-full border-separate border-spacing-0 text-sm @max-xl:block">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 z-10 bg-surface @max-xl:hidden">
            <tr>
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} />
              ))}
              {rowActions === undefined ? null : <ActionsHeader />}
            </tr>
          </thead>
          <tbody {...ROLES.rowgroup} className="@max-xl:block">
            {rows.map((row) => (
              <Fragment key={rowKey(row)}>
                <BodyRow row={row} table={props} density={density} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </TableScroller>
    </div>
  );
}

function listSortChoices<Row>(columns: readonly DataColumn<Row>[]): readonly SortChoice[] {
  return columns.flatMap(({ id, header, sort }) => (sort === undefined ? [] : [{ id, header, sort }]));
}

function ActionsHeader(): ReactNode {
  const { labels } = useUi();
  return (
    <th scope="col" className="w-12 border-line border-b">
      <span className="sr-only">{labels.rowActions}</span>
    </th>
  );
}

function HeaderCell<Row>({ column }: { column: DataColumn<Row> }): ReactNode {
  const { sort, align = "start" } = column;
  return (
    <th
      scope="col"
      aria-sort={sort === undefined ? undefined : (sort.direction ?? "none")}
      style={{ width: column.width }}
      className={classNames(
        "h-9 border-line border-b px-3 font-medium text-ink-muted text-xs whitespace-nowrap first:ps-4",
        align === "end" ? "text-end" : "text-start",
        column.hideBelow && HIDE_BELOW[column.hideBelow],
      )}
    >
      {sort === undefined ? (
        column.header
      ) : (
        <SortControl
          label={column.header}
          sort={sort}
          className={classNames("-mx-1 h-6 px-1", align === "end" && "flex-row-reverse")}
        />
      )}
    </th>
  );
}

interface BodyRowProps<Row> {
  readonly row: Row;
  readonly table: DataTableProps<Row>;
  readonly density: "compact" | "normal";
}

function BodyRow<Row>({ row, table, density }: BodyRowProps<Row>): ReactNode {
  const selected = table.selectedKey !== undefined && table.rowKey(row) === table.selectedKey;
  const detail = table.rowDetail?.(row);
  return (
    <>
      <tr
        {...ROLES.row}
        className={classNames(
          "group/row relative @max-xl:flex @max-xl:flex-col @max-xl:border-line @max-xl:border-b @max-xl:px-4 @max-xl:py-3 @max-xl:last:border-b-0",
          selected ? "bg-accent-soft" : "hover:bg-sunken",
        )}
      >
        {table.columns.map((column) => (
          <BodyCell key={column.id} column={column} row={row} density={density} />
        ))}
        {table.rowActions === undefined ? null : (
          <td
            {...ROLES.cell}
            className="w-12 border-line border-b px-2 text-end group-last/row:border-b-0 @max-xl:absolute @max-xl:end-2 @max-xl:top-2 @max-xl:w-auto @max-xl:border-b-0 @max-xl:p-0"
          >
            {table.rowActions(row)}
          </td>
        )}
      </tr>
      {detail === undefined || detail === null ? null : (
        <tr className="@max-xl:block">
          <td colSpan={table.columns.length + 1} className="border-line border-b p-0 @max-xl:block">
            {detail}
          </td>
        </tr>
      )}
    </>
  );
}

function BodyCell<Row>(props: {
  column: DataColumn<Row>;
  row: Row;
  density: "compact" | "normal";
}): ReactNode {
  const { column, row, density } = props;
  const Cell = column.rowHeader ? "th" : "td";
  return (
    <Cell
      {...(column.rowHeader ? { scope: "row" as const, ...ROLES.rowheader } : ROLES.cell)}
      className={classNames(
        "border-line border-b px-3 text-ink group-last/row:border-b-0 first:ps-4 @max-xl:border-b-0 @max-xl:p-0 @max-xl:first:ps-0",
        density === "compact" ? "h-8 py-1" : "h-10 py-1.5",
        column.align === "end" && "tabular-nums @xl:text-end",
        (column.whole === true || column.align === "end") && "@xl:whitespace-nowrap",
        column.mono && "font-mono text-xs",
        column.rowHeader
          ? "text-start font-medium @max-xl:-order-1 @max-xl:h-auto @max-xl:pe-10 @max-xl:pb-1.5"
          : "@max-xl:flex @max-xl:h-auto @max-xl:min-h-7 @max-xl:items-center @max-xl:gap-3",
        column.hideBelow && HIDE_BELOW[column.hideBelow],
      )}
    >
      {column.rowHeader ? null : (
        <span aria-hidden className="w-28 shrink-0 font-sans text-ink-muted text-xs @xl:hidden">
          {column.header}
        </span>
      )}
      {column.rowHeader ? column.cell(row) : <span className="min-w-0">{column.cell(row)}</span>}
    </Cell>
  );
}
