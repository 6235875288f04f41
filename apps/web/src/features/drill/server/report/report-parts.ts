import {
  type DrillDetail,
  type DrillEndpointOutcome,
  type DrillEstimate,
  type DrillFindings,
  type DrillReaderOutcome,
  type Operation,
  withPort,
} from "@primacy/contract";
import { describeSpan } from "@primacy/core/check";
import { html } from "hono/html";
import type { Html } from "../../../../server/report/report-page";
import { faultValues } from "../../fault-values";
import { nameWay } from "../../name-way";
import type { ReportWords } from "./report-words";

/** What a drill did, in a few words. */
export function nameDrill(drill: DrillDetail, { t }: ReportWords): string {
  const fault = t(`drill.faults.${drill.fault.kind}`, { ...faultValues(drill) });
  return t("report.title", { cluster: drill.clusterName, fault });
}

/** What was done, and what it came to: sentences first. */
export function renderVerdict(drill: DrillDetail, version: string, words: ReportWords): Html {
  const { t, moment, message } = words;
  const { requestedBy: who, startedAt, endedAt, verdict, heal } = drill;
  const from = moment(startedAt);
  return html`<h1>${nameDrill(drill, words)}</h1>
<p class="muted">${endedAt === null ? t("report.begun", { who, from }) : t("report.madeBy", { who, from, to: moment(endedAt) })} ${t("report.madeWith", { version })}</p>
<h2>${t("report.verdict")}</h2>
${heal === "unhealed" ? html`<p class="answer t-failed"><strong>${t("report.unhealed")}</strong></p>` : ""}
${verdict === null ? html`<p>${t("report.running")}</p>` : html`<p class="answer"><strong class="verdict-${verdict.kind}">${t("report.standing", { verdict: t(`drill.standing.${verdict.kind}`) })}</strong> ${message(verdict.sentence)}</p>\n<ul>${verdict.notes.map((note) => html`<li>${message(note)}</li>`)}</ul>`}
`;
}

/** What clients of each way met. */
export function renderFigures({ endpoints }: DrillFindings, { t, figures, comma }: ReportWords): Html {
  const { gap, number, count, first } = figures;
  const listErrors = ({ errors }: DrillEndpointOutcome): string =>
    errors.map((one) => `${one.code} × ${number(one.count)}`).join(comma);
  // A row for each figure: at most four endpoints stand side by side, also on paper.
  const rows = [
    ["write", (one: DrillEndpointOutcome) => gap(one.writeGap)],
    ["read", (one: DrillEndpointOutcome) => gap(one.readGap)],
    ["login", (one: DrillEndpointOutcome) => gap(one.loginGap)],
    ["firstLogin", ({ firstAfter: at }: DrillEndpointOutcome) => first(at.loginMs, at.loginErrorMs)],
    ["firstRead", ({ firstAfter: at }: DrillEndpointOutcome) => first(at.readMs, at.readErrorMs)],
    ["firstWrite", ({ firstAfter: at }: DrillEndpointOutcome) => first(at.writeMs, at.writeErrorMs)],
    ["acked", (one: DrillEndpointOutcome) => number(one.attempts.acked)],
    ["lost", (one: DrillEndpointOutcome) => count(one.lost)],
    ["unknown", (one: DrillEndpointOutcome) => `${count(one.unknownThere)} / ${count(one.unknownAbsent)}`],
    ["phantom", (one: DrillEndpointOutcome) => count(one.phantom)],
    ["stale", (one: DrillEndpointOutcome) => (one.staleReads === null ? "–" : number(one.staleReads))],
    ["errors", listErrors],
  ] as const;
  return html`<h2>${t("drill.figures.title")}</h2>
<p class="muted">${t("drill.figures.text")}</p>
<div class="scroll"><table><thead><tr><th scope="col">${t("drill.figures.endpoint")}</th>${endpoints.map((one) => html`<th scope="col">${nameWay(one)}</th>`)}</tr></thead><tbody>
${rows.map(([figure, read]) => html`<tr><th scope="row">${t(`drill.figures.${figure}`)}</th>${endpoints.map((one) => html`<td class="any">${read(one)}</td>`)}</tr>\n`)}</tbody></table></div>
`;
}

