"use client";

import { Card, Switch } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useApi, useApiChange } from "../../client/use-api";
import { useMay } from "../../frame/principal-context";
import { DrillObjective } from "../drill-series/drill-objective";

/** Whether drills may hit the cluster: administrators say so, and all others see it once it is said. */
export function AllowDrills({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("drill.allow");
  const mayAdminister = useMay("admin");
  const params = { id: clusterId };
  const cluster = useApi("getCluster", { params }).data;
  const change = useApiChange("changeCluster", { invalidates: ["getCluster", "listClusters"] });
  if (cluster === undefined || (!mayAdminister && !cluster.allowsDrills)) return null;
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <Switch
          label={t("label")}
          hint={t("hint")}
          checked={cluster.allowsDrills}
          disabled={!mayAdminister || change.isPending}
          onCheckedChange={(allowsDrills) => change.mutate({ params, body: { allowsDrills } })}
        />
        {cluster.allowsDrills ? <DrillObjective key={cluster.drillObjectiveMs} cluster={cluster} /> : null}
      </div>
    </Card>
  );
}
