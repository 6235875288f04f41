import type { DrillGap, DrillReadLag } from "@primacy/contract";

/** The figures of a drill in one language. */
export interface FigureTexts {
  readonly number: (value: number) => string;
  /** Milliseconds as seconds with two decimals, without the unit. */
  readonly seconds: (ms: number) => string;
  /** A gap with how much shorter the outage itself may have been, and whether it is open still. */
  readonly gap: (gap: DrillGap | null) => string;
  /** The highest lag, and the median, with how much higher each may have been. */
  readonly lag: (lag: DrillReadLag | null) => string;
  readonly median: (lag: DrillReadLag | null) => string;
  readonly count: (rows: { readonly count: number } | null) => string;
  /** When after the fault something was answered first, with its error where that is known. */
  readonly first: (ms: number | null, errorMs: number | undefined) => string;
}

/** `tag` is BCP 47; `t` has the texts of `drill.figures`. */
export function figureTextsOf(
  tag: string,
  t: (key: "gap" | "lag" | "open" | "at" | "after", values?: Record<string, string>) => string,
): FigureTexts {
  const whole = new Intl.NumberFormat(tag);
  const decimal = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const seconds = (ms: number): string => decimal.format(ms / 1_000);
  const upTo = (ms: number, errorMs: number): string =>
    t("lag", { value: seconds(ms), error: seconds(errorMs) });
  return {
    number: (value) => whole.format(value),
    seconds,
    gap: (gap) => {
      if (gap === null) return "–";
      const length = t("gap", { value: seconds(gap.gapMs), error: seconds(gap.errorMs) });
      return gap.isOpen ? `${length} ${t("open")}` : length;
    },
    lag: (lag) => (lag === null ? "–" : upTo(lag.highestMs, lag.errorMs)),
    median: (lag) => (lag === null ? "–" : upTo(lag.medianMs, lag.medianErrorMs)),
    count: (rows) => (rows === null ? "–" : whole.format(rows.count)),
    first: (ms, errorMs) => {
      if (ms === null) return "–";
      const value = seconds(ms);
      return errorMs === undefined ? t("after", { value }) : t("at", { value, error: seconds(errorMs) });
    },
  };
}
