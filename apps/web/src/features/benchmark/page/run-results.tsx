"use client";

import type { BenchmarkDetail, BenchmarkRun, SlapResult, TransactionKind } from "@primacy/contract";
import { parserOf } from "@primacy/core/benchmark";
import { Card, DataTable, formatCount, formatDuration, formatSignificant } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useReaderLocale } from "../../../client/use-locale";
import { languageTag } from "../../../i18n/locale";
import { choosePlace, runsAt } from "./benchmark-curves";
import { BlockChoice } from "./block-choice";
import { usePagePlace } from "./use-page-place";

/** In place of curves, where the tool tells nothing while it runs: what it wrote at the end of each run of one block. */
export function RunResults({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.results");
  const place = usePagePlace();
  const at = choosePlace(benchmark, place.asked);
  const tool = parserOf(benchmark.workload);
  const runs = at === null ? [] : runsAt(benchmark, at);
  const isSlap = tool === "mysqlslap";
  const rows = isSlap ? listSlap(runs) : listKinds(runs);
  return (
    <Card
      title={t("title")}
      description={`${t("noCurve", { tool })} ${t(isSlap ? "slap" : "kinds")}`}
      actions={at === null ? null : <BlockChoice benchmark={benchmark} at={at} place={place} />}
      padding="none"
    >
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-ink-muted text-sm">{t("none")}</p>
      ) : isSlap ? (
        <SlapTable benchmark={benchmark} rows={listSlap(runs)} />
      ) : (
        <KindTable benchmark={benchmark} rows={listKinds(runs)} />
      )}
    </Card>
  );
}

interface Row<T> {
  readonly key: string;
  readonly run: BenchmarkRun;
  readonly told: T;
}

function listSlap(runs: readonly BenchmarkRun[]): readonly Row<SlapResult>[] {
  return runs.flatMap((run) =>
    (run.figures?.slap ?? []).map((told, index) => ({ key: `${run.id} ${index}`, run, told })),
  );
}

function listKinds(runs: readonly BenchmarkRun[]): readonly Row<TransactionKind>[] {
  return runs.flatMap((run) =>
    (run.figures?.kinds ?? []).map((told) => ({ key: `${run.id} ${told.name}`, run, told })),
  );
}

interface TableProps<T> {
  readonly benchmark: BenchmarkDetail;
  readonly rows: readonly Row<T>[];
}

function SlapTable({ benchmark, rows }: TableProps<SlapResult>): ReactNode {
  const t = useTranslations("benchmark.results");
  const words = useTranslations("benchmark");
  const locale = languageTag[useReaderLocale()];
  const arm = useArmColumn<SlapResult>(benchmark);
  const seconds = (id: string, header: string, read: (told: SlapResult) => number) =>
    ({
      id,
      header,
      align: "end",
      cell: ({ told }: Row<SlapResult>) => formatDuration(read(told) * 1_000, locale),
    }) as const;
  return (
    <DataTable
      caption={t("title")}
      density="compact"
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        arm,
        { id: "clients", header: t("clients"), align: "end", cell: ({ told }) => told.clients },
        {
          id: "each",
          header: t("perClient"),
          align: "end",
          cell: ({ told }) => formatCount(told.queriesPerClient, locale),
        },
        {
          id: "rate",
          header: words("rate.queries"),
          align: "end",
          cell: ({ told }) =>
            formatSignificant((told.clients * told.queriesPerClient) / told.meanSeconds, locale),
        },
        seconds("mean", t("mean"), ({ meanSeconds }) => meanSeconds),
        seconds("least", t("least"), ({ minSeconds }) => minSeconds),
        seconds("most", t("most"), ({ maxSeconds }) => maxSeconds),
      ]}
    />
  );
}

function KindTable({ benchmark, rows }: TableProps<TransactionKind>): ReactNode {
  const t = useTranslations("benchmark.results");
  const locale = languageTag[useReaderLocale()];
  const arm = useArmColumn<TransactionKind>(benchmark);
  const latency = (id: "meanMs" | "p90" | "p95" | "p99", read: (told: TransactionKind) => number | null) =>
    ({
      id,
      header: t(id),
      align: "end",
      cell: ({ told }: Row<TransactionKind>) => {
        const ms = read(told);
        return ms === null ? "–" : formatDuration(ms, locale);
      },
    }) as const;
  return (
    <DataTable
      caption={t("title")}
      density="compact"
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        arm,
        { id: "kind", header: t("kind"), mono: true, cell: ({ told }) => told.name },
        {
          id: "count",
          header: t("count"),
          align: "end",
          cell: ({ told }) => formatCount(told.count, locale),
        },
        {
          id: "perMinute",
          header: t("perMinute"),
          align: "end",
          cell: ({ told }) => formatSignificant(told.perMinute, locale),
        },
        latency("meanMs", (told) => told.meanMs),
        latency("p90", (told) => told.p90Ms),
        latency("p95", (told) => told.p95Ms),
        latency("p99", (told) => told.p99Ms),
        {
          id: "errors",
          header: t("errors"),
          align: "end",
          cell: ({ told }) => formatCount(told.errors, locale),
        },
      ]}
    />
  );
}

/** The arm, and how its run stands where it counts for nothing. */
function useArmColumn<T>({ arms }: BenchmarkDetail) {
  const t = useTranslations("benchmark");
  return {
    id: "arm",
    header: t("results.arm"),
    rowHeader: true,
    cell: ({ run }: Row<T>) => {
      const name = arms[run.arm]?.name ?? String(run.arm + 1);
      return run.state === "void" || run.state === "failed" ? t(`chart.${run.state}`, { name }) : name;
    },
  } as const;
}
