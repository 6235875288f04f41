"use client";

import type { CheckedPlan } from "@primacy/contract";
import { Button, ConfirmDialog } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { joinSentences } from "../../../client/sentences";
import { useErrorTexts } from "../../../client/use-error-texts";
import { useMessageText } from "../../../client/use-locale";
import type { Starter } from "../../../client/use-started";
import { PlanPreview } from "../../operation/plan-preview";

/** Properties of {@link BenchmarkConfirm}. */
interface BenchmarkConfirmProps {
  readonly clusterName: string;
  /** The load host, and those of the members. */
  readonly hosts: readonly string[];
  readonly checked: CheckedPlan;
  /** That it will wait, and for whom; null: it begins at once. */
  readonly wait: string | null;
  readonly ordering: Starter;
  /** False where something is missing first, which is told then. */
  readonly isReady: () => boolean;
  readonly onConfirm: () => void;
}

/** The button of a checked benchmark; behind it what clients notice, the hosts, the plan, and the cluster's name to type. */
export function BenchmarkConfirm(props: BenchmarkConfirmProps): ReactNode {
  const { clusterName, checked, wait, ordering } = props;
  const t = useTranslations("benchmark.form");
  const common = useTranslations("common");
  const text = useMessageText();
  const errors = useErrorTexts()(ordering.error);
  const [isOpen, setOpen] = useState(false);
  const [first, ...rest] = checked.plan.consequences.map(text);
  const detail = joinSentences(wait === null ? rest : [wait, ...rest]);
  return (
    <>
      <Button
        variant="primary"
        className="self-start"
        disabled={checked.report.hasFailures}
        onClick={() => setOpen(props.isReady())}
      >
        {t("start")}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          if (!open && !ordering.isStarting) ordering.reset();
        }}
        title={t("confirmTitle", { cluster: clusterName })}
        {...(first === undefined ? {} : { consequence: { title: first, detail } })}
        targets={{ label: t("hosts"), names: props.hosts }}
        plan={<PlanPreview label={t("plan")} steps={checked.plan.steps} />}
        typeToConfirm={{ text: clusterName, label: t("typeName", { name: clusterName }) }}
        confirmLabel={t("start")}
        cancelLabel={common("cancel")}
        variant="primary"
        // Once it is accepted, its own page is on the way.
        pending={ordering.isUnderWay}
        {...(errors.length === 0 ? {} : { error: joinSentences(errors) })}
        onConfirm={props.onConfirm}
      />
    </>
  );
}
