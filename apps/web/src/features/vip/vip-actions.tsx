"use client";

import type { Vip } from "@primacy/contract";
import { Button, ConfirmDialog } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { findProblem, useApiChange } from "../../client/use-api";
import { useMessageText } from "../../client/use-locale";
import { useMay } from "../../frame/principal-context";
import { VipChangeDialog } from "./vip-change-dialog";

type Asked = "remove" | "disable" | "change" | null;

/** Change, disable or enable, remove: each asks first and then shows its steps. */
export function VipActions({
  vip,
  clusterName,
}: {
  readonly vip: Vip;
  readonly clusterName: string;
}): ReactNode {
  const t = useTranslations("vip");
  const common = useTranslations("common");
  const text = useMessageText();
  const router = useRouter();
  const mayOperate = useMay("operator");
  const [asked, setAsked] = useState<Asked>(null);
  const follow = {
    onSuccess: ({ operation }: { operation: { id: string } }) => router.push(`/operations/${operation.id}`),
  };
  const remove = useApiChange("removeVip", { invalidates: ["listVips", "listOperations"], ...follow });
  const change = useApiChange("changeVip", { invalidates: ["listVips", "listOperations"], ...follow });
  if (!mayOperate) return null;
  const params = { id: vip.clusterId, vipId: vip.id };
  const sent = asked === "remove" ? remove : change;
  const problem = findProblem(sent.error);
  const isAsking = asked === "remove" || asked === "disable";
  return (
    <>
      <Button size="sm" onClick={() => setAsked("change")}>
        {t("change")}
      </Button>
      {vip.enabled ? (
        <Button size="sm" onClick={() => setAsked("disable")}>
          {t("disable")}
        </Button>
      ) : (
        <Button
          size="sm"
          loading={change.isPending}
          onClick={() => change.mutate({ params, body: { enabled: true } })}
        >
          {t("enable")}
        </Button>
      )}
      <Button size="sm" variant="danger" onClick={() => setAsked("remove")}>
        {t("remove")}
      </Button>
      <VipChangeDialog vip={vip} open={asked === "change"} onClose={() => setAsked(null)} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => {
          if (!open) setAsked(null);
        }}
        title={t(asked === "disable" ? "disableTitle" : "removeTitle", { address: vip.address })}
        description={t(asked === "disable" ? "disableText" : "removeText")}
        consequence={{ title: t("removeConsequence") }}
        {...(asked === "remove"
          ? { typeToConfirm: { text: clusterName, label: t("typeName", { name: clusterName }) } }
          : {})}
        confirmLabel={t(asked === "disable" ? "disable" : "remove")}
        cancelLabel={common("cancel")}
        variant="danger"
        pending={sent.isPending}
        {...(problem === null
          ? {}
          : { error: [problem, ...problem.errors].map((one) => text(one.message)).join(" ") })}
        onConfirm={() => {
          if (asked === "remove") remove.mutate({ params, body: { confirm: clusterName } });
          else change.mutate({ params, body: { enabled: false } });
        }}
      />
    </>
  );
}
