import type { DrillDetail, Locale, Operation } from "@primacy/contract";
import { html } from "hono/html";
import { type Html, writeReportPage } from "../../../../server/report/report-page";
import { renderErrorLogs } from "./report-logs";
import {
  nameDrill,
  renderFigures,
  renderMarks,
  renderPlan,
  renderPrediction,
  renderReaders,
  renderSetup,
  renderVerdict,
} from "./report-parts";
import { renderGroups, renderSettings } from "./report-system";
import { renderTimeline } from "./report-timeline";
import { type ReportWords, wordsOf } from "./report-words";

/** What a report is made with. */
export interface DrillReportSetting {
  readonly locale: Locale;
  /** Of Primacy. */
  readonly version: string;
  /** Of its operation; empty where that is kept no more. */
  readonly steps: Operation["steps"];
}

/** A drill as one HTML file that loads and runs nothing, with the SHA-256 of its lines. The same drill gives the same file. */
export function writeDrillReport(drill: DrillDetail, setting: DrillReportSetting): AsyncGenerator<string> {
  const words = wordsOf(setting.locale);
  const title = nameDrill(drill, words);
  return writeReportPage({ locale: setting.locale, title }, renderPieces(drill, setting, words));
}

async function* renderPieces(
  drill: DrillDetail,
  { version, steps }: DrillReportSetting,
  words: ReportWords,
): AsyncGenerator<Html> {
  const { findings } = drill;
  yield renderVerdict(drill, version, words);
  if (findings === null) yield html`<p>${words.t("report.nothing")}</p>\n`;
  else {
    yield renderFigures(findings, words);
    yield html`${renderReaders(findings, words)}`;
    yield renderTimeline(findings, words);
    yield renderMarks(findings, words);
    yield html`${renderErrorLogs(findings.errorLogs, words)}`;
    yield html`${renderPrediction(findings, words)}`;
  }
  yield renderSetup(drill, words);
  yield html`${renderSettings(findings, words)}${renderGroups(findings, words)}`;
  yield html`${renderPlan(steps, words)}`;
}
