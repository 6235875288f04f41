"use client";

import { ChartLine, Download, FileSpreadsheet, Table2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { IconButton } from "../controls/icon-button";
import { SERIES_COLORS } from "../foundation/series";
import { useUi } from "../foundation/ui-provider";
import { Card } from "../layout/card";
import { DataTable } from "../lists/data-table";
import { toCsv } from "./csv";
import { saveFile } from "./save-file";
import { savePng } from "./save-png";
import type { ChartSeries } from "./series";

/** The table behind a chart: what a reader sees, and what a file gets. */
export interface ChartTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Plain figures and UTC times, first the headers. */
  readonly file: () => readonly (readonly (string | number | null)[])[];
}

/** Properties of {@link ChartFrame}. */
export interface ChartFrameProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly series: readonly ChartSeries[];
  /** False where the chart names its series itself. */
  readonly showLegend: boolean;
  readonly table: ChartTable;
  /** Without its ending. */
  readonly fileName: string;
  readonly children: ReactNode;
  /** The heading's level in the page's outline. */
  readonly headingLevel?: 2 | 3 | 4;
  readonly className?: string;
}

/** What every chart has: a title, a legend, a table behind it, and PNG and CSV to take away. */
export function ChartFrame(props: ChartFrameProps): ReactNode {
  const {
    title,
    description,
    series,
    showLegend,
    table,
    fileName,
    children,
    headingLevel = 2,
    className,
  } = props;
  const { labels } = useUi();
  const [asTable, setAsTable] = useState(false);
  const plot = useRef<HTMLDivElement>(null);
  const legend = series.map(({ label, kind }) => ({ label, color: SERIES_COLORS[kind] }));
  const saveAsPng = (): void => {
    const svg = plot.current?.querySelector("svg.recharts-surface");
    if (svg instanceof SVGSVGElement) void savePng(svg, { title, legend }, `${fileName}.png`);
  };
  const saveAsCsv = (): void =>
    saveFile(`${fileName}.csv`, new Blob([toCsv(table.file())], { type: "text/csv;charset=utf-8" }));
  return (
    <Card
      title={title}
      description={description}
      headingLevel={headingLevel}
      padding={asTable ? "none" : "normal"}
      {...(className === undefined ? {} : { className })}
      actions={
        <div className="flex items-center">
          <IconButton
            size="sm"
            label={asTable ? labels.showChart : labels.showTable}
            icon={asTable ? <ChartLine aria-hidden /> : <Table2 aria-hidden />}
            onClick={() => setAsTable(!asTable)}
          />
          <IconButton
            size="sm"
            label={labels.saveCsv}
            icon={<FileSpreadsheet aria-hidden />}
            onClick={saveAsCsv}
          />
          {asTable ? null : (
            <IconButton
              size="sm"
              label={labels.savePng}
              icon={<Download aria-hidden />}
              onClick={saveAsPng}
            />
          )}
        </div>
      }
    >
      {asTable ? (
        <FigureTable title={title} table={table} />
      ) : (
        <div ref={plot} className="flex flex-col gap-3">
          {showLegend ? <Legend items={legend} /> : null}
          {children}
        </div>
      )}
    </Card>
  );
}

function Legend({ items }: { items: readonly { label: string; color: string }[] }): ReactNode {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-xs">
      {items.map((item) => (
        <li key={item.label} className="flex items-center gap-1.5">
          <span aria-hidden className="h-[3px] w-3 rounded-full" style={{ background: item.color }} />
          {item.label}
        </li>
      ))}
    </ul>
  );
}

interface FigureRow {
  readonly key: string;
  readonly cells: readonly string[];
}

function FigureTable({ title, table }: { title: string; table: ChartTable }): ReactNode {
  const rows: FigureRow[] = table.rows.map((cells, index) => ({ key: String(index), cells }));
  return (
    <DataTable<FigureRow>
      caption={title}
      density="compact"
      maxHeight="20rem"
      rows={rows}
      rowKey={(row) => row.key}
      columns={table.headers.map((header, index) => ({
        id: String(index),
        header,
        rowHeader: index === 0,
        align: index === 0 ? "start" : "end",
        cell: (row) => row.cells[index] ?? "",
      }))}
    />
  );
}
