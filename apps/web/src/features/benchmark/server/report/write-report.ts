import type { ArmCounters, BenchmarkDetail, Locale, RunSeries } from "@primacy/contract";
import { parserOf, tellsSeconds } from "@primacy/core/benchmark";
import { html } from "hono/html";
import { type Html, writeReportPage } from "../../../../server/report/report-page";
import { type BlockPlace, listBlocks } from "../../page/benchmark-curves";
import { renderBlock, renderLatency, renderLegend } from "./report-charts";
import { renderCounters } from "./report-counters";
import { renderAnswer, renderCommands, renderRuns, renderSetup } from "./report-parts";
import { renderPublished } from "./report-published";
import { renderSystem } from "./report-system";
import { type ReportWords, wordsOf } from "./report-words";

/** What a report is made with. */
export interface ReportSetting {
  readonly locale: Locale;
  /** Of Primacy. */
  readonly version: string;
  readonly listSeries: (place: BlockPlace) => Promise<readonly RunSeries[]>;
  readonly sumCounters: () => Promise<readonly ArmCounters[]>;
}

/** The curves of more blocks would make a file that is slow to open: these are 24 × 10 arms × 300 points. */
const mostBlocks = 24;

/**
 * A benchmark as one HTML file that loads and runs nothing. Its last line but one holds the SHA-256 of all its other lines. The
 * same benchmark gives the same file.
 */
export async function* writeReport(
  benchmark: BenchmarkDetail,
  setting: ReportSetting,
): AsyncGenerator<string> {
  const words = wordsOf(setting.locale);
  const title = words.t("report.title", { name: benchmark.name });
  yield* writeReportPage({ locale: setting.locale, title }, renderPieces(benchmark, setting, words));
}

async function* renderPieces(
  benchmark: BenchmarkDetail,
  { version, listSeries, sumCounters }: ReportSetting,
  words: ReportWords,
): AsyncGenerator<Html> {
  const { t } = words;
  yield renderAnswer(benchmark, version, words);
  yield html`${renderPublished(benchmark, words)}`;
  // A tool that tells nothing while it runs has neither percentiles of all its transactions nor seconds.
  if (!tellsSeconds(benchmark.workload)) {
    const tool = parserOf(benchmark.workload);
    yield html`<h2>${t("report.curves")}</h2>\n<p class="muted">${t("benchmark.results.noCurve", { tool })}</p>\n`;
  } else {
    yield html`<h2>${t("report.latency")}</h2>\n<p class="muted">${t("report.latencyText")}</p>\n${renderLegend(benchmark)}${renderLatency(benchmark, words)}`;
    yield* renderCurves(benchmark, listSeries, words);
  }
  yield renderRuns(benchmark, words);
  yield html`${renderCounters(benchmark, await sumCounters(), words)}`;
  yield renderSetup(benchmark, words);
  yield renderSystem(benchmark, words);
  yield renderCommands(benchmark, words);
}

async function* renderCurves(
  benchmark: BenchmarkDetail,
  listSeries: ReportSetting["listSeries"],
  words: ReportWords,
): AsyncGenerator<Html> {
  const { t } = words;
  const measured = new Set(
    benchmark.runs
      .filter(({ state }) => state !== "waiting")
      .map(({ block, threads }) => `${block} ${threads}`),
  );
  const places = listBlocks(benchmark)
    .flatMap((block) => benchmark.threads.map((threads) => ({ block, threads })))
    .filter(({ block, threads }) => measured.has(`${block} ${threads}`));
  const shown = places.slice(0, mostBlocks);
  yield html`<h2>${t("report.curves")}</h2>\n<p class="muted">${places.length === 0 ? t("report.curvesNone") : t("report.curvesText")} ${places.length === shown.length ? "" : t("report.curvesMore", { shown: shown.length, all: places.length })}</p>\n`;
  if (shown.length === 0) return;
  yield renderLegend(benchmark);
  let step = 1;
  yield html`<div class="curves">\n`;
  for (const place of shown) {
    const series = await listSeries(place);
    step = Math.max(step, ...series.map(({ stepSeconds }) => stepSeconds));
    yield renderBlock(benchmark, place, series, words);
  }
  yield html`</div>\n${step === 1 ? "" : html`<p class="muted">${t("report.curvesBand", { seconds: step })}</p>\n`}`;
}
