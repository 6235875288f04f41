"use client";

import type { OperationStep } from "@primacy/contract";
import { formatDuration, PlanList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText, useReaderLocale } from "../../client/use-locale";
import { languageTag } from "../../i18n/locale";
import { planState } from "./operation-tone";

/** The steps of an operation, ticking while it goes. */
export function OperationSteps({
  label,
  steps,
}: {
  readonly label: string;
  readonly steps: readonly OperationStep[];
}): ReactNode {
  const t = useTranslations("operation.step");
  const text = useMessageText();
  const locale = languageTag[useReaderLocale()];
  return (
    <PlanList
      label={label}
      steps={steps.map((step) => {
        const startedMs = step.startedAt === null ? null : Date.parse(step.startedAt);
        const isRunning = step.finishedAt === null && startedMs !== null;
        return {
          id: String(step.ordinal),
          title: text(step.title),
          state: planState[step.state],
          stateLabel: t(step.state),
          ...(step.hostName === null ? {} : { host: step.hostName }),
          ...(step.finishedAt !== null && startedMs !== null
            ? { duration: formatDuration(Date.parse(step.finishedAt) - startedMs, locale) }
            : {}),
          ...(isRunning ? { runningSinceMs: startedMs } : {}),
          ...(step.detail === null ? {} : { detail: text(step.detail) }),
        };
      })}
    />
  );
}
