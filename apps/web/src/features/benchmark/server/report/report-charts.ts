import type { ArmDifference, BenchmarkDetail, RunSeries } from "@primacy/contract";
import { findPublishedLoss, rateOf } from "@primacy/core/benchmark";
import {
  drawCurves,
  drawIntervals,
  drawLatency,
  type PlotArea,
  type Tick,
} from "@primacy/core/benchmark/report";
import { html } from "hono/html";
import type { Html } from "../../../../server/report/report-page";
import { type ArmLook, looksOf } from "../../benchmark-names";
import { type BlockPlace, runsAt, toCurves } from "../../page/benchmark-curves";
import type { ReportWords } from "./report-words";

const none: ArmLook = { kind: "control", nth: 0 };

/** The class in which an arm is drawn: colour of its way, dash of its place among those. */
function classOf({ kind, nth }: ArmLook = none): string {
  return nth === 0 ? `k-${kind}` : `k-${kind} n-${((nth - 1) % 4) + 1}`;
}

/** Which line is whose. */
export function renderLegend({ arms }: Pick<BenchmarkDetail, "arms">): Html {
  const looks = looksOf(arms);
  return html`<ul class="legend">${arms.map(
    ({ name }, arm) =>
      html`<li><svg viewBox="0 0 24 8" aria-hidden="true" class="${classOf(looks[arm])}"><path class="line" d="M1,4L23,4"/></svg>${name}</li>`,
  )}</ul>\n`;
}

/** The loss of each arm as a bar with its interval; empty where no arm has one. */
export function renderIntervals(
  differences: readonly ArmDifference[],
  benchmark: Pick<BenchmarkDetail, "arms" | "preset" | "threads" | "workload">,
  { t, percent }: ReportWords,
): Html | string {
  const { arms, workload } = benchmark;
  const looks = looksOf(arms);
  const rows = differences.flatMap(({ arm, threads, loss: middle, low, high }) => {
    if (middle === null || low === null || high === null) return [];
    const name = shorten(arms[arm]?.name ?? "");
    const label =
      threads === null
        ? t("benchmark.answer.overall", { arm: name })
        : t("benchmark.answer.threads", { arm: name, threads });
    const mark = findPublishedLoss(benchmark, arm, threads);
    return [{ label, look: looks[arm], middle, low, high, ...(mark === null ? {} : { mark }) }];
  });
  if (rows.length === 0) return "";
  const { area, zeroX, ticks, bars } = drawIntervals(rows);
  return html`<figure><svg viewBox="0 0 ${area.width} ${area.height}" role="img" aria-label="${t("benchmark.answer.plot", { rate: t(`benchmark.rate.${rateOf(workload)}`) })}">
${renderTicksX(area, ticks, percent)}<path class="zero" d="M${zeroX},${area.top}V${area.bottom}"/>
${rows.map(({ label, look, middle, low, high, mark }, row) => {
  const bar = bars[row];
  if (bar === undefined) return "";
  const { y, fromX, toX, lowX, highX, markX } = bar;
  const published = mark === undefined ? "" : `; ${t("report.publishedMark", { value: percent(mark) })}`;
  return html`<g class="${classOf(look)}"><title>${`${label}: ${percent(middle)} (${percent(low)} … ${percent(high)})${published}`}</title><rect class="bar" x="${fromX}" y="${y - 8}" width="${Math.max(0, toX - fromX)}" height="16"/><path class="whisker" d="M${lowX},${y}H${highX}M${lowX},${y - 5}v10M${highX},${y - 5}v10"/><text class="name" x="${area.left - 10}" y="${y + 4}" text-anchor="end">${label}</text><text class="name" x="${area.width - 4}" y="${y + 4}" text-anchor="end">${percent(middle)}</text>${markX === null ? "" : html`<circle class="mark" cx="${markX}" cy="${y}" r="5"/>`}</g>\n`;
})}</svg></figure>\n`;
}

