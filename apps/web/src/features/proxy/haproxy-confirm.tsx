"use client";

import type { CheckedPlan } from "@primacy/contract";
import { Button, ConfirmDialog } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { joinSentences } from "../../client/sentences";
import { useApiChange } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { useMessageText } from "../../client/use-locale";
import { PlanPreview } from "../operation/plan-preview";
import type { toHaproxyRequest } from "./haproxy-draft";

/** Properties of {@link HaproxyConfirm}. */
interface HaproxyConfirmProps {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly hosts: readonly string[];
  readonly checked: CheckedPlan;
  readonly proxy: ReturnType<typeof toHaproxyRequest>;
}

/** The button of a checked proxy; behind it what changes, the hosts, the plan with both files, and the cluster's name to type. */
export function HaproxyConfirm({
  clusterId,
  clusterName,
  hosts,
  checked,
  proxy,
}: HaproxyConfirmProps): ReactNode {
  const t = useTranslations("proxy");
  const common = useTranslations("common");
  const text = useMessageText();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const order = useApiChange("installProxy", {
    shows: "failures",
    invalidates: ["listProxies", "listOperations"],
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  const errors = useErrorTexts()(order.error);
  const [first, ...rest] = checked.plan.consequences.map(text);
  return (
    <>
      <Button
        variant="primary"
        className="self-start"
        disabled={checked.report.hasFailures}
        onClick={() => setOpen(true)}
      >
        {t("setUp")}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open);
          if (!open) order.reset();
        }}
        title={t("confirmTitle", { hosts: hosts.join(", ") })}
        {...(first === undefined ? {} : { consequence: { title: first, detail: joinSentences(rest) } })}
        targets={{ label: t("hosts"), names: hosts }}
        plan={<PlanPreview label={t("plan")} steps={checked.plan.steps} />}
        typeToConfirm={{ text: clusterName, label: t("typeName", { name: clusterName }) }}
        confirmLabel={t("setUp")}
        cancelLabel={common("cancel")}
        variant="primary"
        // Once it is accepted, its own page is on the way.
        pending={order.isPending || order.isSuccess}
        {...(errors.length === 0 ? {} : { error: joinSentences(errors) })}
        onConfirm={() => order.mutate({ params: { id: clusterId }, body: { proxy, confirm: clusterName } })}
      />
    </>
  );
}
