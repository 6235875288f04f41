"use client";

import type { DrillCheck, DrillRequest, Topology } from "@primacy/contract";
import { Button, ConfirmDialog } from "@primacy/ui";
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

/** What the checks of a drill found; behind its button what clients notice, the plan, and the cluster's name to type. */
export function CheckedDrill({
  topology,
  request,
  checked,
}: {
  readonly topology: Topology;
  readonly request: DrillRequest;
  readonly checked: DrillCheck;
}): ReactNode {
  const t = useTranslations("drill.form");
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
  const [first, ...rest] = checked.plan.consequences.map(text);
  const names = [checked.target?.name, checked.observer?.name].flatMap((name) => name ?? []);
  const start = (): void =>
    ordering.start(() =>
      api.call("startDrill", { params: { id: clusterId }, body: { ...request, confirm: clusterName } }),
    );
  return (
    <section aria-label={t("found")} className="flex flex-col gap-4">
      <CheckReportView report={checked.report} hosts={topology.hosts} />
      <Button
        variant="danger"
        className="self-start"
        disabled={checked.report.hasFailures}
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
        title={t("confirmTitle", { member: checked.target?.name ?? "" })}
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
