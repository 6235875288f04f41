"use client";

import type { DrillSeries, DrillSeriesState } from "@primacy/contract";
import { Button, ConfirmDialog, DataTable, Link, StatusPip, type Tone } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Moment } from "../../client/moment";
import { useApiChange } from "../../client/use-api";
import { useMessageText } from "../../client/use-locale";
import { useMay } from "../../frame/principal-context";

/** How the state of a series is shown; one that stopped by itself says why beside it. That all are done says nothing of their verdicts. */
const stateTone: Readonly<Record<DrillSeriesState, Tone>> = {
  running: "busy",
  waiting: "ok",
  done: "unknown",
  stopped: "warning",
};

/** Each series: how far it is, when it goes on, why it waits, and how it is stopped. */
export function SeriesTable({ series }: { readonly series: readonly DrillSeries[] }): ReactNode {
  const t = useTranslations("drillSeries.series");
  return (
    <DataTable
      caption={t("title")}
      rows={series}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "name",
          header: t("name"),
          rowHeader: true,
          cell: ({ id, clusterId, name }) => (
            <Link href={`/clusters/${clusterId}/drills/compare?series=${id}`} tone="quiet">
              {name}
            </Link>
          ),
        },
        { id: "state", header: t("state"), cell: (one) => <SeriesStanding series={one} /> },
        {
          id: "progress",
          header: t("progress"),
          align: "end",
          cell: ({ done, total }) => t("of", { done, total }),
        },
        {
          id: "next",
          header: t("next"),
          whole: true,
          cell: ({ nextAt }) => (nextAt === null ? "–" : <Moment at={nextAt} />),
        },
        { id: "by", header: t("by"), hideBelow: "lg", cell: ({ requestedBy }) => requestedBy },
      ]}
      rowActions={(one) => <StopSeries series={one} />}
    />
  );
}

function SeriesStanding({
  series: { clusterId, state, drillId, waitsFor, remark },
}: {
  readonly series: DrillSeries;
}): ReactNode {
  const t = useTranslations("drillSeries.series");
  const text = useMessageText();
  return (
    <div className="flex flex-col gap-0.5">
      {waitsFor === null ? (
        <StatusPip tone={stateTone[state]} label={t(`states.${state}`)} />
      ) : (
        <StatusPip tone="warning" label={t("states.held")} />
      )}
      {drillId === null ? null : (
        <Link href={`/clusters/${clusterId}/drills/${drillId}`} className="text-xs">
          {t("now")}
        </Link>
      )}
      {[waitsFor, remark].map((one) =>
        one === null ? null : (
          <span key={one.code} className="text-ink-muted text-xs">
            {text(one)}
          </span>
        ),
      )}
    </div>
  );
}

function StopSeries({ series: { id, name, endedAt } }: { readonly series: DrillSeries }): ReactNode {
  const t = useTranslations("drillSeries.series");
  const common = useTranslations("common");
  const mayOperate = useMay("operator");
  const [isOpen, setOpen] = useState(false);
  const stop = useApiChange("stopDrillSeries", {
    invalidates: ["listDrillSeries", "getDrillSeries"],
    onSuccess: () => setOpen(false),
  });
  if (endedAt !== null || !mayOperate) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t("stop")}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t("stopTitle", { name })}
        consequence={{ title: t("stopText"), detail: t("stopDetail") }}
        confirmLabel={t("stopRunning")}
        cancelLabel={common("cancel")}
        pending={stop.isPending}
        onConfirm={() => stop.mutate({ params: { id } })}
      />
    </>
  );
}
