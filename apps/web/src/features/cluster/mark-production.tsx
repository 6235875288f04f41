"use client";

import { Card, Switch } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useApi, useApiChange } from "../../client/use-api";
import { useMay } from "../../frame/principal-context";

/** Whether people rely on the cluster: administrators say so, and all others see it once it is said. */
export function MarkProduction({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("cluster.production");
  const mayAdminister = useMay("admin");
  const params = { id: clusterId };
  const cluster = useApi("getCluster", { params }).data;
  const change = useApiChange("changeCluster", { invalidates: ["getCluster", "listClusters"] });
  if (cluster === undefined || (!mayAdminister && !cluster.isProduction)) return null;
  return (
    <Card>
      <Switch
        label={t("label")}
        hint={t("hint")}
        checked={cluster.isProduction}
        disabled={!mayAdminister || change.isPending}
        onCheckedChange={(isProduction) => change.mutate({ params, body: { isProduction } })}
      />
    </Card>
  );
}
