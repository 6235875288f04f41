import { type DrillErrorLog, mostLogLines } from "@primacy/contract";
import { html } from "hono/html";
import type { Html } from "../../../../server/report/report-page";
import { isNothingLogged, unreadTextOf } from "../../page/log-notes";
import { listLogRows } from "../../page/log-ticks";
import type { ReportWords } from "./report-words";

/** What the servers wrote into their error logs, on the drill's clock; nothing where none was read. */
export function renderErrorLogs(
  logs: readonly DrillErrorLog[] | undefined,
  { t, figures, message }: ReportWords,
): Html | string {
  if (logs === undefined || logs.length === 0) return "";
  const rows = listLogRows(logs);
  const notes = logs.flatMap((log) => [
    ...(log.notRead === null
      ? []
      : [t(`drill.logs.${unreadTextOf(log)}`, { server: log.server, reason: message(log.notRead) })]),
    ...(log.isCut ? [t("drill.logs.cut", { server: log.server, most: mostLogLines })] : []),
  ]);
  const at = (atMs: number, errorMs: number): string =>
    t("drill.marks.at", { value: figures.seconds(atMs), error: figures.seconds(errorMs) });
  return html`<h2>${t("drill.logs.title")}</h2>
<p class="muted">${t("drill.logs.text")}</p>
${notes.map((note) => html`<p class="muted">${note}</p>\n`)}${isNothingLogged(logs) ? html`<p>${t("drill.logs.none")}</p>` : ""}${
  rows.length === 0
    ? ""
    : html`<div class="scroll"><table><thead><tr><th scope="col" class="n">${t("drill.logs.at")}</th>${(["member", "priority", "code", "line"] as const).map((one) => html`<th scope="col">${t(`drill.logs.${one}`)}</th>`)}</tr></thead><tbody>
${rows.map(({ server, line }) => html`<tr><td class="n">${at(line.atMs, line.errorMs)}</td><th scope="row">${server}</th><td>${line.priority}</td><td class="whole"><code>${line.code}</code></td><td class="any"><code>${line.text}</code></td></tr>\n`)}</tbody></table></div>`
}
`;
}
