"use client";

import type { Topology, TopologyVip } from "@primacy/contract";
import { ButtonLink, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** In place of the wizard's form where the cluster has its write VIP. */
export function ExistingVip({
  topology,
  vip,
}: {
  readonly topology: Topology;
  readonly vip: TopologyVip;
}): ReactNode {
  const t = useTranslations("vip.wizard");
  return (
    <Notice
      tone="warning"
      title={t("exists", { cluster: topology.clusterName, address: vip.address })}
      actions={<ButtonLink href={`/clusters/${topology.clusterId}/vip`}>{t("toVip")}</ButtonLink>}
    >
      {t("existsText")}
    </Notice>
  );
}
