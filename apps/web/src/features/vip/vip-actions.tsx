"use client";

import type { Cluster, Vip } from "@primacy/contract";
import { Button } from "@primacy/ui";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApi, useApiChange } from "../../client/use-api";
import { useOrder } from "../../client/use-order";
import { useMay } from "../../frame/principal-context";
import { ConfirmPlan } from "../operation/confirm-plan";
import { VipChangeDialog } from "./vip-change-dialog";
import { VipCheckDialog } from "./vip-check-dialog";
import { VipMigrateDialog } from "./vip-migrate-dialog";
import { listVipActions, type VipAction } from "./vip-offers";
import { VipPauseDialog } from "./vip-pause-dialog";
import { planVip } from "./vip-plan";
import { VipPluginRemovalDialog } from "./vip-plugin-removal-dialog";
import { VipRebindDialog } from "./vip-rebind-dialog";

/** Properties of {@link VipActions}. */
interface VipActionsProps {
  readonly vip: Vip;
  /** The host that holds it now; null: nobody, or nobody tells. */
  readonly holderHostId: string | null;
}

/** Check, change, pause or resume, bind again, disable or enable, remove: each shows its plan and asks first, and then its steps. */
export function VipActions({ vip, holderHostId }: VipActionsProps): ReactNode {
  const t = useTranslations("vip");
  const mayOperate = useMay("operator");
  const [asked, setAsked] = useState<VipAction | null>(null);
  const offered = mayOperate ? listVipActions(vip) : [];
  useOrder(offered, setAsked, { vip: vip.id });
  const cluster = useApi("getCluster", { params: { id: vip.clusterId } }, { enabled: mayOperate }).data;
  if (!mayOperate) return null;
  return (
    <>
      {offered.map((action) => (
        <Button
          key={action}
          size="sm"
          // Without the cluster there are no hosts to name, and no name to ask for.
          disabled={cluster === undefined}
          {...(action === "remove" ? { variant: "danger-quiet" } : {})}
          onClick={() => setAsked(action)}
        >
          {t(action)}
        </Button>
      ))}
      {cluster === undefined || asked === null ? null : (
        <VipDialog
          vip={vip}
          cluster={cluster}
          goal={asked}
          holderHostId={holderHostId}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function VipDialog({
  holderHostId,
  goal,
  ...rest
}: VipActionsProps & {
  readonly cluster: Cluster;
  readonly goal: VipAction;
  readonly onClose: () => void;
}): ReactNode {
  switch (goal) {
    case "check":
      return <VipCheckDialog {...rest} />;
    case "change":
    case "enable":
      return <VipChangeDialog {...rest} goal={goal} />;
    case "pause":
    case "unpause":
      return <VipPauseDialog {...rest} goal={goal} holderHostId={holderHostId} />;
    case "rebind":
      return <VipRebindDialog {...rest} />;
    case "migrate":
      return <VipMigrateDialog {...rest} />;
    case "disable":
    case "remove":
      return rest.vip.provider === "greatdb_ha" ? (
        <VipPluginRemovalDialog {...rest} />
      ) : (
        <VipEndDialog {...rest} goal={goal} />
      );
  }
}

/** Takes a VIP of the agents out of force, or away. */
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
