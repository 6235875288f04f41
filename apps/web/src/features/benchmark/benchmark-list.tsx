"use client";

import type { Benchmark } from "@primacy/contract";
import { nameWorkload } from "@primacy/core/benchmark";
import {
  Badge,
  Button,
  ButtonLink,
  Card,
  Checkbox,
  DataTable,
  EmptyState,
  Link,
  StatusPip,
} from "@primacy/ui";
import { Gauge } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Late, LateScript } from "../../client/late";
import { ListSteps, useAsked } from "../../client/list-address";
import { findAsked, pageOf } from "../../client/list-query";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApi } from "../../client/use-api";
import { useMay } from "../../frame/principal-context";
import { useListMarks } from "../../i18n/list-marks";
import { benchmarkTone, isUnderWay } from "./benchmark-tone";
import { canCompare, compareAddress } from "./compare/compare-address";
import { BenchmarkQueue } from "./queue/benchmark-queue";
import { TagLinks } from "./tag-links";

/** The drawing library is heavy: the list does not wait for it. */
const trendScript = new LateScript(() => import("./trend/benchmark-trend"));

const refreshMs = 5_000;

/** The benchmarks of a cluster, newest first; where there is none yet, what one would answer. */
export function BenchmarkList({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("benchmark");
  const mayOperate = useMay("operator");
  const asked = useAsked();
  const tag = findAsked(asked, "tag");
  const query = { ...pageOf(asked), ...(tag === undefined ? {} : { tag }) };
  const benchmarks = useApi("listBenchmarks", { params: { id: clusterId }, query }, { refreshMs });
  const articles = useTranslations("article");
  const begin = (
    <>
      <ButtonLink href={`/clusters/${clusterId}/benchmarks/articles`} variant="ghost">
        {articles("open")}
      </ButtonLink>
      {mayOperate ? (
        <ButtonLink href={`/clusters/${clusterId}/benchmarks/new`} variant="primary">
          {t("new")}
        </ButtonLink>
      ) : null}
    </>
  );
  return (
    <Loaded query={benchmarks}>
      {({ items, nextCursor }) =>
        items.length === 0 && query.cursor === undefined && tag === undefined ? (
          <div className="flex flex-col gap-4">
            <BenchmarkQueue clusterId={clusterId} />
            <EmptyState title={t("emptyTitle")} icon={<Gauge aria-hidden />} action={begin}>
              {t("empty")}
            </EmptyState>
          </div>
        ) : (
          <div className="flex flex-col gap-4">
            <BenchmarkQueue clusterId={clusterId} />
            <TagFilter clusterId={clusterId} tag={tag} />
            <ComparableList clusterId={clusterId} benchmarks={items} begin={begin} />
            <ListSteps label={t("title")} nextCursor={nextCursor} />
            {tag === undefined && query.cursor === undefined ? <Trend clusterId={clusterId} /> : null}
          </div>
        )
      }
    </Loaded>
  );
}

/** Which tag the list is of; nothing where it is of all. */
function TagFilter({
  clusterId,
  tag,
}: {
  readonly clusterId: string;
  readonly tag: string | undefined;
}): ReactNode {
  const t = useTranslations("benchmark.notes");
  if (tag === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="[overflow-wrap:anywhere]">{t("tagged", { tag })}</span>
      <Link href={`/clusters/${clusterId}/benchmarks`}>{t("showAll")}</Link>
    </p>
  );
}

/** How the benchmarks went in time; it is no reason to keep the list from being seen. */
function Trend({ clusterId }: { readonly clusterId: string }): ReactNode {
  const trend = useApi("getBenchmarkTrend", { params: { id: clusterId } });
  const points = trend.data?.points ?? [];
  if (points.length < 2) return null;
  return <Late script={trendScript}>{({ BenchmarkTrend }) => <BenchmarkTrend points={points} />}</Late>;
}

/** The list, with what is chosen in it to be compared; a choice stays while the list is paged through. */
function ComparableList({
  clusterId,
  benchmarks,
  begin,
}: {
  readonly clusterId: string;
  readonly benchmarks: readonly Benchmark[];
  readonly begin: ReactNode;
}): ReactNode {
  const t = useTranslations("benchmark");
  const router = useRouter();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (id: string, isChosen: boolean): void =>
    setChosen((before) => [...before.filter((one) => one !== id), ...(isChosen ? [id] : [])]);
  return (
    <Card
      title={t("title")}
      description={`${t("intro")} ${chosen.length === 0 || canCompare(chosen.length) ? "" : t("compare.hint")}`}
      actions={
        <>
          <Button
            disabled={!canCompare(chosen.length)}
            onClick={() => router.push(compareAddress(clusterId, chosen))}
          >
            {t("compare.button", { count: chosen.length })}
          </Button>
          {begin}
        </>
      }
      padding="none"
    >
      <BenchmarkTable clusterId={clusterId} benchmarks={benchmarks} chosen={chosen} onChoose={choose} />
    </Card>
  );
}

function BenchmarkTable({
  clusterId,
  benchmarks,
  chosen,
  onChoose,
}: {
  readonly clusterId: string;
  readonly benchmarks: readonly Benchmark[];
  readonly chosen: readonly string[];
  readonly onChoose: (id: string, isChosen: boolean) => void;
}): ReactNode {
  const t = useTranslations("benchmark");
  const marks = useListMarks();
  return (
    <DataTable
      caption={t("title")}
      rows={benchmarks}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t("notes.noneTagged")} />}
      columns={[
        {
          id: "name",
          header: t("name"),
          rowHeader: true,
          cell: ({ id, name, tags, isPinned }) => (
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <Link href={`/clusters/${clusterId}/benchmarks/${id}`} tone="quiet">
                {name}
              </Link>
              {isPinned ? <Badge emphasis>{t("notes.pinned")}</Badge> : null}
              <TagLinks clusterId={clusterId} tags={tags} />
            </span>
          ),
        },
        {
          id: "state",
          header: t("state"),
          whole: true,
          cell: (one) => <BenchmarkStanding benchmark={one} />,
        },
        {
          id: "workload",
          header: t("workload"),
          mono: true,
          cell: ({ workload }) => nameWorkload(workload),
        },
        {
          id: "arms",
          header: t("arms"),
          cell: ({ arms }) => arms.map(({ name }) => name).join(marks.name),
        },
        {
          id: "threads",
          header: t("threads"),
          align: "end",
          cell: ({ threads }) => threads.join(marks.name),
        },
        { id: "when", header: t("when"), whole: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { id: "by", header: t("by"), hideBelow: "lg", cell: ({ requestedBy }) => requestedBy },
        {
          id: "compare",
          header: t("compare.button", { count: 0 }),
          align: "end",
          cell: ({ id, name }) => (
            <Checkbox
              label={t("compare.choose", { name })}
              labelHidden
              className="justify-end"
              checked={chosen.includes(id)}
              onCheckedChange={(isChosen) => onChoose(id, isChosen)}
            />
          ),
        },
      ]}
    />
  );
}

/** How a benchmark stands; while it runs, at which run it is. */
export function BenchmarkStanding({
  benchmark,
}: {
  readonly benchmark: Pick<Benchmark, "state" | "runsDone" | "runsTotal" | "pause">;
}): ReactNode {
  const t = useTranslations("benchmark");
  const { state, runsDone, runsTotal, pause } = benchmark;
  const isMeasuring = isUnderWay(benchmark) && state === "running" && runsTotal > 0;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 align-middle">
      {pause === null ? (
        <StatusPip tone={benchmarkTone[state]} label={t(`states.${state}`)} />
      ) : (
        <StatusPip tone="warning" label={t("pause.paused")} />
      )}
      {isMeasuring ? (
        <span className="text-ink-muted text-xs tabular-nums">
          {t("progress", { run: Math.min(runsDone + 1, runsTotal), total: runsTotal })}
        </span>
      ) : null}
    </span>
  );
}
