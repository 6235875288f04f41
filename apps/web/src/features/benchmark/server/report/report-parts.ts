import { type BenchmarkDetail, type BenchmarkFigures, type BenchmarkRun, withPort } from "@primacy/contract";
import { nameWorkload, parserOf, rateOf, tellsSeconds } from "@primacy/core/benchmark";
import { listHandCommands, type PrepareCommand, passwordPlace } from "@primacy/core/benchmark/report";
import { formatBytes, formatCount } from "@primacy/ui/format";
import { html } from "hono/html";
import type { Html } from "../../../../server/report/report-page";
import { listAnswers } from "../../answer/answer-order";
import { findSlap } from "../../page/run-order";
import { listWorkloadFacts, nameTool } from "../../workload-facts";
import { renderIntervals } from "./report-charts";
import type { ReportWords } from "./report-words";

/** What the benchmark is, and what it came to: sentences first. */
export function renderAnswer(benchmark: BenchmarkDetail, version: string, words: ReportWords): Html {
  const { t, moment, message } = words;
  const { name, requestedBy: who, createdAt, endedAt, answer, arms } = benchmark;
  const state = t(`benchmark.states.${benchmark.state}`);
  const from = moment(createdAt);
  const { main, byThreads } = listAnswers(answer.differences);
  const drawn = [...main.filter(({ threads }) => threads === null), ...byThreads];
  return html`<h1>${t("report.title", { name })}</h1>
<p class="muted">${endedAt === null ? t("report.begun", { who, from, state }) : t("report.madeBy", { who, from, to: moment(endedAt), state })} ${t("report.madeWith", { version })}</p>
<h2>${t("benchmark.answer.title")}</h2>
${main.length === 0 ? html`<p>${t("report.noDifference")}</p>` : ""}
<ul class="answer">${main.map(
    (one) =>
      html`<li class="${one.verdict === "costs" || one.verdict === "gains" ? "shown" : ""}">${message(one.text)}</li>`,
  )}</ul>
${main.length === 0 ? "" : html`<p class="muted">${t("benchmark.answer.text", { rate: t(`benchmark.rate.${rateOf(benchmark.workload)}`), baseline: arms[0]?.name ?? "", blocks: answer.wholeBlocks })} ${answer.voidBlocks === 0 ? "" : t("benchmark.answer.void", { count: answer.voidBlocks })}</p>`}
${renderIntervals(drawn, benchmark, words)}
${main.length === 0 ? "" : html`<p class="muted">${t("benchmark.answer.method")}</p>`}
`;
}

/** Every run, also those that count for nothing. */
export function renderRuns({ runs, arms, workload }: BenchmarkDetail, words: ReportWords): Html {
  const { t, moment, message } = words;
  const headers = ["run", "block", "threads", "arm", "state"] as const;
  const figures = shownFigures[parserOf(workload)];
  const row = (run: BenchmarkRun): Html =>
    html`<tr><td>${run.ordinal + 1}</td><td>${run.block + 1}</td><td>${run.threads}</td><td>${arms[run.arm]?.name ?? run.arm + 1}</td><td>${t(`benchmark.runs.states.${run.state}`)}</td>${figures.map((one) => tellFigure(one, run, words)).map((text) => html`<td class="n">${text}</td>`)}<td class="whole">${run.startedAt === null ? "–" : moment(run.startedAt).replace(" UTC", "")}</td><td>${run.reason === null ? "" : message(run.reason)}</td></tr>\n`;
  return html`<h2>${t("benchmark.runs.title")}</h2>
<p class="muted">${t(tellsSeconds(workload) ? "benchmark.runs.text" : "benchmark.runs.textShort")}</p>
<div class="scroll"><table><thead><tr>${headers.map((one) => html`<th scope="col">${t(`benchmark.runs.${one}`)}</th>`)}${figures.map((one) => html`<th scope="col" class="n">${t(`benchmark.runs.${one}`)}</th>`)}<th scope="col">${t("report.from")}</th><th scope="col">${t("report.reason")}</th></tr></thead><tbody>
${runs.map(row)}</tbody></table></div>
`;
}

type ShownFigure =
  | "tps"
  | "qps"
  | "tpmC"
  | "slapMean"
  | "slapLeast"
  | "slapMost"
  | "p50"
  | "p95"
  | "p99"
  | "latencyMin"
  | "latencyMean"
  | "latencyMax"
  | "errors";

/** What there is to show of a run, by the tool whose output it is. */
const shownFigures: Readonly<Record<ReturnType<typeof parserOf>, readonly ShownFigure[]>> = {
  sysbench: ["tps", "qps", "latencyMin", "latencyMean", "p50", "p95", "p99", "latencyMax", "errors"],
  mysqlslap: ["qps", "slapMean", "slapLeast", "slapMost"],
  "go-tpc": ["tps", "tpmC", "latencyMean", "latencyMax", "errors"],
};

function tellFigure(name: ShownFigure, run: BenchmarkRun, words: ReportWords): string {
  const { figures } = run;
  if (figures === null) return "–";
  const slap = findSlap(run);
  const latency = (ms: number | null): string => (ms === null ? "–" : words.duration(ms));
  const seconds = (value: number | undefined): string =>
    value === undefined ? "–" : words.duration(value * 1_000);
  switch (name) {
    case "tps":
    case "qps":
      return words.figure(figures[name]);
    case "tpmC":
      return figures.tpmC === undefined ? "–" : words.figure(figures.tpmC);
    case "slapMean":
      return seconds(slap?.meanSeconds);
    case "slapLeast":
      return seconds(slap?.minSeconds);
    case "slapMost":
      return seconds(slap?.maxSeconds);
    case "p50":
    case "p95":
    case "p99":
      return tellLatency(figures.latency[name], words);
    case "latencyMin":
      return latency(figures.latency.minMs);
    case "latencyMean":
      return latency(figures.latency.meanMs);
    case "latencyMax":
      return latency(figures.latency.maxMs);
    case "errors":
      return words.figure(figures.errorsPerSecond);
  }
}

