"use client";

import type { VariablesReading } from "@primacy/contract";
import { Button, Card, type DataColumn, DataTable } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApi } from "../../client/use-api";
import { useMay } from "../../frame/principal-context";
import { findShownMap, listMapRows, type MapRow } from "./read-vip-map";
import { ReadVipsDialog } from "./read-vips-dialog";

/** Which member has which read VIPs by the map of the primary's plugin; operators move one. Nothing where there are no read VIPs. */
export function ReadVipsCard({
  clusterId,
  reading,
}: {
  readonly clusterId: string;
  readonly reading: VariablesReading;
}): ReactNode {
  const t = useTranslations("variables.readVips");
  const mayOperate = useMay("operator");
  const [isMoving, setMoving] = useState(false);
  const shown = findShownMap(reading);
  const hasReads = shown !== null && shown.sight.readVips.length > 0;
  const cluster = useApi("getCluster", { params: { id: clusterId } }, { enabled: hasReads }).data;
  if (!hasReads || cluster === undefined) return null;
  const rows = listMapRows(shown, cluster);
  const columns: readonly DataColumn<MapRow>[] = [
    { id: "member", header: t("member"), rowHeader: true, cell: ({ name }) => name },
    {
      id: "readVips",
      header: t("addresses"),
      cell: ({ readVips, hasWriteVip }) => (
        <span className="font-mono text-xs [overflow-wrap:anywhere]">
          {[...readVips, ...(hasWriteVip ? [t("writeVip", { address: shown.sight.writeVip })] : [])].join(
            ", ",
          ) || t("none")}
        </span>
      ),
    },
  ];
  return (
    <Card
      title={t("title")}
      description={t("text", { name: shown.name })}
      padding="none"
      {...(mayOperate
        ? {
            actions: (
              <Button size="sm" onClick={() => setMoving(true)}>
                {t("move")}
              </Button>
            ),
          }
        : {})}
    >
      <DataTable
        caption={t("title")}
        columns={columns}
        rows={rows}
        rowKey={({ uuid }) => uuid}
        density="compact"
      />
      {isMoving ? (
        <ReadVipsDialog shown={shown} rows={rows} cluster={cluster} onClose={() => setMoving(false)} />
      ) : null}
    </Card>
  );
}
