import type { BenchmarkDetail } from "@primacy/contract";
import {
  articles,
  findPublishedLoss,
  type PublishedLabel,
  type PublishedTable,
} from "@primacy/core/benchmark";
import { html } from "hono/html";
import type { Html } from "../../../../server/report/report-page";
import { publishedFormat } from "../../article/published-format";
import type { ReportWords } from "./report-words";

/** What the article prints that the benchmark follows, where one of its figures stands beside the answer, and where the article slips. */
export function renderPublished(benchmark: BenchmarkDetail, words: ReportWords): Html | string {
  const { t } = words;
  const { preset, answer } = benchmark;
  const article = articles.find(({ id }) => preset?.startsWith(`article_${id}_`));
  if (article === undefined) return "";
  const has = answer.differences.some(
    ({ arm, threads, loss }) => loss !== null && findPublishedLoss(benchmark, arm, threads) !== null,
  );
  return html`<h2>${t("report.published", { id: article.id })}</h2>
<p class="muted">${t(`article.articles.${article.id}`)}. ${has ? t("article.notePublished") : t("report.publishedNone")}</p>
${article.tables.map((table) => renderTable(table, words))}
${article.slips.length === 0 ? "" : html`<h3>${t("article.slips")}</h3>\n<ul class="muted">${article.slips.map((slip) => html`<li>${t(`article.slipTexts.${slip}`)}</li>`)}</ul>\n`}`;
}

function renderTable({ measure, unit, columns, rows }: PublishedTable, { t, tag }: ReportWords): Html {
  const nameOf = (label: PublishedLabel): string =>
    typeof label === "number" ? t("article.threads", { count: label }) : t(`article.names.${label}`);
  const format = publishedFormat(unit, tag);
  return html`<h3>${t(`article.measures.${measure}`)}</h3>
<div class="scroll"><table><thead><tr><th scope="col">${t("article.what")}</th>${columns.map((column) => html`<th scope="col" class="n">${nameOf(column)}</th>`)}</tr></thead><tbody>
${rows.map(([label, ...values]) => html`<tr><th scope="row">${nameOf(label)}</th>${columns.map((_, at) => html`<td class="n">${format(values[at] ?? null)}</td>`)}</tr>\n`)}</tbody></table></div>
`;
}
