"use client";

import type { Incident } from "@primacy/contract";
import { Card, DataTable, EmptyState, Link, StatusPip } from "@primacy/ui";
import { Siren } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListSteps, useAsked } from "../../client/list-address";
import { pageOf } from "../../client/list-query";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useApi } from "../../client/use-api";
import { useMessageText } from "../../client/use-locale";
import { ProberCard } from "../prober/prober-card";
import { standingOf } from "./incident-tone";
import { useIncidentSpans } from "./use-incident-spans";

const refreshMs = 5_000;

/** The unplanned failovers of a cluster, newest first; where there is none, what would stand there; and the standing probers. */
export function IncidentList({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("incident");
  const query = pageOf(useAsked());
  const incidents = useApi("listIncidents", { params: { id: clusterId }, query }, { refreshMs });
  return (
    <div className="flex flex-col gap-6">
      <Loaded query={incidents}>
        {({ items, nextCursor }) =>
          items.length === 0 && query.cursor === undefined ? (
            <EmptyState title={t("emptyTitle")} icon={<Siren aria-hidden />}>
              {t("empty")}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-4">
              <Card title={t("title")} description={t("intro")} padding="none">
                <IncidentTable clusterId={clusterId} incidents={items} />
              </Card>
              <ListSteps label={t("title")} nextCursor={nextCursor} />
            </div>
          )
        }
      </Loaded>
      <ProberCard clusterId={clusterId} />
    </div>
  );
}

function IncidentTable({
  clusterId,
  incidents,
}: {
  readonly clusterId: string;
  readonly incidents: readonly Incident[];
}): ReactNode {
  const t = useTranslations("incident");
  const text = useMessageText();
  const spans = useIncidentSpans();
  return (
    <DataTable
      caption={t("title")}
      rows={incidents}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t("emptyTitle")} />}
      columns={[
        {
          id: "what",
          header: t("what"),
          rowHeader: true,
          cell: ({ id, line }) => (
            <Link href={`/clusters/${clusterId}/incidents/${id}`} tone="quiet">
              {text(line)}
            </Link>
          ),
        },
        {
          id: "state",
          header: t("state"),
          whole: true,
          cell: (incident) => <IncidentStanding incident={incident} />,
        },
        {
          id: "lasted",
          header: t("lasted"),
          align: "end",
          whole: true,
          cell: ({ actual }) => spans.measured(actual) ?? "–",
        },
        {
          id: "predicted",
          header: t("predicted"),
          align: "end",
          whole: true,
          hideBelow: "lg",
          cell: ({ predicted }) => spans.predicted(predicted) ?? "–",
        },
        { id: "when", header: t("when"), whole: true, cell: ({ startedAt }) => <Moment at={startedAt} /> },
      ]}
    />
  );
}

/** How an incident stands, in a word. */
export function IncidentStanding({
  incident,
}: {
  readonly incident: Pick<Incident, "endedAt" | "isPartial">;
}): ReactNode {
  const t = useTranslations("incident");
  const { word, tone } = standingOf(incident);
  return <StatusPip tone={tone} label={t(word)} />;
}
