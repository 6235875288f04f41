"use client";

import { type DrillDetail, isFinished, type Operation } from "@primacy/contract";
import { Button, ButtonLink, Card, ConfirmDialog, Link, Notice, SkeletonLines } from "@primacy/ui";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../../client/api";
import { apiKey } from "../../../client/api-key";
import { Loaded } from "../../../client/loaded";
import { Moment } from "../../../client/moment";
import { findProblem, useApiChange } from "../../../client/use-api";
import { useMessageText } from "../../../client/use-locale";
import { useOperation } from "../../../client/use-operation";
import { useMay } from "../../../frame/principal-context";
import { OperationOutcome } from "../../operation/operation-outcome";
import { OperationProblem } from "../../operation/operation-page";
import { OperationSteps } from "../../operation/operation-steps";
import { DrillStanding } from "../drill-list";
import { standingOf } from "../drill-tone";
import { useFaultName } from "../use-fault-name";
import { DrillErrorLogs } from "./drill-error-logs";
import { DrillExport } from "./drill-export";
import { DrillFacts } from "./drill-facts";
import { DrillFigures, DrillFirstAnswers } from "./drill-figures";
import { DrillMarks } from "./drill-marks";
import { DrillReaders } from "./drill-readers";
import { DrillRepair } from "./drill-repair";
import { DrillSystem } from "./drill-system";
import { DrillTimeline } from "./drill-timeline";
import { LiveGroup } from "./live-group";

const refreshMs = 1_000;

/** One drill: before it is recorded the steps of its operation, then its timeline as it grows, and its verdict in the end. */
export function DrillPage({ clusterId, id }: { readonly clusterId: string; readonly id: string }): ReactNode {
  const common = useTranslations("common");
  const operation = useOperation(id);
  const mayCome = operation.data !== undefined && !isFinished(operation.data.state);
  const input = { params: { id } };
  const drill = useQuery<DrillDetail, Error>({
    queryKey: apiKey("getDrill", input),
    queryFn: () => api.call("getDrill", input),
    refetchInterval: ({ state: { data } }) =>
      data === undefined
        ? mayCome
          ? refreshMs
          : false
        : data.state === "running" || mayCome
          ? refreshMs
          : false,
  });
  if (drill.data !== undefined)
    return <DrillView drill={drill.data} clusterId={clusterId} operation={operation.data} />;
  if (drill.error === null) return <SkeletonLines label={common("loading")} />;
  if (findProblem(drill.error)?.code !== "not_found") return <Loaded query={drill}>{() => null}</Loaded>;
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
  const t = useTranslations("drill");
  const title = t(isFinished(operation.state) ? "page.notStarted" : "page.begins");
  return (
    <div className="flex flex-col gap-4">
      <BackLink clusterId={clusterId} />
      <OperationProblem operation={operation} />
      <Card title={title} actions={<OperationOutcome operation={operation} />}>
        <OperationSteps label={title} steps={operation.steps} />
      </Card>
    </div>
  );
}

function BackLink({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("drill");
  return (
    <Link href={`/clusters/${clusterId}/drills`} className="self-start text-xs">
      {t("all")}
    </Link>
  );
}

function DrillView({
  drill,
  clusterId,
  operation,
}: {
  readonly drill: DrillDetail;
  readonly clusterId: string;
  readonly operation: Operation | undefined;
}): ReactNode {
  const t = useTranslations("drill");
  const { findings } = drill;
  return (
    <div className="flex flex-col gap-5">
      <Head drill={drill} clusterId={clusterId} operation={operation} />
      <Verdict drill={drill} clusterId={clusterId} operation={operation} />
      {operation === undefined ? null : <OperationProblem operation={operation} />}
      {drill.state === "ended" ? null : <LiveGroup clusterId={clusterId} />}
      {drill.state === "ended" || operation === undefined ? null : (
        <Card title={t("page.now")}>
          <OperationSteps label={t("page.now")} steps={operation.steps} />
        </Card>
      )}
      {findings === null ? null : (
        <>
          <DrillFigures endpoints={findings.endpoints} />
          <DrillFirstAnswers endpoints={findings.endpoints} />
          {findings.readers === undefined ? null : <DrillReaders readers={findings.readers} />}
          <DrillTimeline findings={findings} />
          <DrillMarks findings={findings} />
          <DrillErrorLogs logs={findings.errorLogs} />
        </>
      )}
      <DrillFacts drill={drill} />
      {findings === null ? null : <DrillSystem findings={findings} hasEnded={drill.state === "ended"} />}
    </div>
  );
}

function Head({
  drill,
  clusterId,
  operation,
}: {
  readonly drill: DrillDetail;
  readonly clusterId: string;
  readonly operation: Operation | undefined;
}): ReactNode {
  const t = useTranslations("drill");
  const nameOf = useFaultName();
  const mayOperate = useMay("operator");
  const isGoing = operation !== undefined && !isFinished(operation.state);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
        <BackLink clusterId={clusterId} />
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <h2 className="min-w-0 font-semibold text-ink text-lg [overflow-wrap:anywhere]">{nameOf(drill)}</h2>
          <DrillStanding drill={drill} />
        </div>
        <p className="flex flex-wrap gap-x-3 text-ink-muted text-sm">
          <Moment at={drill.startedAt} />
          <span>{drill.requestedBy}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {operation === undefined ? null : (
          <ButtonLink size="sm" variant="ghost" href={`/operations/${operation.id}`}>
            {t("page.operation")}
          </ButtonLink>
        )}
        {drill.state === "running" ? null : <DrillExport id={drill.id} />}
        {mayOperate && isGoing ? <StopDrill operation={operation} /> : null}
      </div>
    </header>
  );
}

/** Ends a drill: its host heals, and it is broken off. */
function StopDrill({ operation }: { readonly operation: Operation }): ReactNode {
  const t = useTranslations("drill.page");
  const common = useTranslations("common");
  const [isAsked, setAsked] = useState(false);
  const cancel = useApiChange("cancelOperation", {
    invalidates: ["listOperations"],
    onSuccess: () => setAsked(false),
  });
  return (
    <>
      <Button variant="danger" onClick={() => setAsked(true)}>
        {t("stop")}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t("stopTitle")}
        consequence={{ title: t("stopText") }}
        confirmLabel={t("stop")}
        cancelLabel={common("cancel")}
        variant="danger"
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate({ params: { id: operation.id } })}
      />
    </>
  );
}

/** The verdict in a sentence, and what else is worth knowing; that the cluster is not healed is louder than any. */
function Verdict({
  drill,
  clusterId,
  operation,
}: {
  readonly drill: DrillDetail;
  readonly clusterId: string;
  readonly operation: Operation | undefined;
}): ReactNode {
  const t = useTranslations("drill");
  const text = useMessageText();
  const { verdict, heal } = drill;
  return (
    <>
      {heal === "unhealed" ? <DrillRepair drill={drill} clusterId={clusterId} operation={operation} /> : null}
      {verdict === null ? null : (
        <Notice
          tone={standingOf({ ...drill, heal: "healed" }).tone}
          title={t("page.verdict", {
            verdict: t(`standing.${verdict.kind}`),
            sentence: text(verdict.sentence),
          })}
        >
          {verdict.notes.length === 0 ? null : (
            <ul className="flex list-disc flex-col gap-1 ps-4">
              {verdict.notes.map((note) => (
                <li key={`${note.code} ${note.text}`}>{text(note)}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </>
  );
}
