"use client";

import { type CheckedPlan, isFinished, type Topology } from "@primacy/contract";
import { Button, SkeletonLines } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Starter } from "../../client/use-started";
import { OperationProblem } from "../operation/operation-page";
import { CheckReportView } from "./check-report";
import type { StepParts } from "./vip-wizard";

/** Properties of {@link ChecksStep}. */
interface ChecksStepProps {
  readonly topology: Topology;
  readonly checking: Starter;
  readonly checked: CheckedPlan | null;
  readonly onBack: () => void;
  readonly onAgain: () => void;
  readonly onApply: () => void;
  readonly children: (parts: StepParts) => ReactNode;
}

/** Every check with what was seen and what to do; the button works when none failed. */
export function ChecksStep({
  topology,
  checking,
  checked,
  onBack,
  onAgain,
  onApply,
  children,
}: ChecksStepProps): ReactNode {
  const t = useTranslations("vip.wizard");
  const common = useTranslations("common");
  const { operation } = checking;
  const isRunning = checking.isStarting || (operation !== undefined && !isFinished(operation.state));
  const body = (
    <div className="flex flex-col gap-4">
      {operation === undefined ? null : <OperationProblem operation={operation} />}
      {checked === null ? (
        <SkeletonLines label={t("checking")} lines={8} />
      ) : (
        <CheckReportView report={checked.report} hosts={topology.hosts} />
      )}
    </div>
  );
  const footer = (
    <>
      <Button onClick={onBack}>{common("back")}</Button>
      <Button loading={isRunning} onClick={onAgain}>
        {t("checkAgain")}
      </Button>
      <Button variant="primary" disabled={checked === null || checked.report.hasFailures} onClick={onApply}>
        {t("apply")}
      </Button>
    </>
  );
  return children({ body, footer });
}
