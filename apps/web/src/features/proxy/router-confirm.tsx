"use client";

import type { CheckedPlan } from "@primacy/contract";
import { Button, ConfirmDialog } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { joinSentences } from "../../client/sentences";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMessageText } from "../../client/use-locale";
import type { Starter } from "../../client/use-started";
import { PlanPreview } from "../operation/plan-preview";

/** Properties of {@link RouterConfirm}. */
interface RouterConfirmProps {
  readonly clusterName: string;
  readonly hostName: string;
  readonly checked: CheckedPlan;
  readonly ordering: Starter;
  readonly onConfirm: () => void;
}

/** The button of a checked MySQL Router; behind it what clients notice, the plan, and the cluster's name to type. */
export function RouterConfirm({
  clusterName,
  hostName,
  checked,
  ordering,
  onConfirm,
}: RouterConfirmProps): ReactNode {
  const t = useTranslations("router");
  const common = useTranslations("common");
  const text = useMessageText();
  const errors = useErrorTexts()(ordering.error);
  const [isOpen, setOpen] = useState(false);
  const [first, ...rest] = checked.plan.consequences.map(text);
  return (
    <>
      <Button
        variant="primary"
        className="self-start"
        disabled={checked.report.hasFailures}
        onClick={() => setOpen(true)}
      >
        {t("run")}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          if (!open && !ordering.isStarting) ordering.reset();
        }}
        title={t("confirmTitle", { host: hostName })}
        {...(first === undefined ? {} : { consequence: { title: first, detail: joinSentences(rest) } })}
        targets={{ label: t("hosts"), names: [hostName] }}
        plan={<PlanPreview label={t("plan")} steps={checked.plan.steps} />}
        typeToConfirm={{ text: clusterName, label: t("typeName", { name: clusterName }) }}
        confirmLabel={t("run")}
        cancelLabel={common("cancel")}
        variant="primary"
        pending={ordering.isUnderWay}
        {...(errors.length === 0 ? {} : { error: joinSentences(errors) })}
        onConfirm={onConfirm}
      />
    </>
  );
}
