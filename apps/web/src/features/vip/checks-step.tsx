"use client";

import type { CheckedPlan, Topology } from "@primacy/contract";
import { Button, FormErrorSummary, SkeletonLines } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useErrorTexts } from "../../client/use-error-texts";
import type { Starter } from "../../client/use-started";
import { fixButtons } from "../fix/fix-buttons";
import { OperationProblem } from "../operation/operation-page";
import { CheckReportView } from "./check-report";
import { DowntimeTable } from "./downtime-estimates";
import { isLibraryWanted, PluginLibraryField } from "./plugin-library-field";
import type { StepParts } from "./vip-wizard";

/** Properties of {@link ChecksStep}. */
interface ChecksStepProps {
  readonly topology: Topology;
  readonly checking: Starter;
  readonly checked: CheckedPlan | null;
  readonly onBack: () => void;
  readonly onAgain: () => void;
  /** A library was uploaded, by its hash: it is asked for from now on. */
  readonly onLibrary: (sha256: string) => void;
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
  onLibrary,
  onApply,
  children,
}: ChecksStepProps): ReactNode {
  const t = useTranslations("vip.wizard");
  const common = useTranslations("common");
  const { operation, isUnderWay } = checking;
  const refusals = useErrorTexts()(checking.error);
  const fixOf = fixButtons(topology.clusterId, checked?.fixes, onAgain);
  const body = (
    <div className="flex flex-col gap-4">
      {refusals.length === 0 ? null : (
        <FormErrorSummary title={t("notChecked")} problems={refusals.map((message) => ({ message }))} />
      )}
      {operation === undefined ? null : <OperationProblem operation={operation} />}
      {checked !== null ? (
        <>
          <CheckReportView
            report={checked.report}
            hosts={topology.hosts}
            fixOf={fixOf}
            uploadOf={(check) =>
              isLibraryWanted(check) ? <PluginLibraryField onUploaded={onLibrary} /> : null
            }
          />
          <DowntimeTable report={checked.report} fixOf={fixOf} />
        </>
      ) : isUnderWay ? (
        <SkeletonLines label={t("checking")} lines={8} />
      ) : null}
    </div>
  );
  const footer = (
    <>
      <Button onClick={onBack}>{common("back")}</Button>
      <Button loading={isUnderWay} onClick={onAgain}>
        {t("checkAgain")}
      </Button>
      <Button variant="primary" disabled={checked === null || checked.report.hasFailures} onClick={onApply}>
        {t("apply")}
      </Button>
    </>
  );
  return children({ body, footer });
}