/** Latency against throughput, with the numbers of threads beside the line. */
export function renderLatency({ runs, arms }: BenchmarkDetail, words: ReportWords): Html {
  const { t, figure, duration } = words;
  const drawing = drawLatency(runs);
  if (drawing === null) return html`<p class="muted">${t("report.latencyNone")}</p>\n`;
  const looks = looksOf(arms);
  const { area, ticksX, ticksY } = drawing;
  return html`<figure><svg viewBox="0 0 ${area.width} ${area.height + 14}" role="img" aria-label="${t("report.latency")}">
${renderTicksX(area, ticksX, figure)}${renderTicksY(area, ticksY, duration)}
<text x="${area.right}" y="${area.height + 8}" text-anchor="end">${t("report.tpsAxis")}</text><text x="${area.left + 6}" y="${area.top + 4}">${t("report.p95Axis")}</text>
${drawing.arms.map(
  ({ arm, points, middles, line }) =>
    html`<g class="${classOf(looks[arm])}">${points.map(({ x, y }) => html`<circle class="dot" cx="${x}" cy="${y}" r="3"/>`)}<path class="line" d="${line}"/>${middles.map(({ threads, x, y }) => html`<text x="${x + 6}" y="${y - 6}">${threads}</text>`)}</g>\n`,
)}</svg></figure>\n`;
}

/** TPS of one block, second by second. */
export function renderBlock(
  benchmark: BenchmarkDetail,
  place: BlockPlace,
  series: readonly RunSeries[],
  { t, figure, duration }: ReportWords,
): Html {
  const { arms, warmupSeconds, runSeconds } = benchmark;
  const looks = looksOf(arms);
  const runs = runsAt(benchmark, place);
  const { points, stepSeconds, lastSecond } = toCurves(series, runs, "tps");
  const toX = Math.max(warmupSeconds + runSeconds, lastSecond);
  const inputs = runs.map(({ id }) => ({
    id,
    points: points.map(({ x, values }) => ({ x, figure: values[id] ?? null })),
  }));
  const { area, ticksX, ticksY, warmupX, curves } = drawCurves(inputs, { toX, warmupSeconds });
  const title = t("report.block", { block: place.block + 1, threads: place.threads });
  return html`<figure><h3>${title}</h3><svg viewBox="0 0 ${area.width} ${area.height}" role="img" aria-label="${title}">
<rect class="warmup" x="${area.left}" y="${area.top}" width="${warmupX - area.left}" height="${area.bottom - area.top}"/>
${renderTicksX(area, ticksX, (second) => (second === 0 ? "0" : duration(second * 1_000)))}${renderTicksY(area, ticksY, figure)}
${curves.map(({ line, band }, index) => {
  const look = looks[runs[index]?.arm ?? 0];
  return html`<g class="${classOf(look)}">${stepSeconds > 1 ? html`<path class="band" d="${band}"/>` : ""}<path class="line" d="${line}"/></g>\n`;
})}</svg></figure>\n`;
}

function renderTicksX(area: PlotArea, ticks: readonly Tick[], text: (value: number) => string): Html[] {
  return ticks.map(
    ({ value, at }) =>
      html`<path class="grid" d="M${at},${area.top}V${area.bottom}"/><text x="${at}" y="${area.bottom + 16}" text-anchor="middle">${text(value)}</text>`,
  );
}

function renderTicksY(area: PlotArea, ticks: readonly Tick[], text: (value: number) => string): Html[] {
  return ticks.map(
    ({ value, at }) =>
      html`<path class="grid" d="M${area.left},${at}H${area.right}"/><text x="${area.left - 6}" y="${at + 4}" text-anchor="end">${text(value)}</text>`,
  );
}

/** A long name would lie under the bars; the table has it whole. */
function shorten(name: string): string {
  const signs = [...name];
  return signs.length <= 16 ? name : `${signs.slice(0, 15).join("")}…`;
}
