"use client";

import { type Incident, type IncidentDetail, message } from "@primacy/contract";
import { Card, KeyValueList, Link, Notice } from "@primacy/ui";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { api } from "../../client/api";
import { apiKey } from "../../client/api-key";
import { Loaded } from "../../client/loaded";
import { Moment } from "../../client/moment";
import { useMessageText } from "../../client/use-locale";
import { IncidentAddresses, IncidentClients } from "./incident-figures";
import { IncidentStanding } from "./incident-list";
import { IncidentMarks } from "./incident-marks";
import { IncidentTimeline } from "./incident-timeline";
import { standingOf } from "./incident-tone";
import { useIncidentSpans } from "./use-incident-spans";

const refreshMs = 1_000;

/** One incident: its sentence, its figures, what clients met, and its timeline; while it lasts it is asked for each second. */
export function IncidentPage({
  clusterId,
  id,
}: {
  readonly clusterId: string;
  readonly id: string;
}): ReactNode {
  const input = { params: { id } };
  const incident = useQuery<IncidentDetail, Error>({
    queryKey: apiKey("getIncident", input),
    queryFn: () => api.call("getIncident", input),
    // Nothing changes in one that is over.
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.endedAt === null ? refreshMs : false,
  });
  return (
    <Loaded query={incident}>{(value) => <IncidentView incident={value} clusterId={clusterId} />}</Loaded>
  );
}

function IncidentView({
  incident,
  clusterId,
}: {
  readonly incident: IncidentDetail;
  readonly clusterId: string;
}): ReactNode {
  const t = useTranslations("incident");
  const text = useMessageText();
  return (
    <div className="flex flex-col gap-5">
      <header className="flex min-w-0 flex-col gap-1">
        <Link href={`/clusters/${clusterId}/incidents`} className="self-start text-xs">
          {t("all")}
        </Link>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <h2 className="min-w-0 font-semibold text-ink text-lg [overflow-wrap:anywhere]">
            {text(incident.line)}
          </h2>
          <IncidentStanding incident={incident} />
        </div>
        <p className="text-ink-muted text-sm">
          <Moment at={incident.startedAt} />
        </p>
      </header>
      <Notice tone={standingOf(incident).tone} title={text(incident.sentence)} />
      <IncidentFacts incident={incident} />
      <IncidentAddresses addresses={incident.addresses} />
      <IncidentClients clients={incident.clients} />
      <IncidentTimeline incident={incident} />
      <IncidentMarks marks={incident.marks} />
    </div>
  );
}

function IncidentFacts({ incident }: { readonly incident: Incident }): ReactNode {
  const t = useTranslations("incident.page");
  const text = useMessageText();
  const spans = useIncidentSpans();
  const { startedAt, endedAt, cause, oldPrimary, newPrimary, predicted, actual } = incident;
  return (
    <Card title={t("facts")}>
      <KeyValueList
        items={[
          { key: "started", label: t("started"), value: <Moment at={startedAt} /> },
          {
            key: "ended",
            label: t("ended"),
            value: endedAt === null ? t("lasts") : <Moment at={endedAt} />,
          },
          { key: "cause", label: t("cause"), value: text(message(`incident_word.${cause}`)) },
          { key: "old", label: t("old"), value: oldPrimary?.name ?? "–" },
          { key: "new", label: t("new"), value: newPrimary?.name ?? t("nobody") },
          { key: "actual", label: t("actual"), value: spans.measured(actual) ?? t("unmeasured") },
          {
            key: "predicted",
            label: t("predicted"),
            value: spans.predicted(predicted) ?? t("unpredicted"),
          },
        ]}
      />
    </Card>
  );
}
