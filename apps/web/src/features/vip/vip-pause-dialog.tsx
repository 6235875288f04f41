"use client";

import type { Cluster, Vip } from "@primacy/contract";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApi, useApiChange } from "../../client/use-api";
import { ConfirmPlan } from "../operation/confirm-plan";
import { planVip, type VipGoal } from "./vip-plan";

/** Properties of {@link VipPauseDialog}. */
interface VipPauseDialogProps {
  readonly vip: Vip;
  readonly cluster: Cluster;
  readonly goal: "pause" | "unpause";
  /** Where the address is now, and so stays; null: nobody holds it. */
  readonly holderHostId: string | null;
  readonly onClose: () => void;
}

/** Pauses a VIP where it is, or lets it go where it belongs again; the plan and what it costs come first. */
export function VipPauseDialog({
  vip,
  cluster,
  goal,
  holderHostId,
  onClose,
}: VipPauseDialogProps): ReactNode {
  const t = useTranslations("vip");
  const common = useTranslations("common");
  const router = useRouter();
  const [since] = useState(() => new Date().toISOString());
  const vips = useApi("listVips", { params: { id: vip.clusterId } }).data?.items ?? [vip];
  const follow = {
    shows: "failures" as const,
    invalidates: ["listVips", "listOperations"] as const,
    onSuccess: ({ operation }: { operation: { id: string } }) => router.push(`/operations/${operation.id}`),
  };
  const pause = useApiChange("pauseVip", follow);
  const resume = useApiChange("resumeVip", follow);
  const sent = goal === "pause" ? pause : resume;
  const params = { id: vip.clusterId, vipId: vip.id };
  const wanted: VipGoal =
    goal === "pause" ? { kind: "pause", pause: { hostId: holderHostId, since } } : { kind: "unpause" };
  return (
    <ConfirmPlan
      onClose={onClose}
      title={t(`${goal}Title`, { address: vip.address })}
      description={t(`${goal}Text.${vip.kind}`)}
      cluster={cluster}
      plan={planVip(vip, wanted, cluster, vips)}
      confirmLabel={t(goal)}
      cancelLabel={common("cancel")}
      isDangerous={goal === "pause"}
      isSending={sent.isPending || sent.isSuccess}
      error={sent.error}
      onConfirm={() => {
        if (goal === "pause") pause.mutate({ params, body: { confirm: cluster.name } });
        else resume.mutate({ params, body: {} });
      }}
    />
  );
}
