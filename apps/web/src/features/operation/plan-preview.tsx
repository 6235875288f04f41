"use client";

import type { PlanStep } from "@primacy/contract";
import { CodeBlock, PlanList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../client/use-locale";

/** The plan before the button: what would be done on which host, with the exact statement or command. */
export function PlanPreview({
  label,
  steps,
}: {
  readonly label: string;
  readonly steps: readonly PlanStep[];
}): ReactNode {
  const t = useTranslations("operation.step");
  const text = useMessageText();
  return (
    <PlanList
      label={label}
      steps={steps.map((step) => ({
        id: String(step.ordinal),
        title: text(step.title),
        state: "pending",
        stateLabel: t("pending"),
        ...(step.hostName === null ? {} : { host: step.hostName }),
        ...(step.preview.length === 0
          ? {}
          : {
              detail: step.preview.map((one) => (
                <CodeBlock
                  key={one.text}
                  language={one.kind === "sql" ? "sql" : one.kind === "command" ? "shell" : "text"}
                  code={one.text}
                />
              )),
            }),
      }))}
    />
  );
}
