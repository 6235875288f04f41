import type { ReactNode } from "react";

/** One line of a {@link ChartTooltip}. */
export interface TooltipLine {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly color: string;
}

/** Every series at one instant. */
export function ChartTooltip({ title, lines }: { title: string; lines: readonly TooltipLine[] }): ReactNode {
  return (
    <div className="flex min-w-40 flex-col gap-1 rounded-md border border-line-strong bg-raised px-3 py-2 text-xs shadow-float">
      <span className="text-ink-muted tabular-nums">{title}</span>
      {lines.map((line) => (
        <span key={line.id} className="flex items-center gap-2">
          <span aria-hidden className="h-[3px] w-3 rounded-full" style={{ background: line.color }} />
          <span className="flex-1 text-ink">{line.label}</span>
          <span className="font-medium text-ink tabular-nums">{line.value}</span>
        </span>
      ))}
    </div>
  );
}
