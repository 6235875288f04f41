"use client";

import { Card, EmptyState, Link } from "@primacy/ui";
import { Repeat } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListSteps, useAsked } from "../../client/list-address";
import { pageOf } from "../../client/list-query";
import { Loaded } from "../../client/loaded";
import { useApi } from "../../client/use-api";
import { useMay } from "../../frame/principal-context";
import { NewSeries } from "./form/new-series";
import { SeriesTable } from "./series-table";

const refreshMs = 5_000;

/** The series of drills of a cluster, and for operators the order of a new one. */
export function SeriesPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("drillSeries");
  const mayOperate = useMay("operator");
  const query = pageOf(useAsked());
  const series = useApi("listDrillSeries", { params: { id: clusterId }, query }, { refreshMs });
  return (
    <div className="flex flex-col gap-5">
      <Link href={`/clusters/${clusterId}/drills`} className="self-start text-xs">
        {t("drills")}
      </Link>
      <Loaded query={series}>
        {({ items, nextCursor }) =>
          items.length === 0 && query.cursor === undefined ? (
            <EmptyState title={t("series.emptyTitle")} icon={<Repeat aria-hidden />}>
              {t("series.empty")}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              <Card title={t("series.title")} description={t("series.text")} padding="none">
                <SeriesTable series={items} />
              </Card>
              <ListSteps label={t("series.title")} nextCursor={nextCursor} />
            </div>
          )
        }
      </Loaded>
      {mayOperate ? <NewSeries clusterId={clusterId} /> : null}
    </div>
  );
}
