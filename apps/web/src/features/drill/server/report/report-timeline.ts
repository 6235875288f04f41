import type { DrillFindings } from "@primacy/contract";
import { html } from "hono/html";
import type { Html } from "../../../../server/report/report-page";
import { laneWordsOf } from "../../page/lane-words";
import { formatTick, listTicks } from "../../page/timeline-axis";
import { type LaneBar, listLanes, spanOf, type TimelineLane } from "../../page/timeline-lanes";
import { drillMarks, placeMarks, shareOf } from "../../page/timeline-marks";
import type { ReportWords } from "./report-words";

const area = { left: 150, right: 990, width: 1_000 } as const;
const laneHeight = 18;
const groupHeight = 24;
const markHeight = 15;
const widthOfLetter = 6.2;

/** The timeline as a drawing: lanes below their headings, the axis, and the marks with their error at its foot. */
export function renderTimeline(
  findings: DrillFindings,
  { t, figures, message, duration }: ReportWords,
): Html {
  const lanes = listLanes(
    findings,
    laneWordsOf((key, values) => t(`drill.${key}`, values), message),
  );
  const span = spanOf(findings);
  // The latest stands highest, so that the line of one does not cross the words of another.
  const marks = placeMarks(findings.marks, drillMarks, span).toReversed();
  const x = (share: number): number => round(area.left + (share / 100) * (area.right - area.left));
  const placed = placeLanes(lanes);
  const axisY = placed.bottom + 16;
  const height = axisY + 10 + marks.length * markHeight;
  const yOf = (row: number): number => axisY + 14 + row * markHeight;
  const tick = (ms: number): string =>
    formatTick(ms, span, { seconds: (one) => `${figures.number(one / 1_000)} s`, duration });
  const told = (bar: LaneBar): string =>
    `${figures.seconds(bar.fromMs)} – ${figures.seconds(bar.toMs)} s: ${bar.label}`;
  return html`<h2>${t("drill.timeline.title")}</h2>
<p class="muted">${t("report.timelineText")}</p>
<div class="scroll wide"><figure><svg viewBox="0 0 ${area.width} ${height}" role="img" aria-label="${t("drill.timeline.title")}">
${marks.map(({ at }, row) => html`<path class="guide" d="M${x(at)},0V${yOf(row)}"/>`)}
${placed.rows.map(({ y, lane, heading }) =>
  lane === null
    ? html`<text class="name" x="0" y="${y + 16}">${heading}</text>`
    : html`<text x="0" y="${y + 12}">${shorten(lane.label, (area.left - 8) / widthOfLetter)}</text>${lane.bars
        .filter(({ fromMs, toMs }) => toMs > span.fromMs && fromMs < span.toMs)
        .map((bar) => {
          const [from, to] = [x(shareOf(bar.fromMs, span)), x(shareOf(bar.toMs, span))];
          const room = (to - from - 8) / widthOfLetter;
          if (bar.isTick === true) return drawTick(bar, told(bar), { from, to, y });
          return html`<g class="t-${bar.tone}"><title>${told(bar)}</title><rect x="${from}" y="${y + 1}" width="${round(Math.max(0.8, to - from))}" height="${laneHeight - 3}"/>${room < 4 ? "" : html`<text x="${from + 4}" y="${y + 12}">${shorten(bar.label, room)}</text>`}</g>`;
        })}`,
)}
${listTicks(span).map((ms) => html`<text x="${x(shareOf(ms, span))}" y="${axisY}" text-anchor="middle" class="clear">${tick(ms)}</text>`)}
${marks.map(({ phase, atMs, errorMs, at, low, high, isBefore }, row) => {
  const y = yOf(row);
  const text = `${t(`drill.phases.${phase}`)} ${t("drill.marks.at", { value: figures.seconds(atMs), error: figures.seconds(errorMs) })}`;
  return html`<g><path class="error" d="M${x(low)},${y}H${x(high)}M${x(low)},${y - 4}v8M${x(high)},${y - 4}v8"/><circle class="at" cx="${x(at)}" cy="${y}" r="3"/><text class="name clear" x="${isBefore ? x(low) - 7 : x(high) + 7}" y="${y + 4}" text-anchor="${isBefore ? "end" : "start"}">${text}</text></g>\n`;
})}</svg></figure></div>
`;
}

/** The louder the higher, as on the page. */
const tickHeights: Readonly<Partial<Record<LaneBar["tone"], number>>> = { failed: 15, warning: 10 };
const lowestTick = 5;
const tickWidth = 3;

function drawTick(
  { tone }: LaneBar,
  told: string,
  { from, to, y }: { readonly from: number; readonly to: number; readonly y: number },
): Html {
  const height = tickHeights[tone] ?? lowestTick;
  return html`<g class="t-${tone} tick"><title>${told}</title><rect x="${from}" y="${y + laneHeight - 2 - height}" width="${round(Math.max(tickWidth, to - from))}" height="${height}"/></g>`;
}

interface PlacedRow {
  readonly y: number;
  /** Null: a heading. */
  readonly lane: TimelineLane | null;
  readonly heading: string;
}

function placeLanes(lanes: readonly TimelineLane[]): {
  readonly rows: readonly PlacedRow[];
  readonly bottom: number;
} {
  const rows: PlacedRow[] = [];
  let y = 0;
  for (const [index, lane] of lanes.entries()) {
    if (lanes[index - 1]?.group !== lane.group) {
      rows.push({ y, lane: null, heading: lane.group });
      y += groupHeight;
    }
    rows.push({ y, lane, heading: lane.group });
    y += laneHeight;
  }
  return { rows, bottom: y };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Letters of Chinese are twice as wide. */
function shorten(text: string, room: number): string {
  let width = 0;
  for (const [index, letter] of [...text].entries()) {
    width += letter > "\u2e80" ? 2 : 1;
    if (width > room) return `${[...text].slice(0, Math.max(1, index - 1)).join("")}…`;
  }
  return text;
}
