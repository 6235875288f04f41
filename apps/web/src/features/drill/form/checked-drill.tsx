"use client";

import { type DrillCheck, type DrillRequest, type Topology, withPort } from "@primacy/contract";
import { Button, ConfirmDialog, Notice } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { api } from "../../../client/api";
import { joinSentences } from "../../../client/sentences";
import { useErrorTexts } from "../../../client/use-error-texts";
import { useMessageText } from "../../../client/use-locale";
import { useStarter } from "../../../client/use-started";
import { PlanPreview } from "../../operation/plan-preview";
import { CheckReportView } from "../../vip/check-report";
import { faultValues } from "../fault-values";
import { type AskedCheck, findMoved } from "./find-moved";
import { PredictedOutage } from "./predicted-outage";

/** What the checks of a drill found; behind its button what clients notice, the plan, and the cluster's name to type. */
export function CheckedDrill({
  topology,
  request,
  asked,
  checked,
}: {
  readonly topology: Topology;
  readonly request: DrillRequest;
  readonly asked: AskedCheck;
  readonly checked: DrillCheck;
}): ReactNode {
  const t = useTranslations("drill.form");
  const catalog = useTranslations("drill.catalog");
  const common = useTranslations("common");
  const text = useMessageText();
  const router = useRouter();
  const ordering = useStarter();
  const errors = useErrorTexts()(ordering.error);
  const [isOpen, setOpen] = useState(false);
  const { clusterId, clusterName } = topology;
  const orderedId = ordering.operation?.id;
  useEffect(() => {
    if (orderedId !== undefined) router.push(`/clusters/${clusterId}/drills/${orderedId}`);
  }, [orderedId, clusterId, router]);
  const moved = findMoved(topology, request, asked, checked);
  const [first, ...rest] = checked.plan.consequences.map(text);
  const named = checked.target === null ? null : { ...checked, fault: request.fault, target: checked.target };
  const hit = checked.proxy?.host ?? checked.target?.name;
  const names = [hit, checked.other?.name, checked.observer?.name].flatMap((name) => name ?? []);
  const start = (): void =>
    ordering.start(() =>
      api.call("startDrill", { params: { id: clusterId }, body: { ...request, confirm: clusterName } }),
    );
  return (
    <section aria-label={t("found")} className="flex flex-col gap-4">
      <CheckReportView report={checked.report} hosts={topology.hosts} />
      {checked.predicted === null ? null : <PredictedOutage estimate={checked.predicted} />}
      {checked.predictedWays.map(({ endpoint, estimate }) => (
        <PredictedOutage
          key={withPort(endpoint.address, endpoint.port)}
          estimate={estimate}
          endpoint={endpoint}
        />
      ))}
      <div role="status">
        {moved === null ? null : (
          <Notice tone="warning" title={t(moved, { member: checked.target?.name ?? "" })} />
        )}
      </div>
      <Button
        variant="danger"
        className="self-start"
        disabled={checked.report.hasFailures || moved !== null}
        onClick={() => setOpen(true)}
      >
        {t("start")}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          if (!open && !ordering.isStarting) ordering.reset();
        }}
        title={named === null ? t("start") : catalog(`${request.fault.kind}.confirm`, faultValues(named))}
        {...(first === undefined ? {} : { consequence: { title: first, detail: joinSentences(rest) } })}
        targets={{ label: t("hosts"), names }}
        plan={<PlanPreview label={t("plan")} steps={checked.plan.steps} />}
        typeToConfirm={{ text: clusterName, label: t("typeName", { name: clusterName }) }}
        confirmLabel={t("start")}
        cancelLabel={common("cancel")}
        variant="danger"
        pending={ordering.isUnderWay}
        {...(errors.length === 0 ? {} : { error: joinSentences(errors) })}
        onConfirm={start}
      />
    </section>
  );
}
