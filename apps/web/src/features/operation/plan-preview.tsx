"use client";

import type { PlanStep } from "@primacy/contract";
import { CodeBlock, PlanList } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../client/use-locale";

/** The plan before the button: what would be done on which host; the exact statement or command opens in place. */
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
        ...(step.preview.length === 0 ? {} : { detail: <Exactly preview={step.preview} /> }),
      }))}
    />
  );
}

function Exactly({ preview }: { readonly preview: PlanStep["preview"] }): ReactNode {
  const t = useTranslations("operation");
  return (
    <details>
      <summary className="cursor-pointer text-ink-muted text-xs hover:text-ink">{t("exactly")}</summary>
      <div className="mt-2 flex flex-col gap-2">
        {preview.map((one) => (
          <CodeBlock
            key={one.text}
            language={one.kind === "sql" ? "sql" : one.kind === "command" ? "shell" : "text"}
            code={one.text}
          />
        ))}
      </div>
    </details>
  );
}
