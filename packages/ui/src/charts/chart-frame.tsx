"use client";

import { ChartLine, Download, FileSpreadsheet, Table2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { IconButton } from "../controls/icon-button";
import { toCsv } from "../format/csv";
import { SERIES_COLORS } from "../foundation/series";
import { useUi } from "../foundation/ui-provider";
import { Card } from "../layout/card";
import { DataTable } from "../lists/data-table";
import { saveFile } from "./save-file";
import { savePng } from "./save-png";
import { type ChartSeries, dashOf } from "./series";

/** The table behind a chart: what a reader sees, and what a file gets. Both are made when somebody asks for them. */
export interface ChartTable {
  readonly headers: readonly string[];
  readonly rows: () => readonly (readonly string[])[];
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
  /** What chooses what is drawn; it stays above the table too. */
  readonly controls?: ReactNode;
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
    controls,
    headingLevel = 2,
    className,
  } = props;
  const { labels } = useUi();
  const [asTable, setAsTable] = useState(false);
  const plot = useRef<HTMLDivElement>(null);
  const legend = series.map((one) => ({
    label: one.label,
    color: SERIES_COLORS[one.kind],
    dash: dashOf(one),
  }));
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
        <>
          {controls === undefined ? null : (
            <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-3">{controls}</div>
          )}
          <FigureTable title={title} table={table} />
        </>
      ) : (
        <div ref={plot} className="flex flex-col gap-3">
          {controls === undefined ? null : (
            <div className="flex flex-wrap items-center gap-2">{controls}</div>
          )}
          {showLegend ? <Legend items={legend} /> : null}
          {children}
        </div>
      )}
    </Card>
  );
}

function Legend({ items }: { items: readonly LegendItem[] }): ReactNode {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-xs">
      {items.map((item) => (
        <li key={item.label} className="flex items-center gap-1.5">
          <LineSwatch color={item.color} dash={item.dash} />
          {item.label}
        </li>
      ))}
    </ul>
  );
}

interface LegendItem {
  readonly label: string;
  readonly color: string;
  readonly dash: string;
}

/** A piece of a line as the chart draws it; one that is whole is a stroke of its colour. */
function LineSwatch({ color, dash }: { color: string; dash: string }): ReactNode {
  if (dash === "")
    return <span aria-hidden className="h-[3px] w-3 rounded-full" style={{ background: color }} />;
  return (
    <svg aria-hidden width={20} height={3} className="shrink-0">
      <line x1={0} x2={20} y1={1.5} y2={1.5} stroke={color} strokeWidth={2} strokeDasharray={dash} />
    </svg>
  );
}

interface FigureRow {
  readonly key: string;
  readonly cells: readonly string[];
}

function FigureTable({ title, table }: { title: string; table: ChartTable }): ReactNode {
  const rows: FigureRow[] = table.rows().map((cells, index) => ({ key: String(index), cells }));
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
