"use client";

import { type BenchmarkData, type BenchmarkDetail, withPort } from "@primacy/contract";
import { nameWorkload } from "@primacy/core/benchmark";
import {
  Card,
  formatBytes,
  formatCount,
  formatDuration,
  type KeyValue,
  KeyValueList,
  Link,
} from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { listWorkloadFacts, nameTool } from "../workload-facts";
import { MeanPreparation } from "./run-preparation";

/** With what a benchmark was made: what somebody needs to make it again. */
export function BenchmarkFacts({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark");
  return (
    <Card title={t("facts.title")}>
      <div className="grid gap-x-8 lg:grid-cols-2">
        <KeyValueList items={useWorkloadFacts(benchmark)} />
        <KeyValueList items={[...useScheduleFacts(benchmark), ...useEndpointFacts(benchmark)]} />
      </div>
    </Card>
  );
}

function useWorkloadFacts(benchmark: BenchmarkDetail): readonly KeyValue[] {
  const t = useTranslations("benchmark.facts");
  const article = useTranslations("article");
  const locale = languageTag[useReaderLocale()];
  const dataText = useDataText();
  const words = useTranslations("benchmark");
  const { workload, loadHostId, loadHostName, data, preset } = benchmark;
  const count = (value: number): string => formatCount(value, locale);
  const facts = listWorkloadFacts(workload, {
    size: (tables, rows) => t("sizeOf", { tables, rows: count(rows) }),
    amount: (queries, iterations) => words("setup.queriesOf", { queries: count(queries), iterations }),
    generated: (load, { rows, ints, chars }) =>
      words("setup.generatedOf", { load, rows: count(rows), ints, chars }),
  });
  return [
    {
      key: "host",
      label: t("loadHost"),
      value: (
        <Link href={`/hosts/${loadHostId}`} tone="quiet">
          {loadHostName}
        </Link>
      ),
    },
    { key: "tool", label: t("tool"), value: nameTool(benchmark) },
    { key: "script", label: t("workload"), value: nameWorkload(workload), mono: true },
    ...facts.map(({ label, value, isCode }) => ({ key: label, label: words(label), value, mono: isCode })),
    ...(preset === null
      ? []
      : [{ key: "preset", label: article("follows"), value: article(`presets.${preset}`) }]),
    // Other tools fill their tables by themselves, and say nothing of it.
    ...(workload.tool === "sysbench"
      ? [{ key: "data", label: t("data"), value: data === null ? t("dataNone") : dataText(data) }]
      : []),
  ];
}

function useDataText(): (data: BenchmarkData) => string {
  const t = useTranslations("benchmark.facts");
  const locale = languageTag[useReaderLocale()];
  return ({ seconds, rows, bytes }) => {
    const told = { rows: formatCount(rows, locale), time: formatDuration(seconds * 1_000, locale) };
    return bytes === null
      ? t("dataOf", told)
      : t("dataBytes", { ...told, bytes: formatBytes(bytes, locale) });
  };
}

function useScheduleFacts({
  blocks,
  threads,
  runSeconds,
  warmupSeconds,
  seed,
  workload,
  hygiene,
  runs,
}: BenchmarkDetail): readonly KeyValue[] {
  const t = useTranslations("benchmark.facts");
  const words = useTranslations("benchmark");
  const locale = languageTag[useReaderLocale()];
  const lasts = (seconds: number): string => formatDuration(seconds * 1_000, locale);
  return [
    { key: "threads", label: words("threads"), value: threads.join(", ") },
    {
      key: "schedule",
      label: t("schedule"),
      value:
        workload.tool === "mysqlslap"
          ? words("setup.timeMost", { blocks, seconds: lasts(runSeconds) })
          : t(warmupSeconds === 0 ? "scheduleOf" : "scheduleWarm", {
              blocks,
              seconds: lasts(runSeconds),
              warmup: lasts(warmupSeconds),
            }),
    },
    {
      key: "hygiene",
      label: words("hygiene.title"),
      value: (
        <span className="flex flex-col">
          <span>{words(`hygiene.levels.${hygiene}`)}</span>
          <MeanPreparation runs={runs} />
        </span>
      ),
    },
    { key: "seed", label: t("seed"), value: String(seed), mono: true },
  ];
}

function useEndpointFacts({ arms }: BenchmarkDetail): readonly KeyValue[] {
  const t = useTranslations("benchmark.facts");
  return arms.map(({ name, endpoints }) => ({
    key: `arm-${name}`,
    label: t("endpoints", { name }),
    value: (
      <ul>
        {endpoints.map((one) => (
          <li key={`${one.address}:${one.port}`} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-mono text-xs leading-5">{withPort(one.address, one.port)}</span>
            <span className="text-ink-muted">{one.name}</span>
          </li>
        ))}
      </ul>
    ),
  }));
}
