"use client";

import type { Cluster, Vip, VipCheckRequest } from "@primacy/contract";
import { Button, Dialog } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect } from "react";
import type { z } from "zod";
import { api } from "../../client/api";
import { fixButtons } from "../fix/fix-buttons";
import { useVipPlanning } from "./use-vip-planning";
import { VipLook } from "./vip-look";

/** Looks at every member for a VIP as it is, as soon as it opens; what can be mended at once has its button. */
export function VipCheckDialog({
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
  const planning = useVipPlanning(vip, cluster, null);
  const { start, isUnderWay } = planning.checking;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the VIP is loaded anew every few seconds
  const look = useCallback(() => {
    start(() => api.call("checkVip", { params: { id: vip.clusterId }, body: asItIs(vip, cluster) }));
  }, [start, vip.id, vip.revision]);
  useEffect(look, [look]);
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("checkTitle", { address: vip.address })}
      description={t("checkOnlyText")}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {common("close")}
          </Button>
          <Button loading={isUnderWay} onClick={look}>
            {t("wizard.fix.checkAgain")}
          </Button>
        </>
      }
    >
      <VipLook planning={planning} fixOf={fixButtons(vip.clusterId, planning.fixes, look)} />
    </Dialog>
  );
}

/** The question about a VIP as it is; a host that left the cluster is none of it any more. */
function asItIs(
  { id, provider, kind, address, prefixLength, port, nics, onRelease, reads }: Vip,
  { members }: Cluster,
): z.input<typeof VipCheckRequest> {
  const own = Object.entries(nics).filter(([hostId]) => members.some((member) => member.hostId === hostId));
  const request = { provider, kind, address, prefixLength, port, onRelease };
  return {
    ...request,
    ...(reads === undefined ? {} : { reads }),
    nics: Object.fromEntries(own),
    vipId: id,
  };
}