/** What clients that only read met; nothing where there were none. */
export function renderReaders(
  { readers = [] }: DrillFindings,
  { t, figures, comma, locale }: ReportWords,
): Html | string {
  if (readers.length === 0) return "";
  const { gap, lag, median, number } = figures;
  const rows: readonly (readonly [string, (one: DrillReaderOutcome) => string])[] = [
    [t("drill.readers.lag"), (one) => lag(one.lag)],
    [t("drill.readers.median"), (one) => median(one.lag)],
    [t("drill.figures.read"), ({ readGap }) => gap(readGap)],
    [t("drill.figures.login"), ({ loginGap }) => gap(loginGap)],
    [t("drill.readers.answered"), ({ attempts }) => number(attempts.answered)],
    [
      t("drill.readers.servers"),
      ({ servers }) =>
        servers
          .map(({ server, reads, logins }) =>
            t("drill.readers.server", { server, reads: number(reads), logins: number(logins) }),
          )
          .join(locale === "zh" ? "；" : "; "),
    ],
    [
      t("drill.figures.errors"),
      ({ errors }) => errors.map((one) => `${one.code} × ${number(one.count)}`).join(comma),
    ],
  ];
  return html`<h2>${t("drill.readers.title")}</h2>
<p class="muted">${t("drill.readers.text")}</p>
<div class="scroll"><table><thead><tr><th scope="col">${t("drill.figures.endpoint")}</th>${readers.map((one) => html`<th scope="col">${nameWay(one)}</th>`)}</tr></thead><tbody>
${rows.map(([name, read]) => html`<tr><th scope="row">${name}</th>${readers.map((one) => html`<td class="any">${read(one)}</td>`)}</tr>\n`)}</tbody></table></div>
`;
}

/** Each phase, predicted and measured. */
export function renderMarks({ marks, predicted }: DrillFindings, { t, figures, message }: ReportWords): Html {
  const range = (phase: string): string => {
    const found = predicted.find((one) => one.phase === phase);
    return found === undefined
      ? "–"
      : t("drill.marks.range", { from: figures.seconds(found.minMs), to: figures.seconds(found.maxMs) });
  };
  return html`<h2>${t("drill.marks.title")}</h2>
<p class="muted">${t("drill.marks.text")}</p>
<div class="scroll"><table><thead><tr><th scope="col">${t("drill.marks.phase")}</th>${(["predicted", "measured"] as const).map((one) => html`<th scope="col" class="n">${t(`drill.marks.${one}`)}</th>`)}<th scope="col">${t("drill.marks.by")}</th><th scope="col">${t("drill.marks.detail")}</th></tr></thead><tbody>
${marks.map(({ phase, atMs, errorMs, seenBy, detail }) => html`<tr><th scope="row">${t(`drill.phases.${phase}`)}</th><td class="n">${range(phase)}</td><td class="n">${t("drill.marks.at", { value: figures.seconds(atMs), error: figures.seconds(errorMs) })}</td><td>${seenBy ?? t("drill.marks.console")}</td><td>${detail === null ? "" : message(detail)}</td></tr>\n`)}</tbody></table></div>
`;
}

/** For how long writes were to stop, by which variables: through a VIP, and then through each proxy of which it was known. */
export function renderPrediction(
  { estimate, wayEstimates, endpoints }: DrillFindings,
  words: ReportWords,
): Html | string {
  if (estimate === null && wayEstimates.length === 0) return "";
  const ways = wayEstimates.map((way) => {
    const { address, port } = way.endpoint;
    const label = endpoints.find(
      (one) => one.endpoint.address === address && one.endpoint.port === port,
    )?.label;
    const place = withPort(address, port);
    const endpoint = label === undefined || label === address ? place : `${label} ${place}`;
    return html`<h3>${words.t("report.predictedThrough", { endpoint })}</h3>
${renderEstimate(way.estimate, words, "predictedThroughText")}`;
  });
  return html`<h2>${words.t("report.predicted")}</h2>
${estimate === null ? "" : renderEstimate(estimate, words, "predictedText")}${ways}`;
}

