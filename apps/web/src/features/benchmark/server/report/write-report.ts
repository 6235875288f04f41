import { createHash } from "node:crypto";
import type { ArmCounters, BenchmarkDetail, Locale, RunSeries } from "@primacy/contract";
import { parserOf, tellsSeconds } from "@primacy/core/benchmark";
import { html, raw } from "hono/html";
import { type BlockPlace, listBlocks } from "../../page/benchmark-curves";
import { type Html, renderBlock, renderLatency, renderLegend } from "./report-charts";
import { renderCounters } from "./report-counters";
import { renderAnswer, renderCommands, renderRuns, renderSetup } from "./report-parts";
import { renderPublished } from "./report-published";
import { reportStyle } from "./report-style";
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

/** What a browser lets a report do: be drawn in its own style, and nothing else. */
export const reportPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(reportStyle).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/**
 * A benchmark as one HTML file that loads and runs nothing. Its last line but one holds the SHA-256 of all its other lines. The
 * same benchmark gives the same file.
 */
export async function* writeReport(
  benchmark: BenchmarkDetail,
  setting: ReportSetting,
): AsyncGenerator<string> {
  const words = wordsOf(setting.locale);
  const hash = createHash("sha256");
  for await (const piece of renderPieces(benchmark, setting, words)) {
    const text = (await piece).toString();
    hash.update(text);
    yield text;
  }
  const end = "</footer></body></html>\n";
  const digest = hash.update(end).digest("hex");
  yield (await renderHash(digest, words)).toString();
  yield end;
}

async function* renderPieces(
  benchmark: BenchmarkDetail,
  { version, listSeries, sumCounters }: ReportSetting,
  words: ReportWords,
): AsyncGenerator<Html> {
  const { t, tag } = words;
  yield html`<!doctype html>
<html lang="${tag}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${raw(reportPolicy)}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${t("report.title", { name: benchmark.name })}</title><style>${raw(reportStyle)}</style></head><body>
`;
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
  yield html`<footer>\n<p class="muted">${t("report.hashAgain")}</p>\n`;
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

/** In one line: whoever proves the hash leaves it out. What people typed cannot hold its mark, for quotes are escaped. */
function renderHash(digest: string, { t }: ReportWords): Html {
  return html`<p id="sha256">${t("report.hash")}<code>${digest}</code><br>${t("report.hashHow")}<code>grep -v 'id="sha256"' FILE | sha256sum</code></p>\n`;
}
