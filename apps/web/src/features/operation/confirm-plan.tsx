"use client";

import type { Cluster, Plan } from "@primacy/contract";
import { ConfirmDialog } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { joinSentences } from "../../client/sentences";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMessageText } from "../../client/use-locale";
import { inHostOrder } from "../cluster/in-host-order";
import { PlanPreview } from "./plan-preview";

/** Properties of {@link ConfirmPlan}. */
interface ConfirmPlanProps {
  readonly onClose: () => void;
  readonly title: string;
  readonly description: string;
  readonly cluster: Pick<Cluster, "name" | "members">;
  readonly plan: Plan;
  /** What was found before the plan was made. */
  readonly report?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** Dangerous plans ask for the cluster's name. */
  readonly isDangerous: boolean;
  readonly isSending: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
}

/** The last step before a cluster is changed: what clients notice, the hosts, the plan, and the cluster's name to type. */
export function ConfirmPlan(props: ConfirmPlanProps): ReactNode {
  const t = useTranslations("operation.confirm");
  const text = useMessageText();
  const errors = useErrorTexts()(props.error);
  const [first, ...rest] = props.plan.consequences.map(text);
  const { name, members } = props.cluster;
  const hosts = inHostOrder(members, (one) => one.address).map((one) => one.hostName ?? one.address);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title={props.title}
      description={props.description}
      {...(first === undefined ? {} : { consequence: { title: first, detail: joinSentences(rest) } })}
      targets={{ label: t("hosts"), names: hosts }}
      plan={
        <>
          {props.report}
          <section className="flex flex-col gap-2">
            <h3 className="font-medium">{t("plan")}</h3>
            <PlanPreview label={t("plan")} steps={props.plan.steps} />
          </section>
        </>
      }
      {...(props.isDangerous ? { typeToConfirm: { text: name, label: t("typeName", { name }) } } : {})}
      confirmLabel={props.confirmLabel}
      cancelLabel={props.cancelLabel}
      variant={props.isDangerous ? "danger" : "primary"}
      pending={props.isSending}
      {...(errors.length === 0 ? {} : { error: joinSentences(errors) })}
      onConfirm={props.onConfirm}
    />
  );
}