function renderEstimate(
  estimate: DrillEstimate,
  { t, message }: ReportWords,
  by: "predictedText" | "predictedThroughText",
): Html {
  return html`<p class="muted">${t(`report.${by}`, { range: message(describeSpan(estimate)) })}</p>
<table class="setup"><tbody>
${estimate.parts.map((part) => html`<tr><td>${message(part.text)}</td><td class="n">${message(describeSpan(part))}</td></tr>\n`)}</tbody></table>
${estimate.because.slice(estimate.parts.length).map((note) => html`<p class="muted">${message(note)}</p>`)}
`;
}

/** How it was made. */
export function renderSetup(drill: DrillDetail, words: ReportWords): Html {
  const { t, duration, comma, figures } = words;
  const { fault, target, other, proxy, observer, endpoints, readEndpoints, objectiveMs, heal, findings } =
    drill;
  const list = (ways: DrillDetail["endpoints"]): string =>
    ways.map(({ address, port }) => withPort(address, port)).join(comma);
  const ledgers = (findings?.ledgers ?? []).map(({ server, rows }) =>
    rows === null ? t("drill.facts.unread", { server }) : `${server}: ${figures.number(rows)}`,
  );
  const rows: readonly (readonly [string, string])[] = [
    [t("report.cluster"), drill.clusterName],
    [
      t("report.fault"),
      t("drill.page.verdict", {
        verdict: t(`drill.catalog.${fault.kind}.name`),
        sentence: t(`drill.catalog.${fault.kind}.does`),
      }),
    ],
    [t("drill.facts.target"), proxy?.host ?? target.name],
    ...(other === null ? [] : [[t("drill.facts.other"), other.name] as const]),
    ...("restarts" in fault
      ? [[t("drill.facts.after"), t(`drill.facts.${fault.restarts ? "restarts" : "stays"}`)] as const]
      : []),
    ...(fault.kind === "cpu_pressure" ? [[t("drill.facts.load"), String(fault.perProcessor)] as const] : []),
    ...(fault.kind === "fill_disk"
      ? [[t("drill.facts.fullFor"), duration(fault.seconds * 1_000)] as const]
      : []),
    [t("drill.facts.observer"), observer.name],
    [t("drill.facts.endpoints"), list(endpoints)],
    ...(readEndpoints.length === 0 ? [] : [[t("drill.facts.readEndpoints"), list(readEndpoints)] as const]),
    [t("drill.facts.objective"), duration(objectiveMs)],
    [t("drill.facts.heal"), t(`drill.facts.heals.${heal}`)],
    ...(ledgers.length === 0 ? [] : [[t("drill.facts.ledgers"), ledgers.join(comma)] as const]),
  ];
  return html`<h2>${t("report.setup")}</h2>
<table class="setup"><tbody>
${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`)}</tbody></table>
`;
}

/** The steps of its operation with their times; nothing where they are kept no more. */
export function renderPlan(steps: Operation["steps"], words: ReportWords): Html | string {
  const { t, message, moment } = words;
  const at = (instant: string | null): string =>
    instant === null ? "–" : moment(instant).replace(" UTC", "");
  if (steps.length === 0) return "";
  return html`<h2>${t("report.plan")}</h2>
<div class="scroll"><table><thead><tr><th scope="col">${t("report.step")}</th><th scope="col">${t("report.begunAt")}</th><th scope="col">${t("report.endedAt")}</th><th scope="col">${t("drill.marks.detail")}</th></tr></thead><tbody>
${steps.map((step) => html`<tr><th scope="row">${message(step.title)}</th><td class="whole">${at(step.startedAt)}</td><td class="whole">${at(step.finishedAt)}</td><td>${step.detail === null ? "" : message(step.detail)}</td></tr>\n`)}</tbody></table></div>
`;
}
