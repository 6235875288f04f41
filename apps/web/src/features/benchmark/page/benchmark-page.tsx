"use client";

import { type BenchmarkDetail, isFinished, type Operation } from "@primacy/contract";
import { tellsSeconds } from "@primacy/core/benchmark";
import { Card, Link, SkeletonLines } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { Late, LateScript } from "../../../client/late";
import { Loaded } from "../../../client/loaded";
import { findProblem } from "../../../client/use-api";
import { useOperation } from "../../../client/use-operation";
import { OperationOutcome } from "../../operation/operation-outcome";
import { OperationProblem } from "../../operation/operation-page";
import { OperationSteps } from "../../operation/operation-steps";
import { BenchmarkAnswer } from "../answer/benchmark-answer";
import { isUnderWay } from "../benchmark-tone";
import { QueueNotice } from "../queue/queue-notice";
import { BenchmarkFacts } from "./benchmark-facts";
import { BenchmarkHead } from "./benchmark-head";
import { BenchmarkNotes } from "./benchmark-notes";
import { BenchmarkSystem } from "./benchmark-system";
import { RunResults } from "./run-results";
import { RunTable } from "./run-table";
import { useBenchmark } from "./use-benchmark";

/** The drawing library is heavy: the head and the table do not wait for it. */
const charts = new LateScript(() => import("./benchmark-charts"));

/** One benchmark: before anything is measured the steps of its operation, then what it measures as it does, and what it has measured. */
export function BenchmarkPage({
  clusterId,
  id,
}: {
  readonly clusterId: string;
  readonly id: string;
}): ReactNode {
  const common = useTranslations("common");
  useEffect(charts.begin, []);
  const operation = useOperation(id);
  const mayCome = operation.data !== undefined && !isFinished(operation.data.state);
  const benchmark = useBenchmark(id, { mayCome });
  if (benchmark.data !== undefined)
    return <BenchmarkView benchmark={benchmark.data} clusterId={clusterId} operation={operation.data} />;
  if (benchmark.error === null) return <SkeletonLines label={common("loading")} />;
  if (findProblem(benchmark.error)?.code !== "not_found")
    return <Loaded query={benchmark}>{() => null}</Loaded>;
  return (
    <Loaded query={operation}>{(value) => <BeforeRecord operation={value} clusterId={clusterId} />}</Loaded>
  );
}

/** There is no record yet, or there never was one: what the operation does, and why it ended. */
function BeforeRecord({
  operation,
  clusterId,
}: {
  readonly operation: Operation;
  readonly clusterId: string;
}): ReactNode {
  const t = useTranslations("benchmark");
  const isQueued = operation.state === "queued";
  const title = isQueued
    ? t("queue.queued")
    : t(isFinished(operation.state) ? "page.notStarted" : "page.waiting");
  return (
    <div className="flex flex-col gap-4">
      <Link href={`/clusters/${clusterId}/benchmarks`} className="self-start text-xs">
        {t("all")}
      </Link>
      <OperationProblem operation={operation} />
      <QueueNotice operation={operation} clusterId={clusterId} />
      <Card
        title={title}
        actions={
          <>
            <OperationOutcome operation={operation} />
            <Link href={`/operations/${operation.id}`}>{t("page.operation")}</Link>
          </>
        }
      >
        {isQueued ? (
          <p className="text-ink-muted text-sm">{t("queue.unplanned")}</p>
        ) : (
          <OperationSteps label={title} steps={operation.steps} />
        )}
      </Card>
    </div>
  );
}

function BenchmarkView({
  benchmark,
  clusterId,
  operation,
}: {
  readonly benchmark: BenchmarkDetail;
  readonly clusterId: string;
  readonly operation: Operation | undefined;
}): ReactNode {
  const t = useTranslations("benchmark");
  const common = useTranslations("common");
  const isPreparing = benchmark.state === "preparing";
  return (
    <div className="flex flex-col gap-5">
      <BenchmarkHead benchmark={benchmark} clusterId={clusterId} operation={operation} />
      {operation === undefined ? null : <OperationProblem operation={operation} />}
      <BenchmarkAnswer benchmark={benchmark} />
      {isPreparing && operation !== undefined ? (
        <Card title={t("page.waiting")}>
          <OperationSteps label={t("page.waiting")} steps={operation.steps} />
        </Card>
      ) : null}
      <Late script={charts} fallback={<SkeletonLines label={common("loading")} lines={8} />}>
        {({ BlockCurves, HostCharts, LatencyThroughput, RunSpread }) => (
          <>
            {isPreparing ? null : (
              <>
                {tellsSeconds(benchmark.workload) ? (
                  <BlockCurves benchmark={benchmark} />
                ) : (
                  <RunResults benchmark={benchmark} />
                )}
                <HostCharts benchmark={benchmark} />
              </>
            )}
            {benchmark.runs.some(({ state }) => state === "done") || !isUnderWay(benchmark) ? (
              <>
                {tellsSeconds(benchmark.workload) ? <LatencyThroughput benchmark={benchmark} /> : null}
                <RunSpread benchmark={benchmark} />
              </>
            ) : null}
          </>
        )}
      </Late>
      <BenchmarkNotes benchmark={benchmark} />
      <BenchmarkFacts benchmark={benchmark} />
      <BenchmarkSystem benchmark={benchmark} />
      {benchmark.runs.some(({ state }) => state !== "waiting") ? <RunTable benchmark={benchmark} /> : null}
    </div>
  );
}
