"use client";

import type { CheckedPlan, Topology, TopologyHost, TopologyMember } from "@primacy/contract";
import { Button, ConfirmDialog } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { joinSentences } from "../../client/sentences";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMessageText } from "../../client/use-locale";
import type { Starter } from "../../client/use-started";
import { PlanPreview } from "../operation/plan-preview";

/** Properties of {@link SwitchoverConfirm}. */
interface SwitchoverConfirmProps {
  readonly topology: Topology;
  readonly target: { readonly host: TopologyHost; readonly member: TopologyMember };
  readonly checked: CheckedPlan;
  readonly running: Starter;
  readonly onConfirm: () => void;
}

/** The button of a checked switchover; behind it both hosts, the plan, and the cluster's name to type. */
export function SwitchoverConfirm({
  topology,
  target,
  checked,
  running,
  onConfirm,
}: SwitchoverConfirmProps): ReactNode {
  const t = useTranslations("switchover");
  const common = useTranslations("common");
  const text = useMessageText();
  const errors = useErrorTexts()(running.error);
  const [isOpen, setOpen] = useState(false);
  const { clusterName: name } = topology;
  const present = topology.hosts.find((host) =>
    host.members.some((member) => member.memberId === topology.primaryMemberId),
  );
  const [first, ...rest] = checked.plan.consequences.map(text);
  const run = t("run", { name: target.host.name });
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
          if (!open && !running.isStarting) running.reset();
        }}
        title={t("confirmTitle", { name: target.host.name })}
        {...(first === undefined ? {} : { consequence: { title: first, detail: joinSentences(rest) } })}
        targets={{
          label: t("hosts"),
          names: [...(present === undefined ? [] : [present.name]), target.host.name],
        }}
        plan={<PlanPreview label={t("title")} steps={checked.plan.steps} />}
        typeToConfirm={{ text: name, label: t("typeName", { name }) }}
        confirmLabel={run}
        cancelLabel={common("cancel")}
        variant="primary"
        pending={running.isStarting}
        {...(errors.length === 0 ? {} : { error: joinSentences(errors) })}
        onConfirm={onConfirm}
      />
    </>
  );
}
