/** How high a chart is, in pixels. */
export const HEIGHT_PX = 240;

/** What of it is the plot: without axis and margin. */
export const PLOT_PX = 202;

/** How every axis looks. */
export const AXIS = {
  stroke: "var(--line-strong)",
  tick: { fill: "var(--ink-muted)", fontSize: 11 },
  tickLine: false,
  axisLine: false,
} as const;
