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
import type { MoveWords } from "./move-primary";

/** Properties of {@link MoveConfirm}. */
interface MoveConfirmProps {
  readonly words: MoveWords;
  readonly clusterName: string;
  /** The name of the host whose member is to be the primary. */
  readonly target: string;
  readonly hosts: readonly string[];
  readonly checked: CheckedPlan;
  readonly ordering: Starter;
  readonly onConfirm: () => void;
}

/** The button of a checked change of the primary; behind it the hosts, the plan, and the cluster's name to type. */
export function MoveConfirm(props: MoveConfirmProps): ReactNode {
  const { words, clusterName: name, target, checked, ordering, onConfirm } = props;
  const common = useTranslations("common");
  const text = useMessageText();
  const errors = useErrorTexts()(ordering.error);
  const [isOpen, setOpen] = useState(false);
  const [first, ...rest] = checked.plan.consequences.map(text);
  const run = words("run", { name: target });
  return (
    <>
      <Button
        variant="primary"
        className="self-start"
        disabled={checked.report.hasFailures}
        onClick={() => setOpen(true)}
      >
        {run}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          if (!open && !ordering.isStarting) ordering.reset();
        }}
        title={words("confirmTitle", { name: target })}
        {...(first === undefined ? {} : { consequence: { title: first, detail: joinSentences(rest) } })}
        targets={{ label: words("hosts"), names: props.hosts }}
        plan={<PlanPreview label={words("title")} steps={checked.plan.steps} />}
        typeToConfirm={{ text: name, label: words("typeName", { name }) }}
        confirmLabel={run}
        cancelLabel={common("cancel")}
        variant="primary"
        pending={ordering.isStarting}
        {...(errors.length === 0 ? {} : { error: joinSentences(errors) })}
        onConfirm={onConfirm}
      />
    </>
  );
}
