"use client";

import type { CheckedPlan, MigrationQuestion } from "@primacy/contract";
import { Button, ConfirmDialog } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { joinSentences } from "../../../client/sentences";
import { useErrorTexts } from "../../../client/use-error-texts";
import { useMessageText } from "../../../client/use-locale";
import type { Starter } from "../../../client/use-started";
import { PlanPreview } from "../../operation/plan-preview";

/** Which way an address is to go. */
export type MigrationWish = MigrationQuestion["migration"];

/** Properties of {@link MigrationConfirm}. */
interface MigrationConfirmProps {
  readonly clusterName: string;
  readonly migration: MigrationWish;
  readonly checked: CheckedPlan;
  readonly ordering: Starter;
  readonly onConfirm: () => void;
}

/** The button of a checked migration; behind it what clients notice, the plan, and the cluster's name to type. */
export function MigrationConfirm({
  clusterName,
  migration: { to, address },
  checked,
  ordering,
  onConfirm,
}: MigrationConfirmProps): ReactNode {
  const t = useTranslations("migration");
  const common = useTranslations("common");
  const text = useMessageText();
  const errors = useErrorTexts()(ordering.error);
  const [isOpen, setOpen] = useState(false);
  const { steps, consequences } = checked.plan;
  const [first, ...rest] = consequences.map(text);
  const isBack = to === "keepalived";
  const named = steps.filter(({ code }) => code === "migration.park" || code === "migration.restore");
  const label = t(isBack ? "back" : "migrate");
  return (
    <>
      <Button
        variant="primary"
        className="self-start"
        disabled={checked.report.hasFailures}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          if (!open && !ordering.isStarting) ordering.reset();
        }}
        title={t(isBack ? "confirmBackTitle" : "confirmTitle", { address })}
        {...(first === undefined ? {} : { consequence: { title: first, detail: joinSentences(rest) } })}
        targets={{ label: t("hosts"), names: named.flatMap(({ hostName }) => hostName ?? []).sort() }}
        plan={<PlanPreview label={t("plan")} steps={steps} />}
        typeToConfirm={{ text: clusterName, label: t("typeName", { name: clusterName }) }}
        confirmLabel={label}
        cancelLabel={common("cancel")}
        variant="danger"
        pending={ordering.isUnderWay}
        {...(errors.length === 0 ? {} : { error: joinSentences(errors) })}
        onConfirm={onConfirm}
      />
    </>
  );
}
