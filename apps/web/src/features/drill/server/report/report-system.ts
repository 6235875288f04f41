import type { DrillFindings, DrillTopology } from "@primacy/contract";
import { listDrillSettings } from "@primacy/core/drill/system";
import { html } from "hono/html";
import type { Html } from "../../../../server/report/report-page";
import { memberColumns, systemTextsOf } from "../../system-texts";
import type { ReportWords } from "./report-words";

type Kept = Pick<DrillFindings, "system" | "before" | "after"> | null;

/** Versions, and the variables and timings that prediction and verdict rest on; nothing where they were not kept. */
export function renderSettings(findings: Kept, words: ReportWords): Html | string {
  if (findings === null || findings.system === null) return "";
  const { t } = words;
  const text = textOf(words);
  return html`<h2>${t("drill.system.settings")}</h2>
<table class="setup"><tbody>
${listDrillSettings(findings.system).map(({ setting, readings }) => html`<tr><th scope="row">${text.name(setting)}</th><td>${text.readings(readings)}</td></tr>\n`)}</tbody></table>
`;
}

/** The group before and after, beside each other. */
export function renderGroups(findings: Kept, words: ReportWords): Html | string {
  const { t } = words;
  const kept = (["before", "after"] as const).flatMap((name) => {
    const group = findings?.[name] ?? null;
    return group === null ? [] : [renderGroup(name, group, words)];
  });
  if (kept.length === 0) return "";
  return html`<h2>${t("drill.system.groups")}</h2>
<p class="muted">${t("drill.system.groupText")}</p>
<div class="pair">
${kept}</div>
`;
}

function renderGroup(name: "before" | "after", { atMs, members }: DrillTopology, words: ReportWords): Html {
  const { t, figures } = words;
  const text = textOf(words);
  const columns = ["member", ...memberColumns] as const;
  return html`<div><h3>${t(`drill.system.${name}`, { at: figures.seconds(atMs) })}</h3>
<table><thead><tr>${columns.map((column) => html`<th scope="col">${t(`drill.system.${column}`)}</th>`)}</tr></thead><tbody>
${members.map((member) => html`<tr><th scope="row">${member.name}</th>${text.cells(member).map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>
`;
}

function textOf({ t, locale }: ReportWords) {
  return systemTextsOf(locale, (key, values) => t(`drill.system.${key}`, values));
}
