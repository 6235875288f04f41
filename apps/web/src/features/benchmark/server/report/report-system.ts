import type { BenchmarkDetail } from "@primacy/contract";
import { listSystemFacts } from "@primacy/core/benchmark";
import { html } from "hono/html";
import type { Html } from "../../../../server/report/report-page";
import { systemTextsOf } from "../../system-texts";
import type { ReportWords } from "./report-words";

/** What the servers and hosts were when it began, as the page has it. */
export function renderSystem({ system, loadHostName }: BenchmarkDetail, words: ReportWords): Html {
  const { t } = words;
  const title = html`<h3>${t("benchmark.system.title")}</h3>\n`;
  if (system === null) return html`${title}<p>${t("benchmark.system.none")}</p>\n`;
  const text = systemTextsOf(words.locale, loadHostName, (key, values) =>
    t(`benchmark.system.${key}`, values),
  );
  const rows = listSystemFacts(system).map(
    ({ fact, readings }) =>
      html`<tr><th scope="row">${text.name(fact)}</th><td>${text.readings(readings)}</td></tr>\n`,
  );
  return html`${title}<p class="muted">${t("benchmark.system.text")}</p>
<table class="setup"><tbody>
${rows}</tbody></table>
`;
}
