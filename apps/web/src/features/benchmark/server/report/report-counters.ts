import type { ArmCounters, BenchmarkDetail } from "@primacy/contract";
import { compareArmCounters } from "@primacy/core/benchmark";
import { html } from "hono/html";
import type { Html } from "../../../../server/report/report-page";
import { formatCounter } from "../../counter-format";
import type { ReportWords } from "./report-words";

/** What the primary did otherwise through one arm than through the first; nothing where there is one arm alone. */
export function renderCounters(
  { arms }: Pick<BenchmarkDetail, "arms">,
  sums: readonly ArmCounters[],
  { t, tag }: ReportWords,
): Html | string {
  if (arms.length < 2) return "";
  const title = html`<h2>${t("benchmark.counters.differed")}</h2>\n`;
  // Benchmarks of earlier releases have runs whose transactions nobody counted.
  const known = sums.filter(({ transactions }) => transactions > 0);
  const isKnown = known.length > 1 && known.some(({ arm }) => arm === 0);
  if (!isKnown) return html`${title}<p>${t("benchmark.counters.differedUnknown")}</p>\n`;
  const rows = compareArmCounters(arms.length, known);
  if (rows.length === 0) return html`${title}<p>${t("benchmark.counters.differedNone")}</p>\n`;
  return html`${title}<p class="muted">${t("benchmark.counters.differedText")}</p>
<div class="scroll"><table><thead><tr><th scope="col">${t("benchmark.counters.counter")}</th>${arms.map(({ name }) => html`<th scope="col" class="n">${name}</th>`)}</tr></thead><tbody>
${rows.map(({ counter, perTransaction }) => html`<tr><th scope="row">${counter}</th>${perTransaction.map((value) => html`<td class="n">${value === null ? "–" : formatCounter(counter, value, tag)}</td>`)}</tr>\n`)}</tbody></table></div>
`;
}
