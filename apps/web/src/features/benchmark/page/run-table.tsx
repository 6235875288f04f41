"use client";

import type { BenchmarkDetail, BenchmarkFigures, BenchmarkRun, SlapResult } from "@primacy/contract";
import { parserOf, tellsSeconds } from "@primacy/core/benchmark";
import {
  Button,
  Card,
  type ColumnSort,
  type DataColumn,
  DataTable,
  formatBytes,
  formatDuration,
  formatSignificant,
  SERIES_COLORS,
  StatusPip,
} from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { directionOf, nextSorting } from "../../../client/list-query";
import { useMessageText, useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { blockNumber, looksOf } from "../benchmark-names";
import { runTone } from "../benchmark-tone";
import { RunCountersPanel } from "./run-counters";
import { findSlap, RunSort, sortRuns } from "./run-order";
import { RunPreparationCell } from "./run-preparation";
import { useLatencyText } from "./use-latency-text";
import { usePagePlace } from "./use-page-place";

/** More runs than these stand behind a button: a long table is slow to draw. */
const foldAbove = 100;

/** Every run that has begun, with its figures, in the order that the address asks for; of the others only how many there are. */
export function RunTable({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.runs");
  const { sorting } = usePagePlace();
  const [isWhole, setWhole] = useState(false);
  const columns = useRunColumns(benchmark);
  const sort = sorting.sort ?? "run";
  const begun = benchmark.runs.filter(({ state }) => state !== "waiting");
  const waiting = benchmark.runs.length - begun.length;
  const runs = sortRuns(begun, sort, directionOf({ ...sorting, own: "run" }, sort) ?? "asc");
  const isFolded = runs.length > foldAbove && !isWhole;
  return (
    <Card
      title={t("title")}
      description={t(tellsSeconds(benchmark.workload) ? "text" : "textShort")}
      padding="none"
    >
      <DataTable
        caption={t("title")}
        density="compact"
        rows={isFolded ? runs.slice(0, foldAbove) : runs}
        rowKey={({ id }) => id}
        columns={columns}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-2 text-ink-muted text-xs empty:hidden">
        {isFolded ? (
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            {t("showAll", { count: runs.length })}
          </Button>
        ) : null}
        {waiting === 0 ? null : <span>{t("waiting", { count: waiting })}</span>}
      </div>
      <RunCountersPanel benchmark={benchmark} />
    </Card>
  );
}

function useRunColumns({ arms, runs, workload }: BenchmarkDetail): readonly DataColumn<BenchmarkRun>[] {
  const t = useTranslations("benchmark.runs");
  const counters = useTranslations("benchmark.counters");
  const hygiene = useTranslations("benchmark.hygiene");
  const { choose } = usePagePlace();
  const figure = useFigureTexts();
  const sortBy = useRunSort();
  const looks = looksOf(arms);
  const figureColumn = (id: RunSort, read: (figures: BenchmarkFigures) => ReactNode) =>
    ({
      id,
      header: t(id),
      align: "end",
      sort: sortBy(id),
      cell: ({ figures }: BenchmarkRun) => (figures === null ? "–" : read(figures)),
    }) as const;
  const errors = figureColumn("errors", ({ errorsPerSecond }) => figure.rate(errorsPerSecond));
  const tps = figureColumn("tps", (one) => figure.rate(one.tps));
  const qps = figureColumn("qps", (one) => figure.rate(one.qps));
  const slapColumn = (id: RunSort, read: (result: SlapResult) => number) =>
    ({
      ...figureColumn(id, () => null),
      cell: (run: BenchmarkRun) => {
        const result = findSlap(run);
        return result === null ? "–" : figure.seconds(read(result));
      },
    }) as const;
  const figuresOf = {
    sysbench: [
      tps,
      qps,
      figureColumn("p50", ({ latency }) => figure.latency(latency.p50)),
      figureColumn("p95", ({ latency }) => figure.latency(latency.p95)),
      figureColumn("p99", ({ latency }) => figure.latency(latency.p99)),
      errors,
    ],
    mysqlslap: [
      qps,
      slapColumn("slapMean", ({ meanSeconds }) => meanSeconds),
      slapColumn("slapLeast", ({ minSeconds }) => minSeconds),
      slapColumn("slapMost", ({ maxSeconds }) => maxSeconds),
    ],
    "go-tpc": [
      tps,
      figureColumn("tpmC", ({ tpmC }) => (tpmC === undefined ? "–" : figure.rate(tpmC))),
      errors,
    ],
  } as const;
  return [
    {
      id: "run",
      header: t("run"),
      rowHeader: true,
      sort: sortBy("run"),
      cell: ({ ordinal }) => <span className="tabular-nums">{ordinal + 1}</span>,
    },
    {
      id: "block",
      header: t("block"),
      align: "end",
      sort: sortBy("block"),
      cell: ({ block }) => blockNumber(block),
    },
    {
      id: "threads",
      header: t("threads"),
      align: "end",
      sort: sortBy("threads"),
      cell: ({ threads }) => threads,
    },
    {
      id: "arm",
      header: t("arm"),
      sort: sortBy("arm"),
      cell: ({ arm }) => (
        <span className="inline-flex items-center gap-2 align-middle">
          <span
            aria-hidden
            className="h-[3px] w-3 shrink-0 rounded-full"
            style={{ background: SERIES_COLORS[looks[arm]?.kind ?? "control"] }}
          />
          {arms[arm]?.name ?? arm + 1}
        </span>
      ),
    },
    { id: "state", header: t("state"), sort: sortBy("state"), cell: (run) => <RunState run={run} /> },
    ...figuresOf[parserOf(workload)],
    ...(runs.some((run) => run.figures?.network !== undefined)
      ? [
          figureColumn("networkPrimary", ({ network }) => figure.network(network?.primary)),
          figureColumn("networkSecondaries", ({ network }) => figure.network(network?.secondaries)),
        ]
      : []),
    ...(runs.some((run) => run.preparation !== undefined)
      ? [
          {
            id: "preparation",
            header: hygiene("column"),
            cell: (run: BenchmarkRun) => <RunPreparationCell run={run} />,
          },
        ]
      : []),
    {
      id: "counters",
      header: counters("column"),
      cell: ({ id, ordinal, state }) =>
        state === "running" ? (
          "–"
        ) : (
          <Button
            size="sm"
            variant="ghost"
            aria-label={counters("showOf", { run: ordinal + 1 })}
            onClick={() => choose({ counters: id })}
          >
            {counters("show")}
          </Button>
        ),
    },
  ];
}

function useRunSort(): (field: RunSort) => ColumnSort {
  const { sorting, choose } = usePagePlace();
  const sorted = { ...sorting, own: RunSort.enum.run };
  return (field) => {
    const now = directionOf<RunSort>(sorted, field);
    const { sort, order } = nextSorting<RunSort>(sorted, field);
    return {
      kind: "call",
      onSort: () => choose({ sort, order }),
      direction: now === undefined ? undefined : now === "asc" ? "ascending" : "descending",
    };
  };
}

/** A state and, of a run that counts for nothing, the reason. */
function RunState({ run: { state, reason } }: { readonly run: BenchmarkRun }): ReactNode {
  const t = useTranslations("benchmark.runs.states");
  const text = useMessageText();
  return (
    <span className="flex flex-col">
      <StatusPip tone={runTone[state]} label={t(state)} />
      {reason === null ? null : <span className="min-w-40 text-ink-muted text-xs">{text(reason)}</span>}
    </span>
  );
}

function useFigureTexts() {
  const t = useTranslations("benchmark.runs");
  const locale = languageTag[useReaderLocale()];
  return {
    rate: (value: number): string => formatSignificant(value, locale),
    seconds: (value: number): string => formatDuration(value * 1_000, locale),
    network: (value: NonNullable<BenchmarkFigures["network"]>["primary"] | undefined): ReactNode => {
      if (value == null) return "–";
      return (
        <span className="flex flex-col text-xs">
          <span>{t("networkIn", { bytes: formatBytes(value.inBytes, locale) })}</span>
          <span>{t("networkOut", { bytes: formatBytes(value.outBytes, locale) })}</span>
        </span>
      );
    },
    latency: useLatencyText(),
  };
}
