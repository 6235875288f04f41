"use client";

import type { Cluster, Vip } from "@primacy/contract";
import { Button } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApi, useApiChange } from "../../client/use-api";
import { useMay } from "../../frame/principal-context";
import { ConfirmPlan } from "../operation/confirm-plan";
import { VipChangeDialog } from "./vip-change-dialog";
import { VipPauseDialog } from "./vip-pause-dialog";
import { planVip } from "./vip-plan";

type Asked = "remove" | "disable" | "change" | "enable" | "pause" | "unpause" | null;

/** Properties of {@link VipActions}. */
interface VipActionsProps {
  readonly vip: Vip;
  /** The host that holds it now; null: nobody, or nobody tells. */
  readonly holderHostId: string | null;
}

/** Change, pause or resume, disable or enable, remove: each shows its plan and asks first, and then its steps. */
export function VipActions({ vip, holderHostId }: VipActionsProps): ReactNode {
  const t = useTranslations("vip");
  const mayOperate = useMay("operator");
  const [asked, setAsked] = useState<Asked>(null);
  const cluster = useApi("getCluster", { params: { id: vip.clusterId } }, { enabled: mayOperate }).data;
  if (!mayOperate) return null;
  const onClose = (): void => setAsked(null);
  // Without the cluster there are no hosts to name, and no name to ask for.
  const button = (what: NonNullable<Asked>): ReactNode => (
    <Button
      size="sm"
      disabled={cluster === undefined}
      {...(what === "remove" ? { variant: "danger-quiet" } : {})}
      onClick={() => setAsked(what)}
    >
      {t(what)}
    </Button>
  );
  return (
    <>
      {vip.paused === undefined ? button("change") : null}
      {vip.paused === undefined ? (vip.enabled ? button("pause") : null) : button("unpause")}
      {vip.enabled ? button("disable") : vip.paused === undefined ? button("enable") : null}
      {button("remove")}
      {cluster === undefined || asked === null ? null : asked === "change" || asked === "enable" ? (
        <VipChangeDialog vip={vip} cluster={cluster} goal={asked} onClose={onClose} />
      ) : asked === "pause" || asked === "unpause" ? (
        <VipPauseDialog
          vip={vip}
          cluster={cluster}
          goal={asked}
          holderHostId={holderHostId}
          onClose={onClose}
        />
      ) : (
        <VipEndDialog vip={vip} cluster={cluster} goal={asked} onClose={onClose} />
      )}
    </>
  );
}

/** Takes a VIP out of force, or away. */
function VipEndDialog({
  vip,
  cluster,
  goal,
  onClose,
}: {
  readonly vip: Vip;
  readonly cluster: Cluster;
  readonly goal: "disable" | "remove";
  readonly onClose: () => void;
}): ReactNode {
  const t = useTranslations("vip");
  const common = useTranslations("common");
  const router = useRouter();
  const vips = useApi("listVips", { params: { id: vip.clusterId } }).data?.items ?? [vip];
  const follow = {
    shows: "failures" as const,
    invalidates: ["listVips", "listOperations"] as const,
    onSuccess: ({ operation }: { operation: { id: string } }) => router.push(`/operations/${operation.id}`),
  };
  const remove = useApiChange("removeVip", follow);
  const change = useApiChange("changeVip", follow);
  const sent = goal === "remove" ? remove : change;
  const params = { id: vip.clusterId, vipId: vip.id };
  const end = { kind: "change", change: { enabled: false } } as const;
  return (
    <ConfirmPlan
      onClose={onClose}
      title={t(`${goal}Title`, { address: vip.address })}
      description={t(`${goal}Text`)}
      cluster={cluster}
      plan={planVip(vip, goal === "remove" ? { kind: "remove" } : end, cluster, vips)}
      confirmLabel={t(goal)}
      cancelLabel={common("cancel")}
      isDangerous
      isSending={sent.isPending || sent.isSuccess}
      error={sent.error}
      onConfirm={() => {
        if (goal === "remove") remove.mutate({ params, body: { confirm: cluster.name } });
        else change.mutate({ params, body: { ...end.change, confirm: cluster.name } });
      }}
    />
  );
}
