"use client";

import type { Drill } from "@primacy/contract";
import { ButtonLink, Card, DataTable, EmptyState, formatDuration, Link, StatusPip } from "@primacy/ui";
import { Flame } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListSteps, useAsked } from "../../client/list-address";
import { pageOf } from "../../client/list-query";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApi } from "../../client/use-api";
import { useReaderLocale } from "../../client/use-locale";
import { useMay } from "../../frame/principal-context";
import { languageTag } from "../../i18n/locale";
import { SeriesLinks } from "../drill-series/series-links";
import { standingOf } from "./drill-tone";
import { StopDrills } from "./lever/stop-drills";
import { useFaultName } from "./use-fault-name";
import { WithError } from "./with-error";

const refreshMs = 5_000;

/** The drills of a cluster, newest first; where there is none yet, what one would prove. */
export function DrillList({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("drill");
  const mayOperate = useMay("operator");
  const query = pageOf(useAsked());
  const drills = useApi("listDrills", { params: { id: clusterId }, query }, { refreshMs });
  const lever = useApi("getDrillLever").data;
  const isHeld = lever === undefined || lever.held !== null;
  const runningCount = lever?.running.length ?? 0;
  const begin = (
    <>
      <SeriesLinks clusterId={clusterId} />
      {mayOperate ? (
        <ButtonLink href={`/clusters/${clusterId}/drills/new`} variant="primary">
          {t("new")}
        </ButtonLink>
      ) : null}
    </>
  );
  return (
    <Loaded query={drills}>
      {({ items, nextCursor }) =>
        items.length === 0 && query.cursor === undefined ? (
          <EmptyState title={t("emptyTitle")} icon={<Flame aria-hidden />} action={begin}>
            {t("empty")}
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-4">
            <Card
              title={t("title")}
              description={t("intro")}
              actions={
                <div className="flex flex-wrap gap-2">
                  {isHeld ? null : <StopDrills runningCount={runningCount} />}
                  {begin}
                </div>
              }
              padding="none"
            >
              <DrillTable clusterId={clusterId} drills={items} />
            </Card>
            <ListSteps label={t("title")} nextCursor={nextCursor} />
          </div>
        )
      }
    </Loaded>
  );
}

function DrillTable({
  clusterId,
  drills,
}: {
  readonly clusterId: string;
  readonly drills: readonly Drill[];
}): ReactNode {
  const t = useTranslations("drill");
  const nameOf = useFaultName();
  return (
    <DataTable
      caption={t("title")}
      rows={drills}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t("emptyTitle")} />}
      columns={[
        {
          id: "fault",
          header: t("fault"),
          rowHeader: true,
          cell: (drill) => (
            <Link href={`/clusters/${clusterId}/drills/${drill.id}`} tone="quiet">
              {nameOf(drill)}
            </Link>
          ),
        },
        {
          id: "verdict",
          header: t("verdict"),
          whole: true,
          cell: (drill) => <DrillStanding drill={drill} />,
        },
        {
          id: "gap",
          header: t("writeGap"),
          align: "end",
          cell: (drill) => <WorstGap drill={drill} />,
        },
        { id: "lost", header: t("lost"), align: "end", cell: ({ lostWrites }) => lostWrites ?? "–" },
        { id: "when", header: t("when"), whole: true, cell: ({ startedAt }) => <Moment at={startedAt} /> },
        { id: "by", header: t("by"), hideBelow: "lg", cell: ({ requestedBy }) => requestedBy },
      ]}
    />
  );
}

/** The longest write gap of all ways, with the error of the one that had it; of drills that have no figures of each way it is not known. */
function WorstGap({ drill }: { readonly drill: Pick<Drill, "worstWriteGapMs" | "outcomes"> }): ReactNode {
  const t = useTranslations("drill");
  const locale = languageTag[useReaderLocale()];
  const { worstWriteGapMs, outcomes } = drill;
  if (worstWriteGapMs === null) return "–";
  const value = formatDuration(worstWriteGapMs, locale);
  const worst = outcomes?.find(({ gapMs }) => gapMs === worstWriteGapMs);
  if (worst === undefined) return value;
  return <WithError value={value} error={t("shorter", { error: formatDuration(worst.errorMs, locale) })} />;
}

/** How a drill stands, in a word. */
export function DrillStanding({
  drill,
}: {
  readonly drill: Pick<Drill, "state" | "verdict" | "heal">;
}): ReactNode {
  const t = useTranslations("drill.standing");
  const { word, tone } = standingOf(drill);
  return <StatusPip tone={tone} label={t(word)} />;
}
