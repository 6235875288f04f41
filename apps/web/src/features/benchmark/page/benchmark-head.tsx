"use client";

import { type BenchmarkDetail, isFinished, type Operation } from "@primacy/contract";
import { secondsLeft } from "@primacy/core/benchmark";
import { Button, ButtonLink, ConfirmDialog, formatDuration, Link, ProgressBar, showToast } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Moment } from "../../../client/moment";
import { useApiChange } from "../../../client/use-api";
import { useMessageText, useReaderLocale } from "../../../client/use-locale";
import { useMay } from "../../../frame/principal-context";
import { languageTag } from "../../../i18n/locale";
import { BenchmarkStanding } from "../benchmark-list";
import { roundSeconds } from "../benchmark-time";
import { isUnderWay } from "../benchmark-tone";
import { BenchmarkExport } from "./benchmark-export";
import { PauseButton, PauseNotice } from "./pause-benchmark";

/** Properties of {@link BenchmarkHead}. */
interface BenchmarkHeadProps {
  readonly benchmark: BenchmarkDetail;
  readonly clusterId: string;
  /** Undefined where it was deleted for its age. */
  readonly operation: Operation | undefined;
}

/** The name of a benchmark, how it stands, how long it still takes, and what may be done with it. */
export function BenchmarkHead(props: BenchmarkHeadProps): ReactNode {
  const { benchmark, clusterId, operation } = props;
  const t = useTranslations("benchmark");
  const mayOperate = useMay("operator");
  const isGoing = isUnderWay(benchmark);
  const { runsDone, runsTotal } = benchmark;
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
          <Link href={`/clusters/${clusterId}/benchmarks`} className="self-start text-xs">
            {t("all")}
          </Link>
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <h2 className="min-w-0 font-semibold text-ink text-lg [overflow-wrap:anywhere]">
              {benchmark.name}
            </h2>
            <BenchmarkStanding benchmark={benchmark} />
          </div>
          <Times benchmark={benchmark} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {operation === undefined ? null : (
            <ButtonLink size="sm" variant="ghost" href={`/operations/${operation.id}`}>
              {t("page.operation")}
            </ButtonLink>
          )}
          {mayOperate && isGoing ? <PauseButton benchmark={benchmark} /> : null}
          <BenchmarkExport id={benchmark.id} />
          {mayOperate && operation !== undefined && !isFinished(operation.state) ? (
            <CancelBenchmark operation={operation} />
          ) : null}
          {mayOperate && !isGoing ? <DeleteBenchmark benchmark={benchmark} clusterId={clusterId} /> : null}
        </div>
      </div>
      {isGoing && runsTotal > 0 ? (
        <ProgressBar
          label={t("page.progress")}
          value={benchmark.state === "preparing" ? null : runsDone / runsTotal}
          valueText={t("progress", { run: Math.min(runsDone + 1, runsTotal), total: runsTotal })}
        />
      ) : null}
      <Preparing benchmark={benchmark} operation={operation} />
      <PauseNotice benchmark={benchmark} />
    </header>
  );
}

/** What is done before the next run, while it is. */
function Preparing({ benchmark, operation }: Omit<BenchmarkHeadProps, "clusterId">): ReactNode {
  const text = useMessageText();
  const { hygiene, pause, runs, state } = benchmark;
  const isBetween = state === "running" && runs.every((run) => run.state !== "running");
  const detail = operation?.steps.find(
    (step) => step.state === "running" || step.state === "waiting",
  )?.detail;
  if (hygiene === "keep_tables" || !isBetween || pause !== null || detail == null) return null;
  return (
    <p aria-live="polite" className="text-ink-muted text-sm">
      {text(detail)}
    </p>
  );
}

/** When it began and by whom; how long it still takes, or took. */
function Times({ benchmark }: { readonly benchmark: BenchmarkDetail }): ReactNode {
  const t = useTranslations("benchmark.page");
  const locale = languageTag[useReaderLocale()];
  const { createdAt, endedAt, requestedBy } = benchmark;
  const left = isUnderWay(benchmark) ? secondsLeft(benchmark) : null;
  const lasts = (ms: number): string => formatDuration(ms, locale);
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-muted text-sm tabular-nums">
      <Moment at={createdAt} />
      <span>{requestedBy}</span>
      {left === null ? null : <span>{t("left", { time: lasts(roundSeconds(left) * 1_000) })}</span>}
      {endedAt === null ? null : (
        <span>{t("took", { time: lasts(Date.parse(endedAt) - Date.parse(createdAt)) })}</span>
      )}
    </p>
  );
}

function CancelBenchmark({ operation }: { readonly operation: Operation }): ReactNode {
  const t = useTranslations("benchmark.page");
  const [isAsked, setAsked] = useState(false);
  const cancel = useApiChange("cancelOperation", {
    invalidates: ["listOperations"],
    onSuccess: () => setAsked(false),
  });
  return (
    <>
      <Button size="sm" loading={operation.isCancelRequested} onClick={() => setAsked(true)}>
        {t("cancel")}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t("cancelTitle")}
        consequence={{ title: t("cancelText"), detail: t("cancelUndo") }}
        confirmLabel={t("cancelSure")}
        cancelLabel={t("cancelKeep")}
        variant="primary"
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate({ params: { id: operation.id } })}
      />
    </>
  );
}

function DeleteBenchmark({ benchmark, clusterId }: Omit<BenchmarkHeadProps, "operation">): ReactNode {
  const t = useTranslations("benchmark.page");
  const common = useTranslations("common");
  const router = useRouter();
  const [isAsked, setAsked] = useState(false);
  const { id, name } = benchmark;
  const remove = useApiChange("removeBenchmark", {
    invalidates: ["listBenchmarks"],
    onSuccess: () => {
      showToast("done", { title: t("deleted", { name }) });
      router.push(`/clusters/${clusterId}/benchmarks`);
    },
  });
  return (
    <>
      <Button size="sm" variant="danger-quiet" onClick={() => setAsked(true)}>
        {t("delete")}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t("deleteTitle", { name })}
        consequence={{ title: t("deleteText") }}
        confirmLabel={t("delete")}
        cancelLabel={common("cancel")}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
      />
    </>
  );
}
