"use client";

import { Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useApi } from "../../client/use-api";
import { AllowDrills } from "./allow-drills";

/** That nobody has allowed drills of the cluster yet, with the switch for those who may; else nothing. */
export function NotAllowed({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("drill.allow");
  const cluster = useApi("getCluster", { params: { id: clusterId } }).data;
  if (cluster === undefined || cluster.allowsDrills) return null;
  return (
    <>
      <Notice tone="warning" title={t("off")}>
        {t("offText")}
      </Notice>
      <AllowDrills clusterId={clusterId} />
    </>
  );
}
