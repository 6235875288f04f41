"use client";

import type { Cluster, Vip } from "@primacy/contract";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useApiChange } from "../../client/use-api";
import { ConfirmPlan } from "../operation/confirm-plan";
import { planVip } from "./vip-plan";

/** Has the plugin of the primary begin anew with its VIP: when one needs that, what it does, and the plan come first. */
export function VipRebindDialog({
  vip,
  cluster,
  onClose,
}: {
  readonly vip: Vip;
  readonly cluster: Cluster;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("vip");
  const common = useTranslations("common");
  const router = useRouter();
  const rebind = useApiChange("rebindVip", {
    shows: "failures",
    invalidates: ["listVips", "listOperations"],
    onSuccess: ({ operation }) => router.push(`/operations/${operation.id}`),
  });
  return (
    <ConfirmPlan
      onClose={onClose}
      title={t("rebindTitle", { address: vip.address })}
      description={t("rebindText")}
      cluster={cluster}
      plan={planVip(vip, { kind: "rebind" }, cluster, [vip])}
      confirmLabel={t("rebind")}
      cancelLabel={common("cancel")}
      isDangerous={false}
      isSending={rebind.isPending || rebind.isSuccess}
      error={rebind.error}
      onConfirm={() => rebind.mutate({ params: { id: vip.clusterId, vipId: vip.id }, body: {} })}
    />
  );
}
