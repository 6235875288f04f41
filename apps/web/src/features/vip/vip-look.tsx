"use client";

import { FormErrorSummary, StatusPip } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useErrorTexts } from "../../client/use-error-texts";
import type { FixOf } from "../fix/fix-buttons";
import { OperationProblem } from "../operation/operation-page";
import { CheckReportView } from "./check-report";
import { readRulesPointers } from "./read-rules-fields";
import type { VipPlanning } from "./use-vip-planning";

const fields = ["/address", "/prefixLength", "/port", ...readRulesPointers];

/** The form with what the checks said: refused, failed, or which of them do not pass. */
export function VipLook({
  planning: { checking, report },
  fixOf,
  children,
}: {
  readonly planning: Pick<VipPlanning, "checking" | "report">;
  readonly fixOf: FixOf;
  readonly children?: ReactNode;
}): ReactNode {
  const t = useTranslations("vip");
  const { problem, operation } = checking;
  const isOfField = (path: string): boolean => fields.includes(path) || path.startsWith("/nics/");
  const pointers = problem?.errors.map((one) => one.path).filter(isOfField) ?? [];
  const refusals = useErrorTexts()(checking.error, pointers);
  return (
    <div className="flex flex-col gap-4">
      {refusals.length === 0 ? null : (
        <FormErrorSummary
          title={t("wizard.notChecked")}
          problems={refusals.map((message) => ({ message }))}
        />
      )}
      {operation === undefined ? null : <OperationProblem operation={operation} />}
      {children}
      <div aria-live="polite">
        {checking.isUnderWay ? <StatusPip tone="busy" label={t("wizard.checking")} /> : null}
      </div>
      {report === null ? null : <CheckReportView report={report} hosts={[]} fixOf={fixOf} />}
    </div>
  );
}