function tellLatency(value: BenchmarkFigures["latency"]["p50"], { t, duration }: ReportWords): string {
  if (value === null) return "–";
  const shown = duration(value.ms);
  return value.isAtLeast ? t("benchmark.runs.atLeast", { value: shown }) : shown;
}

/** With what it was made. */
export function renderSetup(benchmark: BenchmarkDetail, words: ReportWords): Html {
  const { t } = words;
  const facts = listFacts(benchmark, words);
  return html`<h2>${t("benchmark.facts.title")}</h2>
<table class="setup"><tbody>
${facts.map(([label, value]) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>\n`)}</tbody></table>
`;
}

function listFacts(
  benchmark: BenchmarkDetail,
  words: ReportWords,
): readonly (readonly [label: string, value: string])[] {
  const { t, duration, tag } = words;
  const { workload, blocks, runSeconds, warmupSeconds, arms, data } = benchmark;
  const count = (value: number): string => formatCount(value, tag);
  const told = listWorkloadFacts(workload, {
    size: (tables, rows) => t("benchmark.facts.sizeOf", { tables, rows: count(rows) }),
    amount: (queries, iterations) => t("benchmark.setup.queriesOf", { queries: count(queries), iterations }),
    generated: (load, { rows, ints, chars }) =>
      t("benchmark.setup.generatedOf", { load, rows: count(rows), ints, chars }),
  });
  const schedule = { blocks, seconds: duration(runSeconds * 1_000), warmup: duration(warmupSeconds * 1_000) };
  return [
    [t("benchmark.facts.loadHost"), benchmark.loadHostName],
    [t("benchmark.facts.tool"), nameTool(benchmark)],
    [t("benchmark.facts.workload"), nameWorkload(workload)],
    ...told.map(({ label, value }) => [t(`benchmark.${label}`), value.replaceAll("\n", " ")] as const),
    ...(workload.tool === "sysbench"
      ? [
          [
            t("benchmark.facts.data"),
            data === null ? t("benchmark.facts.dataNone") : dataText(data, words),
          ] as const,
        ]
      : []),
    [t("benchmark.threads"), benchmark.threads.join(", ")],
    [
      t("benchmark.facts.schedule"),
      workload.tool === "mysqlslap"
        ? t("benchmark.setup.timeMost", schedule)
        : t(warmupSeconds === 0 ? "benchmark.facts.scheduleOf" : "benchmark.facts.scheduleWarm", schedule),
    ],
    [t("benchmark.hygiene.title"), t(`benchmark.hygiene.levels.${benchmark.hygiene}`)],
    [t("benchmark.facts.seed"), String(benchmark.seed)],
    ...arms.map(({ name, endpoints }) => {
      const places = endpoints.map((one) => `${withPort(one.address, one.port)} (${one.name})`);
      return [t("benchmark.facts.endpoints", { name }), places.join(", ")] as const;
    }),
  ];
}

function dataText(
  { rows, bytes, seconds }: NonNullable<BenchmarkDetail["data"]>,
  { t, tag, duration }: ReportWords,
): string {
  const told = { rows: formatCount(rows, tag), time: duration(seconds * 1_000) };
  return bytes === null
    ? t("benchmark.facts.dataOf", told)
    : t("benchmark.facts.dataBytes", { ...told, bytes: formatBytes(bytes, tag) });
}

/** The commands that repeat it without Primacy. */
export function renderCommands(benchmark: BenchmarkDetail, { t }: ReportWords): Html {
  const commands = listHandCommands(benchmark);
  if (commands === null)
    return html`<h2>${t("report.repeat")}</h2>\n<p>${t("report.repeatNone", { tool: benchmark.workload.tool === "custom" ? benchmark.workload.program : benchmark.workload.tool })}</p>\n`;
  const nameOf = (arm: number): string => benchmark.arms[arm]?.name ?? String(arm + 1);
  const block = (title: string, lines: readonly string[]): Html =>
    html`<h3>${title}</h3>\n<pre>${lines.join("\n")}</pre>\n`;
  const renderPrepare = ({ command, own }: PrepareCommand): Html => {
    const title = t(commands.before.length === 0 ? "report.repeatPrepare" : "report.repeatPrepareAgain");
    const file =
      own === null
        ? ""
        : block(t("report.repeatFile", { file: own.file, arm: title }), [own.config.trimEnd()]);
    return html`${file}${block(title, [command])}`;
  };
  return html`<h2>${t("report.repeat")}</h2>
<p class="muted">${t("report.repeatText", { place: passwordPlace })}</p>
${block(t("report.repeatAccount"), commands.account)}${commands.arms.map(({ arm, file, config }) =>
  block(t("report.repeatFile", { file, arm: nameOf(arm) }), [config.trimEnd()]),
)}${commands.before.length === 0 ? "" : block(t("report.repeatBefore"), commands.before)}${
  commands.prepare === null ? "" : renderPrepare(commands.prepare)
}${commands.arms.map(({ arm, runs }) =>
  block(t("report.repeatRuns", { arm: nameOf(arm) }), runs),
)}${block(t("report.repeatClean"), commands.clean)}`;
}
